/** The word pieces of a model that lies in a folder, if its tokenizer is one of BERT's kind. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWordPieces, type WordPieces } from '../../domain/word-pieces.js';

interface TokenizerFile {
  normalizer?: { type?: string; lowercase?: boolean } | null;
  model: { type?: string; vocab: Record<string, number> };
}

/** What a column of pieces can hold. */
const MAX_VOCABULARY = 65_536;

/** `null` for other tokenizers and for models of a hub. */
export function loadWordPieces(model: string): WordPieces | null {
  const path = join(model, 'tokenizer.json');
  if (!existsSync(path)) return null;
  const file: TokenizerFile = JSON.parse(readFileSync(path, 'utf8'));
  const isKnown = file.model.type === 'WordPiece' && file.normalizer?.lowercase === true;
  const vocabulary = Object.entries(isKnown ? file.model.vocab : {});
  if (vocabulary.length === 0 || vocabulary.length > MAX_VOCABULARY) return null;
  return createWordPieces(new Map(vocabulary));
}
