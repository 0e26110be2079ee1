/**
 * Creates the ranking of the application: its accounts share the embedder fairly, and the bundled
 * model, which reads only English, gets corrected words and questions in English.
 */
import { basename } from 'node:path';
import { shareEmbedder } from '../../../shared/domain/concurrency/share-embedder.js';
import { bundledModel } from '../../../shared/domain/package-root.js';
import type { Embedder } from '../../../shared/domain/ports/embedder.js';
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import { createParseQuestion } from './parts/parse-question.js';
import type { ForeignQuestions, QuestionDeps } from './prepare-question.js';
import { createRanking, type Ranking, type RankingDeps } from './ranking.js';
import { RANKING, type RankingConstants } from './relevance/constants.js';
import { createCorrectSpelling } from './spelling/misspelt.js';
import { createGloss } from './words/gloss.js';
import { loadGlossaries } from './words/glossary.js';
import { loadTranslatedWording, loadWording, type Wording } from './words/wording.js';

export interface AppRankingDeps
  extends Pick<RankingDeps, 'vectors' | 'identity' | 'signals' | 'clock'> {
  embedder: Embedder;
  /** Returns `null` while the tables are built. */
  rankingTables: RankingDeps['tables'];
  /** The word pieces of the model; if they are `null`, words of questions are not read. */
  wordPieces: WordPieces | null;
}

export function createAppRanking(deps: AppRankingDeps): Ranking {
  const { embedder, vectors, rankingTables, wordPieces, identity, signals, clock } = deps;
  const { parseQuestion, foreign, correctSpelling } = createQuestionReaders(wordPieces, RANKING);
  // Glossaries of other languages and spelling correction are made for the bundled model.
  const isBundledModel = embedder.model === basename(bundledModel());
  return createRanking({
    embedder: shareEmbedder(embedder),
    constants: RANKING,
    tables: rankingTables,
    parseQuestion,
    foreign: isBundledModel ? foreign : null,
    correctSpelling: isBundledModel ? correctSpelling : null,
    ...{ vectors, identity, signals, clock },
  });
}

/**
 * Creates the readers of questions: English words, misspelled words, and other languages. Files are
 * loaded at the first question. Without `wordPieces` of the model no words are read.
 */
export function createQuestionReaders(
  wordPieces: WordPieces | null,
  constants: RankingConstants,
): Pick<QuestionDeps, 'parseQuestion' | 'correctSpelling'> & { foreign: ForeignQuestions } {
  const createParser = (load: () => Wording) =>
    wordPieces && createParseQuestion(wordPieces, load, constants);
  return {
    parseQuestion: createParser(loadWording),
    correctSpelling: wordPieces && createCorrectSpelling(wordPieces),
    foreign: {
      gloss: createGloss(loadGlossaries),
      parseQuestion: createParser(loadTranslatedWording),
    },
  };
}
