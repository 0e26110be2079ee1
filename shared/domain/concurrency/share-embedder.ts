/**
 * Shares the embedder fairly between accounts: the many questions of one account never delay those
 * of another. Other texts are not limited here, because the embedder runs questions first.
 */
import type { Embedder } from '../ports/embedder.js';
import { FairQueue } from './fair-queue.js';
import { currentOwner } from './on-behalf-of.js';

/** Two questions at once keep the model busy. An account may hold one of the two permits. */
const AT_ONCE = 2;

export function shareEmbedder(embedder: Embedder): Embedder {
  const questions = new FairQueue(AT_ONCE);
  return {
    ...embedder,
    embedQuestion: (question) =>
      questions.run(currentOwner(), () => embedder.embedQuestion(question)),
  };
}
