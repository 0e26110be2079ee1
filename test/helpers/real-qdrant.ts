/** The Qdrant server of `QDRANT_URL`, for suites that run on a real one too. */
import type { Qdrant } from '../../shared/platform/qdrant/client.js';
import {
  collectionName,
  collectionNumbers,
} from '../../shared/stores/vectors/qdrant-collection.js';
import { isRequired } from './required.js';

const url = process.env.QDRANT_URL ?? '';
const reason = url === '' ? 'QDRANT_URL names no server' : null;
if (reason && isRequired('qdrant')) throw new Error(reason);

export const realQdrant = {
  url,
  /** Whether its tests are skipped. */
  skip: reason !== null,
  name: reason === null ? 'Qdrant, real server' : `Qdrant, real server (skipped: ${reason})`,
};

/** Deletes all collections of the alias, and the alias with them. */
export async function removeCollections(qdrant: Qdrant, alias: string): Promise<void> {
  for (const number of await collectionNumbers(qdrant, alias)) {
    await qdrant.write((client) => client.deleteCollection(collectionName(alias, number)));
  }
}
