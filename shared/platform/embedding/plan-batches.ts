/** Groups texts for the model: alike in length, few padded tokens a run. Pure. */

export interface BatchLimits {
  /** Padded tokens of a run: the longest text's tokens times the number of texts. */
  maxTokens: number;
  maxTexts: number;
}

/** Characters an English word piece has on average; only the grouping depends on it. */
const CHARACTERS_PER_TOKEN = 4;
const MAX_TOKENS_PER_TEXT = 256;

/** Indices into `texts`, each in exactly one batch; longest texts first. */
export function planBatches(texts: readonly string[], limits: BatchLimits): number[][] {
  const order = texts.map((_, index) => index);
  order.sort((a, b) => (texts[b]?.length ?? 0) - (texts[a]?.length ?? 0) || a - b);
  const batches: number[][] = [];
  let batch: number[] = [];
  let longest = 0;
  for (const index of order) {
    const tokens = estimateTokens(texts[index] ?? '');
    longest = Math.max(longest, tokens);
    const full = batch.length >= limits.maxTexts || longest * (batch.length + 1) > limits.maxTokens;
    if (full && batch.length > 0) {
      batches.push(batch);
      batch = [];
      longest = tokens;
    }
    batch.push(index);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

function estimateTokens(text: string): number {
  return Math.min(MAX_TOKENS_PER_TEXT, 2 + Math.ceil(text.length / CHARACTERS_PER_TOKEN));
}
