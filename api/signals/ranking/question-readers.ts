/** Creates the readers of questions: English words, misspelled words, and other languages. */
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import { createParseQuestion } from './parts/parse-question.js';
import type { ForeignQuestions, QuestionDeps } from './prepare-question.js';
import type { RankingConstants } from './relevance/constants.js';
import { createCorrectSpelling } from './spelling/misspelt.js';
import { createGloss, loadGlossaries } from './words/gloss.js';
import {
  loadEnglishTexts,
  loadOtherTexts,
  loadTranslatedWording,
  loadWording,
  type Wording,
} from './words/wording.js';

const SPELLING_TEXTS = { english: loadEnglishTexts, others: loadOtherTexts };

/** Files are loaded at the first question. Without `wordPieces` of the model no words are read. */
export function createQuestionReaders(
  wordPieces: WordPieces | null,
  constants: RankingConstants,
): Pick<QuestionDeps, 'parseQuestion' | 'correctSpelling'> & { foreign: ForeignQuestions } {
  const createParser = (load: () => Wording) =>
    wordPieces && createParseQuestion(wordPieces, load, constants);
  return {
    parseQuestion: createParser(loadWording),
    correctSpelling: wordPieces && createCorrectSpelling(wordPieces, SPELLING_TEXTS),
    foreign: {
      gloss: createGloss(loadGlossaries),
      parseQuestion: createParser(loadTranslatedWording),
    },
  };
}
