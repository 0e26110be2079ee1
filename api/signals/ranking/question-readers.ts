/** How questions are read: in English, misspelt too, and with glossaries in other languages. */
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import { createReadWords } from './parts/asked-parts.js';
import type { ForeignQuestions, RankingDeps } from './ranking.js';
import type { RankingConstants } from './relevance/constants.js';
import { createSpelling } from './spelling/misspelt.js';
import { createGloss, loadGlossaries } from './words/gloss.js';
import {
  loadEnglishTexts,
  loadOtherTexts,
  loadTranslatedWording,
  loadWording,
  type Wording,
} from './words/wording.js';

const SPELT = { english: loadEnglishTexts, others: loadOtherTexts };

/** `wordPieces`: of the model; without them no words are read. Files are read at the first question. */
export function questionReaders(
  wordPieces: WordPieces | null,
  constants: RankingConstants,
): Pick<RankingDeps, 'readWords' | 'correctSpelling'> & { foreign: ForeignQuestions } {
  const readWords = (load: () => Wording) =>
    wordPieces && createReadWords(wordPieces, load, constants);
  return {
    readWords: readWords(loadWording),
    correctSpelling: wordPieces && createSpelling(wordPieces, SPELT),
    foreign: { gloss: createGloss(loadGlossaries), readWords: readWords(loadTranslatedWording) },
  };
}
