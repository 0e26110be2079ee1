/** BM25 over words without their most frequent endings: what a plain text index would answer. */

const K1 = 0.4;
const B = 0.5;
const STOP_WORDS = new Set(
  `a an and are as at be been but by for from had has have in into is it its of on or over that the their
   they this to was were what which who will with`.split(/\s+/),
);

interface Bm25 {
  scores(question: string): number[];
}

export function createBm25(texts: readonly string[]): Bm25 {
  const documents = texts.map(stemsOf);
  const length = documents.reduce((sum, each) => sum + each.length, 0) / documents.length;
  const found = new Map<string, Map<number, number>>();
  documents.forEach((stems, at) => {
    for (const stem of stems) {
      const counts = found.get(stem) ?? new Map<number, number>();
      found.set(stem, counts.set(at, (counts.get(at) ?? 0) + 1));
    }
  });
  return {
    scores(question) {
      const scores = new Array<number>(texts.length).fill(0);
      for (const stem of new Set(stemsOf(question))) {
        const counts = found.get(stem) ?? new Map<number, number>();
        const rarity = Math.log(1 + (texts.length - counts.size + 0.5) / (counts.size + 0.5));
        for (const [at, count] of counts) {
          const share = (documents[at]?.length ?? 0) / length;
          const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + B * share));
          scores[at] = (scores[at] ?? 0) + rarity * weight;
        }
      }
      return scores;
    },
  };
}

function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => word.replace(/(?<=...)(ations?|ings?|ed|ies|es|s|e|y)$/, ''));
}
