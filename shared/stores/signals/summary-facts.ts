/** Reads from a summary what `signal_vectors` stores of it in addition to its vector. */
import { LRUCache } from 'lru-cache';
import { inSlices } from '../../domain/concurrency/in-slices.js';
import { type LargestAmounts, largestAmounts } from '../../domain/largest-amounts.js';
import type { WordPieces } from '../../domain/word-pieces.js';

export interface SummaryFacts {
  tokens: number[];
  amounts: LargestAmounts;
}

/** The number of remembered summaries: two batches, one written while the next is prepared. */
const MAX_REMEMBERED = 10_000;
/** The characters of texts plus the word pieces. A summary may be as long as a line. */
const MAX_REMEMBERED_SIZE = 16_000_000;

/** If `wordPieces` is `null`, no summary has tokens. */
export function createSummaryReader(wordPieces: Pick<WordPieces, 'pieces'> | null) {
  const remembered = new LRUCache<string, SummaryFacts>({
    max: MAX_REMEMBERED,
    maxSize: MAX_REMEMBERED_SIZE,
    sizeCalculation: ({ tokens }, summary) => summary.length + tokens.length + 1,
  });
  const read = (summary: string): SummaryFacts => ({
    tokens: wordPieces?.pieces(summary) ?? [],
    amounts: largestAmounts(summary),
  });
  return {
    read: (summary: string): SummaryFacts => remembered.get(summary) ?? read(summary),
    /**
     * Reads summaries before their batch is written, while there is time: this is a tenth of the
     * time that the batch takes. The last ones are remembered.
     */
    async prepareSummaries(summaries: readonly string[]): Promise<void> {
      await inSlices(summaries, (summary) => remembered.set(summary, read(summary)), 'ahead');
    },
  };
}
