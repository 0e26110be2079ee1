/**
 * The tables of numbers that ranking needs for a model, and their files. The tables of the bundled
 * model are in `seeds/ranking`. A folder of tables appears as a whole or not at all.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { once } from '../../../../shared/domain/once.js';
import { packageRoot } from '../../../../shared/domain/package-root.js';
import type { Classifier } from './classifier.js';
import { Int8Rows } from './int8-rows.js';
import { TopicWords } from './topic-words.js';
import { WordWeights } from './word-weights.js';

export interface RankingTables {
  /** Name of the model. The tables only fit its vectors and word pieces. */
  model: string;
  /** Length of a vector. */
  dimension: number;
  /** Length of a row of `pieces`. */
  projected: number;
  /** For each word piece, a row of `projected` numbers. */
  pieces: Int8Rows;
  /** Projects a state: `dimension` rows of `projected` numbers. */
  projection: Float32Array;
  /** For each word piece, how much it counts: its inverse document frequency. */
  inverseFrequencies: Float32Array;
  /** A classifier that says which subtype a question asks for; labels as in `subtypes`. */
  subtypeClassifier: QuestionClassifier;
  /** What was learned about topics, which are finer than subtypes. */
  topics: Topics;
  /** The vector of each text, a row of `dimension` numbers. Texts of one subtype are adjacent. */
  texts: Int8Rows;
  /** The subtypes, in the order of their texts. */
  subtypes: readonly SubtypeTexts[];
}

/** A classifier of questions by their vectors and by their word pieces. */
export interface QuestionClassifier extends Classifier {
  words: WordWeights;
}

export interface Topics {
  /** Classifies vectors of questions. Labels: topics, then subtypes without topics, then groups. */
  classifier: Classifier;
  /** For each topic, a row of length 1: the direction of the vectors of texts about it. */
  directions: Float32Array;
  /** What words say for each topic and for each subtype without topics. */
  words: TopicWords;
  /** For each topic, the subtype of signals that report it; `null` if they may have any subtype. */
  subtypes: readonly (string | null)[];
  /** Indices of topics whose signals deny what others report. */
  denials: readonly number[];
  groups: readonly KindGroup[];
}

/** A name that people use for several kinds of signals, such as "bad news". */
interface KindGroup {
  /** Indices of kinds: first come the topics, then the subtypes without topics. */
  kinds: readonly number[];
  subtypes: readonly string[];
}

interface SubtypeTexts {
  subtype: string;
  /** The number of its texts. */
  texts: number;
}

interface Manifest
  extends Pick<RankingTables, 'model' | 'dimension' | 'projected' | 'subtypes'>,
    Pick<Topics, 'denials' | 'groups'> {
  /** Hash of everything the tables are made from. */
  fingerprint: string;
  /** Hash of the code that makes them. */
  code: string;
  pieces: number;
  /** The subtype of each topic, as in `Topics.subtypes`. */
  topics: Topics['subtypes'];
  /** The number of topics and of subtypes without topics. */
  kinds: number;
}

export type TablesOrigin = Pick<Manifest, 'fingerprint' | 'code'>;

const MANIFEST = 'tables.json';
const NUMBERS = 'tables.bin';
/** The folder with the tables of the bundled model. */
export const BUNDLED_TABLES = join(packageRoot(), 'seeds/ranking');

/** Returns the tables of the bundled model, which a process reads only once. */
export const loadRankingTables = once(() => readTables(BUNDLED_TABLES));

export function originOf(folder: string): TablesOrigin {
  return readManifest(folder);
}

export function hasTables(folder: string): boolean {
  return existsSync(join(folder, MANIFEST));
}

/** Throws if the file of numbers does not have the size that the manifest says. */
export function readTables(folder: string): RankingTables {
  const manifest = readManifest(folder);
  const file = readFileSync(join(folder, NUMBERS));
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  let at = 0;
  const take = (length: number): ArrayBuffer => {
    at += length;
    return bytes.slice(at - length, at);
  };
  const { model, dimension, projected, subtypes, topics, denials, kinds, groups } = manifest;
  const takeWords = (labels: number): WordWeights => {
    const [unit = 1, count = 0] = new Float32Array(take(8));
    const words = new Uint16Array(take(2 * count));
    const rows = new Int8Rows(new Int8Array(take(count * labels)), labels);
    return new WordWeights({ pieces: words, rows, unit });
  };
  const takeClassifier = (labels: number): Classifier => ({
    weights: new Float32Array(take(4 * labels * dimension)),
    biases: new Float32Array(take(4 * labels)),
  });
  const texts = subtypes.reduce((sum, each) => sum + each.texts, 0);
  const tables = {
    model,
    dimension,
    projected,
    pieces: new Int8Rows(new Int8Array(take(manifest.pieces * projected)), projected),
    projection: new Float32Array(take(4 * dimension * projected)),
    inverseFrequencies: new Float32Array(take(4 * manifest.pieces)),
    subtypeClassifier: { ...takeClassifier(subtypes.length), words: takeWords(subtypes.length) },
    topics: {
      classifier: takeClassifier(kinds + groups.length),
      directions: new Float32Array(take(4 * topics.length * dimension)),
      words: new TopicWords(takeWords(kinds), new Float32Array(take(4 * kinds))),
      subtypes: topics,
      denials,
      groups,
    },
    texts: new Int8Rows(new Int8Array(take(texts * dimension)), dimension),
    subtypes,
  };
  if (at === bytes.byteLength) return tables;
  throw new Error(`${join(folder, NUMBERS)} has ${bytes.byteLength} bytes instead of ${at}`);
}

/** Replaces the folder's files in place. */
export function writeTables(folder: string, tables: RankingTables, origin: TablesOrigin): void {
  const { model, dimension, projected, pieces, projection, inverseFrequencies, texts, subtypes } =
    tables;
  const { subtypeClassifier } = tables;
  const { classifier, directions, words, denials, groups } = tables.topics;
  const ofWords = ({ learned }: WordWeights) => [
    Float32Array.of(learned.unit, learned.pieces.length),
    learned.pieces,
    learned.rows.numbers,
  ];
  const parts = [
    ...[pieces.numbers, projection, inverseFrequencies],
    ...[subtypeClassifier.weights, subtypeClassifier.biases, ...ofWords(subtypeClassifier.words)],
    ...[
      classifier.weights,
      classifier.biases,
      directions,
      ...ofWords(words.words),
      words.biases,
      texts.numbers,
    ],
  ];
  const bytes = parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  const manifest: Manifest = {
    ...origin,
    model,
    pieces: inverseFrequencies.length,
    dimension,
    projected,
    subtypes,
    topics: tables.topics.subtypes,
    denials,
    kinds: words.biases.length,
    groups,
  };
  writeFileSync(join(folder, NUMBERS), Buffer.concat(bytes), { flush: true });
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
}

/**
 * Writes the tables into a new folder and renames it to `folder`, so that readers see all files or
 * none. If another process has published tables there, they stay.
 */
export function publishTables(folder: string, tables: RankingTables, origin: TablesOrigin): void {
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeTables(draft, tables, origin);
  try {
    renameSync(draft, folder);
    syncFolder(dirname(folder));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!hasTables(folder)) throw error;
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
