/**
 * Writes a model for tests of processes in which the meaning of texts plays no part. The same
 * worker and native library load and run it as the bundled one, in a tenth of the time. A text's
 * vector is the mean of the random vectors of its characters and words.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from './random.js';

interface SmallModel {
  /** Length of a vector, which repeats up to `DRAWN` random numbers. */
  dimension: number;
  seed: number;
  /** Words of the vocabulary. */
  words: readonly string[];
  /** False leaves out characters, so that all other words are unknown and quick to learn from. */
  hasCharacters?: boolean;
}

const DRAWN = 32;
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const CHARACTERS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter(
  (character) => character === character.toLowerCase(),
);

export function writeSmallModel(
  folder: string,
  { dimension, seed, words, hasCharacters = true }: SmallModel,
): void {
  const characters = hasCharacters
    ? [...CHARACTERS, ...CHARACTERS.map((character) => `##${character}`)]
    : [];
  const pieces = [...SPECIAL, ...characters, ...words];
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  write('config.json', { model_type: 'bert', hidden_size: dimension });
  write('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    model_max_length: 512,
    ...Object.fromEntries(
      SPECIAL.map((token) => [`${token.slice(1, -1).toLowerCase()}_token`, token]),
    ),
  });
  write('tokenizer.json', tokenizer(pieces));
  writeFileSync(join(folder, 'onnx/model_quantized.onnx'), model(pieces.length, dimension, seed));
}

function tokenizer(pieces: readonly string[]) {
  const idOf = (token: string): number => pieces.indexOf(token);
  const special = (token: string) => ({ SpecialToken: { id: token, type_id: 0 } });
  return {
    version: '1.0',
    added_tokens: SPECIAL.map((content) => ({ id: idOf(content), content, special: true })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')],
      pair: [],
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(pieces.map((token, id) => [token, id])),
    },
  };
}

/**
 * Returns the model in ONNX: `vectors[input_ids + 0 × token_type_ids] × attention_mask`, repeated.
 */
function model(pieces: number, dimension: number, seed: number): Buffer {
  const random = createRandom(seed);
  const drawn = Math.min(DRAWN, dimension);
  const vectors = Array.from({ length: pieces * drawn }, () => random.below(2_001) / 1_000 - 1);
  const parts = Array.from({ length: dimension / drawn }, () => 'part');
  const graph = [
    node('Mul', ['token_type_ids', 'zero'], 'zeros'),
    node('Add', ['input_ids', 'zeros'], 'ids'),
    node('Gather', ['vectors', 'ids'], 'found'),
    node('Cast', ['attention_mask'], 'numbers', attribute('to', 1)),
    node('Unsqueeze', ['numbers', 'last_axis'], 'mask'),
    node('Mul', ['found', 'mask'], 'part'),
    node('Concat', parts, 'last_hidden_state', attribute('axis', 2)),
    text(2, 'small'),
    tensor('zero', 7, [], Buffer.from(BigInt64Array.of(0n).buffer)),
    tensor('last_axis', 7, [1], Buffer.from(BigInt64Array.of(2n).buffer)),
    tensor('vectors', 1, [pieces, drawn], Buffer.from(Float32Array.from(vectors).buffer)),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) => value(11, name, 7, 2)),
    value(12, 'last_hidden_state', 1, 3),
  ];
  const opset = message(8, [text(1, ''), int(2, 13)]);
  return Buffer.concat([int(1, 7), text(2, 'write-small-model'), message(7, graph), opset]);
}

function node(operation: string, inputs: readonly string[], output: string, ...more: Buffer[]) {
  const names = inputs.map((name) => text(1, name));
  return message(1, [...names, text(2, output), text(3, output), text(4, operation), ...more]);
}

/** Encodes an attribute with one whole number. */
function attribute(name: string, content: number): Buffer {
  return message(5, [text(1, name), int(3, content), int(20, 2)]);
}

function tensor(name: string, type: number, shape: readonly number[], bytes: Buffer): Buffer {
  return message(5, [
    ...shape.map((size) => int(1, size)),
    int(2, type),
    text(8, name),
    raw(9, bytes),
  ]);
}

/** Encodes an input or output whose sizes are known only at a run. */
function value(field: number, name: string, type: number, axes: number): Buffer {
  const shape = Array.from({ length: axes }, (_, at) => message(1, [text(2, `${name}_${at}`)]));
  const tensorType = message(1, [int(1, type), message(2, shape)]);
  return message(field, [text(1, name), message(2, [tensorType])]);
}

/** Encodes fields of a protocol buffer by their number. */
function message(field: number, parts: readonly Buffer[]): Buffer {
  return raw(field, Buffer.concat(parts));
}

function text(field: number, content: string): Buffer {
  return raw(field, Buffer.from(content));
}

function raw(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

function int(field: number, content: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(content)]);
}

function varint(content: number): Buffer {
  const bytes: number[] = [];
  let rest = content;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
