/**
 * Shares the embedder fairly between accounts: the many texts of one account never delay those of
 * another. Batches are not limited here, because the embedder runs queries first.
 */
import type { Embedder } from '../ports/embedder.js';
import { FairQueue } from './fair-queue.js';
import { currentOwner } from './on-behalf-of.js';

/** Two queries at once keep the model busy. An account may hold one of the two permits. */
const AT_ONCE = 2;

export function shareEmbedder(embedder: Embedder): Embedder {
  const queries = new FairQueue(AT_ONCE);
  return {
    ...embedder,
    embed: (texts, priority) =>
      priority === 'query'
        ? queries.run(currentOwner(), () => embedder.embed(texts, priority))
        : embedder.embed(texts, priority),
    embedQuestion: (question) =>
      queries.run(currentOwner(), () => embedder.embedQuestion(question)),
  };
}
