/**
 * Opens the word pieces of a model on this machine. For tokenizers of BERT's kind the service has
 * its own code, which is fast; all others run in the model's library.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from '../../domain/once.js';
import { bundledModel } from '../../domain/package-root.js';
import { createWordPieces, type WordPieces } from '../../domain/word-pieces.js';
import { modelFolder } from './model-files.js';

interface TokenizerFile {
  normalizer?: { type?: string; lowercase?: boolean; strip_accents?: boolean | null } | null;
  model: { type?: string; vocab: Record<string, number> };
}

/** Returns `null` if the model has no tokenizer on this machine. */
export async function openWordPieces(model: string): Promise<WordPieces | null> {
  const wordPieces = loadBertWordPieces(model);
  if (wordPieces || !existsSync(tokenizerPath(model))) return wordPieces;
  // The library is large, so it is loaded only where it is used.
  const { libraryWordPieces } = await import('./library-word-pieces.js');
  return libraryWordPieces(modelFolder(model));
}

const loadBundled = once(() => readWordPieces(bundledModel()));

/**
 * Returns `null` if the model has no tokenizer here, or one of another kind than BERT's. A process
 * reads that of the bundled model only once.
 */
export function loadBertWordPieces(model: string): WordPieces | null {
  return model === bundledModel() ? loadBundled() : readWordPieces(model);
}

function readWordPieces(model: string): WordPieces | null {
  const bytes = readTokenizer(model);
  const file: TokenizerFile | null = bytes && JSON.parse(bytes.toString());
  if (file?.model.type !== 'WordPiece' || file.normalizer?.type !== 'BertNormalizer') return null;
  const { lowercase = true, strip_accents: stripAccents } = file.normalizer;
  return createWordPieces(new Map(Object.entries(file.model.vocab)), {
    lowercase,
    stripAccents: stripAccents ?? lowercase,
  });
}

/** Returns the SHA-256 of the tokenizer's file; `null` if there is no file. */
export function tokenizerFingerprint(model: string): string | null {
  const bytes = readTokenizer(model);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

function tokenizerPath(model: string): string {
  return join(modelFolder(model), 'tokenizer.json');
}

function readTokenizer(model: string): Buffer | null {
  const path = tokenizerPath(model);
  return existsSync(path) ? readFileSync(path) : null;
}
