/** Groups texts for the model by length, so that a run has few padded tokens. Pure. */

export interface BatchLimits {
  /** Maximum padded tokens of a run: the longest text's tokens times the number of texts. */
  maxTokens: number;
  maxTexts: number;
}

/** Average number of characters of an English word piece. Only the grouping depends on it. */
const CHARACTERS_PER_TOKEN = 4;
const MAX_TOKENS_PER_TEXT = 256;

/** Returns batches: each text in exactly one, longest texts first. */
export function planBatches(texts: readonly string[], limits: BatchLimits): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let longest = 0;
  for (const text of [...texts].sort((a, b) => b.length - a.length)) {
    const estimate = 2 + Math.ceil(text.length / CHARACTERS_PER_TOKEN);
    const tokens = Math.min(MAX_TOKENS_PER_TEXT, estimate);
    longest = Math.max(longest, tokens);
    const isFull =
      batch.length >= limits.maxTexts || longest * (batch.length + 1) > limits.maxTokens;
    if (isFull && batch.length > 0) {
      batches.push(batch);
      batch = [];
      longest = tokens;
    }
    batch.push(text);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
