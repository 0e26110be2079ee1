/**
 * Creates the ranking of the application: its accounts share the embedder fairly, and the bundled
 * model, which reads only English, gets corrected words and questions in English.
 */
import { basename } from 'node:path';
import { shareEmbedder } from '../../../shared/domain/concurrency/share-embedder.js';
import { bundledModel } from '../../../shared/domain/package-root.js';
import type { Clock } from '../../../shared/domain/ports/clock.js';
import type { Embedder } from '../../../shared/domain/ports/embedder.js';
import type { IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalReader } from '../../../shared/domain/ports/signal-reader.js';
import type { VectorIndex } from '../../../shared/domain/ports/vector-index.js';
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import { createQuestionReaders } from './question-readers.js';
import { createRanking, type Ranking } from './ranking.js';
import { RANKING } from './relevance/constants.js';
import type { RankingTables } from './relevance/tables.js';

export interface AppRankingDeps {
  embedder: Embedder;
  vectors: VectorIndex;
  identity: IdentityGraph;
  signals: SignalReader;
  clock: Clock;
  /** Returns `null` while the tables are built. */
  rankingTables: () => RankingTables | null;
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
    vectors,
    constants: RANKING,
    tables: rankingTables,
    parseQuestion,
    foreign: isBundledModel ? foreign : null,
    correctSpelling: isBundledModel ? correctSpelling : null,
    identity,
    signals,
    clock,
  });
}
