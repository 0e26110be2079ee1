/**
 * Computes fingerprints of what tables are made from: equal models, texts and code make equal
 * tables. An installed package does not contain the code, so the fingerprint of the code is stored
 * with the bundled tables.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../../shared/domain/package-root.js';
import { BUNDLED_TABLES, originOf, type TablesOrigin } from '../relevance/tables.js';
import { textFiles } from './catalogue-texts.js';

const MODEL_FILES = ['onnx/model_quantized.onnx', 'tokenizer.json', 'tokenizer_config.json'];
/** Code that makes the tables. Even a changed comment in these files makes another fingerprint. */
const CODE = [
  'api/signals/ranking/build/build-tables.ts',
  'api/signals/ranking/build/catalogue-texts.ts',
  'api/signals/ranking/build/learn-questions.ts',
  'api/signals/ranking/build/learn-topic-words.ts',
  'api/signals/ranking/build/learn-topics.ts',
  'api/signals/ranking/build/learn-words.ts',
  'api/signals/ranking/build/learn.ts',
  'api/signals/ranking/build/numbers.ts',
  'api/signals/ranking/relevance/word-weights.ts',
  'api/signals/ranking/words/abbreviations.ts',
  'api/signals/ranking/words/short-places.ts',
];

export async function codeFingerprint(): Promise<string> {
  return hashOf(CODE.map((path) => join(packageRoot(), path)));
}

/** Returns the fingerprints; a large model takes a second. `code` is that of the code. */
export async function tablesOrigin(
  modelFolder: string,
  code: string = originOf(BUNDLED_TABLES).code,
): Promise<TablesOrigin> {
  const paths = [
    ...MODEL_FILES.map((path) => join(modelFolder, path)),
    ...textFiles().map((path) => join(packageRoot(), path)),
  ];
  return { code, fingerprint: await hashOf(paths, code) };
}

async function hashOf(paths: readonly string[], before = ''): Promise<string> {
  const hash = createHash('sha256').update(before);
  for (const path of paths) {
    hash.update('\0');
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  }
  return hash.digest('hex');
}
