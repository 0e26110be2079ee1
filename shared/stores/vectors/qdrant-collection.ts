/**
 * Creates the collection that the alias names, and checks it. All its indexes are created before
 * the first point, so that its graph knows the filters. Processes that start at the same time
 * create the same one. The alias is created last, so it always names a complete collection.
 * Collections are numbered, so that a rebuilt one can take over the alias.
 */
import { AppError } from '../../domain/errors.js';
import { isOlder, releaseText } from '../../domain/release.js';
import { type Qdrant, statusOf } from '../../platform/qdrant/client.js';
import { PAYLOAD_INDEXES } from './qdrant-points.js';

export interface CollectionSettings {
  alias: string;
  model: string;
  dimension: number;
}

export type Collection = ReturnType<typeof openCollection>;

const MODEL_KEY = 'embedding_model';
/** The oldest version with conditional upserts, ACORN and metadata of collections. */
export const OLDEST_QDRANT = { major: 1, minor: 16 };

/** `isEmpty` resolves true if no signal is stored yet, so that a new collection lacks none. */
export function openCollection(
  qdrant: Qdrant,
  settings: CollectionSettings,
  isEmpty: () => Promise<boolean>,
) {
  let pending: Promise<void> | undefined;
  return {
    name: settings.alias,
    /**
     * Creates the collection if it does not exist. Throws `unavailable` if Qdrant is unavailable or
     * must be filled first, `conflict` if the existing collection was made with another model.
     */
    ready(): Promise<void> {
      pending ??= ensureCollection(qdrant, settings, isEmpty).catch((error: unknown) => {
        pending = undefined;
        throw error;
      });
      return pending;
    },
    /** Rejects unless Qdrant answers and has the collection. */
    async check(): Promise<void> {
      const { status } = await qdrant.read((client) => client.getCollection(settings.alias));
      if (status === 'red') throw new AppError('unavailable', 'the collection reports an error');
    },
  };
}

async function ensureCollection(
  qdrant: Qdrant,
  settings: CollectionSettings,
  isEmpty: () => Promise<boolean>,
): Promise<void> {
  await requireVersion(qdrant);
  const current = await collectionOfAlias(qdrant, settings.alias);
  if (current !== null) {
    await requireSameVectors(qdrant, current, settings);
    return createIndexes(qdrant, current);
  }
  const { collections } = await qdrant.read((client) => client.getCollections());
  if (collections.some(({ name }) => name === settings.alias)) {
    throw new AppError(
      'conflict',
      `Qdrant already has a collection named ${settings.alias}, but this name is needed for an alias. Set QDRANT_COLLECTION to another name.`,
    );
  }
  if (!(await isEmpty())) {
    throw new AppError(
      'unavailable',
      `ClickHouse has signals, but Qdrant has no collection ${settings.alias}: run signals reindex`,
    );
  }
  const name = collectionName(settings.alias, 1);
  await createCollection(qdrant, name, settings);
  await moveAlias(qdrant, settings.alias, name);
}

/** Creates the collection and its indexes, without an alias. Completes one that already exists. */
export async function createCollection(
  qdrant: Qdrant,
  name: string,
  { model, dimension, alias }: CollectionSettings,
): Promise<void> {
  await qdrant.write(async (client) => {
    try {
      await client.api().createCollection({
        collection_name: name,
        vectors: { size: dimension, distance: 'Dot' },
        strict_mode_config: {
          enabled: true,
          unindexed_filtering_retrieve: false,
          unindexed_filtering_update: false,
        },
        metadata: { [MODEL_KEY]: model },
      });
    } catch (error) {
      // Another process, or an earlier attempt, has created it.
      if (statusOf(error) !== 409) throw error;
    }
  });
  await requireSameVectors(qdrant, name, { model, dimension, alias });
  await createIndexes(qdrant, name);
}

export async function moveAlias(qdrant: Qdrant, alias: string, name: string): Promise<void> {
  const before = await collectionOfAlias(qdrant, alias);
  if (before === name) return;
  const create = { create_alias: { alias_name: alias, collection_name: name } };
  await qdrant.write((client) =>
    client.updateCollectionAliases({
      // One request does both, so the alias names a collection at every moment.
      actions: before === null ? [create] : [{ delete_alias: { alias_name: alias } }, create],
    }),
  );
}

export async function collectionOfAlias(qdrant: Qdrant, alias: string): Promise<string | null> {
  const { aliases } = await qdrant.read((client) => client.getAliases());
  return aliases.find((each) => each.alias_name === alias)?.collection_name ?? null;
}

/** Returns the numbers of the collections that were created for the alias, ascending. */
export async function collectionNumbers(qdrant: Qdrant, alias: string): Promise<number[]> {
  const { collections } = await qdrant.read((client) => client.getCollections());
  return collections
    .map(({ name }) => collectionNumber(alias, name))
    .filter((number) => number !== null)
    .sort((a, b) => a - b);
}

export function collectionName(alias: string, number: number): string {
  return `${alias}_${number}`;
}

export function collectionNumber(alias: string, name: string): number | null {
  if (!name.startsWith(`${alias}_`)) return null;
  const digits = name.slice(alias.length + 1);
  return /^[1-9]\d*$/.test(digits) ? Number(digits) : null;
}

async function requireSameVectors(
  qdrant: Qdrant,
  name: string,
  { model, dimension }: CollectionSettings,
): Promise<void> {
  const { config } = await qdrant.read((client) => client.getCollection(name));
  const { vectors } = config.params;
  const size = vectors && 'size' in vectors ? vectors.size : undefined;
  const distance = vectors && 'distance' in vectors ? vectors.distance : undefined;
  const collectionModel = config.metadata?.[MODEL_KEY];
  const isSameModel = collectionModel === undefined || collectionModel === model;
  if (size === dimension && distance === 'Dot' && isSameModel) return;
  throw new AppError(
    'conflict',
    `The collection ${name} has vectors of ${collectionModel ?? 'an unknown model'} (${size}, ${distance}), but the current model is ${model} (${dimension}, Dot). Set EMBEDDING_MODEL to the model of the collection, or QDRANT_COLLECTION to another name.`,
  );
}

async function createIndexes(qdrant: Qdrant, name: string): Promise<void> {
  const info = await qdrant.read((client) => client.getCollection(name));
  for (const [field, schema] of Object.entries(PAYLOAD_INDEXES)) {
    if (field in info.payload_schema) continue;
    await qdrant.write((client) =>
      client.createPayloadIndex(name, { field_name: field, field_schema: schema, wait: true }),
    );
  }
}

/** Throws `conflict` for older servers: they would accept an upsert and ignore its condition. */
async function requireVersion(qdrant: Qdrant): Promise<void> {
  const { data } = await qdrant.read((client) => client.api().root({}));
  if (!isOlder(data.version, OLDEST_QDRANT)) return;
  throw new AppError(
    'conflict',
    `Qdrant ${data.version} is too old. Version ${releaseText(OLDEST_QDRANT)} or newer is required.`,
  );
}
