/**
 * Shares the embedder fairly between accounts: the many texts of one account never delay those of another.
 * Batches wait behind every query anyway and pass.
 */
import type { Embedder } from '../ports/embedder.js';
import { FairQueue } from './fair-queue.js';
import { currentOwner } from './on-behalf-of.js';

/** One in work and one ready, so that the model never waits; an account has one of them. */
const AT_ONCE = 2;

export function shareEmbedder(embedder: Embedder): Embedder {
  const queries = new FairQueue({ permits: AT_ONCE });
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
