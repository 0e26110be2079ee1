/** The numbers of `seeds/ranking`, which `npm run build-ranking` makes from the bundled model. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../shared/domain/package-root.js';

export interface RankingTables {
  /** Only vectors and word pieces of this model fit. */
  model: string;
  /** Length of a vector, and of a word piece in the table. */
  dimension: number;
  projected: number;
  /** A row of `projected` numbers per word piece, each row of length 127. */
  pieces: Int8Array;
  /** `dimension` rows of `projected` numbers. */
  projection: Float32Array;
  /** Per word piece: how much it tells. */
  frequencies: Float32Array;
  /** By subtype, in their order: what each number of a question's vector says for it, and its start. */
  learned: { weights: Float32Array; biases: Float32Array };
  /** Vectors of a subtype's texts one behind the other, each of length 127. */
  subtypes: { subtype: string; vectors: Int8Array }[];
}

interface Manifest {
  model: string;
  pieces: number;
  dimension: number;
  projected: number;
  subtypes: { subtype: string; texts: number }[];
}

export function loadRankingTables(): RankingTables {
  const folder = join(packageRoot(), 'seeds/ranking');
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'tables.json'), 'utf8'));
  const file = readFileSync(join(folder, 'tables.bin'));
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  let at = 0;
  const take = (length: number): ArrayBuffer => {
    at += length;
    return bytes.slice(at - length, at);
  };
  const { model, dimension, projected } = manifest;
  const count = manifest.subtypes.length;
  return {
    model,
    dimension,
    projected,
    pieces: new Int8Array(take(manifest.pieces * projected)),
    projection: new Float32Array(take(4 * dimension * projected)),
    frequencies: new Float32Array(take(4 * manifest.pieces)),
    learned: {
      weights: new Float32Array(take(4 * count * dimension)),
      biases: new Float32Array(take(4 * count)),
    },
    subtypes: manifest.subtypes.map(({ subtype, texts }) => ({
      subtype,
      vectors: new Int8Array(take(texts * dimension)),
    })),
  };
}
