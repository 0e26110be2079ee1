/**
 * Builds the tables of ranking from the bundled model and the catalogue: `npm run build-ranking`. With
 * `--check` it only says whether they are those of today's model, catalogue and phrases.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expandAbbreviations } from '../../../api/signals/ranking/abbreviations.js';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../shared/domain/schemas/signal-types.js';
import { createEmbedder } from '../../../shared/platform/embedding/embedder.js';
import { loadWordPieces } from '../../../shared/platform/embedding/load-word-pieces.js';
import { createLogger } from '../../../shared/platform/process/logger.js';
import { learn } from './learn.js';
import { inverseFrequencies, project, projectionOf, toInt8 } from './tables.js';

const MODEL = 'all-MiniLM-L6-v2';
const PROJECTED = 128;
const START_MARK = 101n;
const END_MARK = 102n;
const root = packageRoot();
const folder = join(root, 'seeds/ranking');
const manifestPath = join(folder, 'tables.json');
const modelFolder = join(root, 'models', MODEL);

/** A change in one of these makes other tables. */
const SOURCES = [
  `models/${MODEL}/onnx/model_quantized.onnx`,
  `models/${MODEL}/tokenizer.json`,
  'seeds/signal-types.json',
  'seeds/news/phrases.json',
  'seeds/ranking/questions.json',
  'seeds/ranking/build/tables.ts',
  'seeds/ranking/build/learn.ts',
  'api/signals/ranking/abbreviations.ts',
];

if (process.argv.includes('--check')) check();
else await build();

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of SOURCES) hash.update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function check(): void {
  const { sources } = JSON.parse(readFileSync(manifestPath, 'utf8'));
  if (sources === fingerprint()) return;
  process.stderr.write('seeds/ranking is out of date: run npm run build-ranking\n');
  process.exitCode = 1;
}

async function build(): Promise<void> {
  const wordPieces = loadWordPieces(modelFolder);
  if (!wordPieces) throw new Error('the model has no word pieces');
  const catalogue = catalogueTexts();
  const texts = catalogue.flatMap((each) => each.texts);
  const states = await pieceStates(vocabularySize());
  const projection = projectionOf(states, PROJECTED);
  const pieces = toInt8(states.map((state) => project(state, projection)));
  const frequencies = inverseFrequencies(texts.map(wordPieces.pieces), states.length);
  const asked = catalogue.flatMap(({ texts: own, questions }, label) => [
    ...own.map((text) => ({ text, label, isQuestion: false })),
    ...questions.map((text) => ({ text: expandAbbreviations(text), label, isQuestion: true })),
  ]);
  const vectors = await embedded(asked.map(({ text }) => text));
  const examples = asked.flatMap(({ label, isQuestion }, at) => {
    const vector = vectors[at];
    return isQuestion && vector ? [{ vector, label }] : [];
  });
  const { weights, biases } = learn(examples, catalogue.length);
  const parts = [pieces, projection, frequencies, weights, biases, toInt8(vectors)];
  const bytes = parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  writeFileSync(join(folder, 'tables.bin'), Buffer.concat(bytes));
  const manifest = {
    model: MODEL,
    sources: fingerprint(),
    pieces: states.length,
    dimension: states[0]?.length,
    projected: PROJECTED,
    subtypes: catalogue.map(({ subtype, texts: own, questions }) => ({
      subtype,
      texts: own.length + questions.length,
    })),
  };
  writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Name, description, examples, phrases and questions of every subtype, of all its types together. */
function catalogueTexts(): { subtype: string; texts: string[]; questions: string[] }[] {
  const phrases = textsIn('seeds/news/phrases.json');
  const questions = textsIn('seeds/ranking/questions.json');
  const bySubtype = new Map<string, Set<string>>();
  for (const { subtypes } of loadSignalTypes().types) {
    for (const { subtype, name, description, examples } of subtypes) {
      const texts = bySubtype.get(subtype) ?? new Set(phrases[subtype]);
      bySubtype.set(subtype, texts.add(name).add(description));
      for (const example of examples) texts.add(example);
    }
  }
  return [...bySubtype].map(([subtype, texts]) => ({
    subtype,
    texts: [...texts],
    questions: questions[subtype] ?? [],
  }));
}

function textsIn(path: string): Record<string, string[]> {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function vocabularySize(): number {
  const { model } = JSON.parse(readFileSync(join(modelFolder, 'tokenizer.json'), 'utf8'));
  return Object.keys(model.vocab).length;
}

/** The last state of each piece between the marks of begin and end, one run each. */
async function pieceStates(count: number): Promise<Float32Array[]> {
  const { AutoModel, env, Tensor } = await import('@xenova/transformers');
  env.allowRemoteModels = false;
  env.localModelPath = join(root, 'models/');
  const model = await AutoModel.from_pretrained(MODEL, { quantized: true });
  const row = (values: bigint[]) => new Tensor('int64', BigInt64Array.from(values), [1, 3]);
  const states: Float32Array[] = [];
  for (let piece = 0; piece < count; piece += 1) {
    const { last_hidden_state: state } = await model({
      input_ids: row([START_MARK, BigInt(piece), END_MARK]),
      attention_mask: row([1n, 1n, 1n]),
      token_type_ids: row([0n, 0n, 0n]),
    });
    const width = state.dims[2];
    states.push(Float32Array.from(state.data.slice(width, 2 * width)));
    if (piece % 1_000 === 0) process.stdout.write(`\r${piece} of ${count} word pieces`);
  }
  process.stdout.write('\n');
  return states;
}

async function embedded(texts: readonly string[]): Promise<Float32Array[]> {
  const embedder = await createEmbedder({ model: modelFolder, logger: createLogger('silent') });
  // One by one: what a text is embedded with must not change its vector.
  const vectors: Float32Array[] = [];
  for (const text of texts) vectors.push(...(await embedder.embed([text], 'batch')));
  await embedder.close();
  return vectors;
}
