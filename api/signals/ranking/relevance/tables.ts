/**
 * The numbers that ranking needs of a model, and their files. Those of the bundled model lie in
 * `seeds/ranking`; a folder of tables appears whole or not at all.
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
import { packageRoot } from '../../../../shared/domain/package-root.js';
import { Int8Rows } from './int8-rows.js';
import type { Learned } from './learned.js';
import { TopicWords } from './topic-words.js';
import { WordWeights } from './word-weights.js';

export interface RankingTables {
  /** Only vectors and word pieces of this model fit. */
  model: string;
  /** Length of a vector, and of a word piece in the table. */
  dimension: number;
  projected: number;
  /** A row of `projected` numbers per word piece. */
  pieces: Int8Rows;
  /** `dimension` rows of `projected` numbers. */
  projection: Float32Array;
  /** Per word piece: how much it tells. */
  frequencies: Float32Array;
  /** By subtype, in their order: what each number of a question's vector says for it, and its start. */
  learned: LearnedQuestions;
  /** What was learned of topics, finer than subtypes. */
  topics: Topics;
  /** A row of `dimension` numbers per text, those of a subtype together. */
  texts: Int8Rows;
  /** In the order of their texts; `texts`: how many. */
  subtypes: readonly SubtypeTexts[];
}

/** With what each word piece of a question says. */
export interface LearnedQuestions extends Learned {
  words: WordWeights;
}

export interface Topics {
  /** How well a vector asks for each topic, then for each subtype without topics, then for each group. */
  asked: Learned;
  /** A row of length 1 per topic: towards the vectors of texts that tell of it. */
  told: Float32Array;
  /** The words of such texts. */
  words: TopicWords;
  /** Of signals that tell of each; `null` if they may be of any. */
  subtypes: readonly (string | null)[];
  groups: readonly KindGroup[];
}

/** What people name several kinds by, such as bad news. */
export interface KindGroup {
  /** Places of topics and of subtypes without topics. */
  kinds: readonly number[];
  subtypes: readonly string[];
}

interface SubtypeTexts {
  subtype: string;
  texts: number;
}

interface Manifest {
  /** Of everything the tables are made from. */
  fingerprint: string;
  /** Of the code that makes them. */
  code: string;
  model: string;
  pieces: number;
  dimension: number;
  projected: number;
  subtypes: readonly SubtypeTexts[];
  /** Subtype of each. */
  topics: readonly (string | null)[];
  /** Topics, and subtypes without topics. */
  kinds: number;
  groups: readonly KindGroup[];
}

export type TablesOrigin = Pick<Manifest, 'fingerprint' | 'code'>;

const MANIFEST = 'tables.json';
const NUMBERS = 'tables.bin';
/** Those of the bundled model. */
export const BUNDLED_TABLES = join(packageRoot(), 'seeds/ranking');

export function loadRankingTables(): RankingTables {
  return readTables(BUNDLED_TABLES);
}

export function originOf(folder: string): TablesOrigin {
  return readManifest(folder);
}

export function hasTables(folder: string): boolean {
  return existsSync(join(folder, MANIFEST));
}

/** Throws if the files do not fit each other. */
export function readTables(folder: string): RankingTables {
  const manifest = readManifest(folder);
  const file = readFileSync(join(folder, NUMBERS));
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  let at = 0;
  const take = (length: number): ArrayBuffer => {
    at += length;
    return bytes.slice(at - length, at);
  };
  const { model, dimension, projected, subtypes, topics, kinds, groups } = manifest;
  const takeWords = (labels: number): WordWeights => {
    const [unit = 1, count = 0] = new Float32Array(take(8));
    const words = new Uint16Array(take(2 * count));
    const rows = new Int8Rows(new Int8Array(take(count * labels)), labels);
    return new WordWeights({ pieces: words, rows, unit });
  };
  const takeLearned = (labels: number): Learned => ({
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
    frequencies: new Float32Array(take(4 * manifest.pieces)),
    learned: { ...takeLearned(subtypes.length), words: takeWords(subtypes.length) },
    topics: {
      asked: takeLearned(kinds + groups.length),
      told: new Float32Array(take(4 * topics.length * dimension)),
      words: new TopicWords(takeWords(kinds), new Float32Array(take(4 * kinds))),
      subtypes: topics,
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
  const { model, dimension, projected, pieces, projection, frequencies, texts, subtypes } = tables;
  const { learned } = tables;
  const { asked, told, words, groups } = tables.topics;
  const ofWords = ({ learned }: WordWeights) => [
    Float32Array.of(learned.unit, learned.pieces.length),
    learned.pieces,
    learned.rows.numbers,
  ];
  const parts = [
    ...[pieces.numbers, projection, frequencies],
    ...[learned.weights, learned.biases, ...ofWords(learned.words)],
    ...[asked.weights, asked.biases, told, ...ofWords(words.words), words.biases, texts.numbers],
  ];
  const bytes = parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  const manifest: Manifest = {
    ...origin,
    model,
    pieces: frequencies.length,
    dimension,
    projected,
    subtypes,
    topics: tables.topics.subtypes,
    kinds: words.biases.length,
    groups,
  };
  writeSafely(join(folder, NUMBERS), Buffer.concat(bytes));
  writeSafely(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Writes them beside the folder and moves them there at once; who comes second changes nothing. */
export function publishTables(folder: string, tables: RankingTables, origin: TablesOrigin): void {
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeTables(draft, tables, origin);
  try {
    renameSync(draft, folder);
    syncPath(dirname(folder));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!hasTables(folder)) throw error;
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
}

function writeSafely(path: string, content: string | Buffer): void {
  writeFileSync(path, content);
  syncPath(path);
}

function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
