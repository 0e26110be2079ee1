/** What a row of `signal_vectors` tells of a summary, besides its vector. */
import { LRUCache } from 'lru-cache';
import { type LargestAmounts, largestAmounts } from '../../domain/amounts.js';
import { inSlices } from '../../domain/concurrency/in-slices.js';
import type { WordPieces } from '../../domain/word-pieces.js';

export interface SummaryFacts {
  /** Its word pieces. */
  tokens: number[];
  amounts: LargestAmounts;
}

export interface SummaryReader {
  read(summary: string): SummaryFacts;
  /** Reads them while there is time: it is a tenth of what a batch takes to write. The last ones are remembered. */
  readAhead(summaries: readonly string[]): Promise<void>;
}

/** Two batches: one is written while the next is prepared. */
const MAX_REMEMBERED = 10_000;
/** Of texts and word pieces: a summary may be as long as a line. */
const MAX_REMEMBERED_SIZE = 16_000_000;

/** Without `wordPieces` no summary has tokens. */
export function createSummaryReader(wordPieces: Pick<WordPieces, 'pieces'> | null): SummaryReader {
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
    read: (summary) => remembered.get(summary) ?? read(summary),
    async readAhead(summaries) {
      await inSlices(summaries, (summary) => remembered.set(summary, read(summary)), 'ahead');
    },
  };
}
