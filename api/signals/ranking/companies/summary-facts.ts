/**
 * Finds the company facts after the sentence of a summary, as `aboutCompany` of ingest writes them:
 * "Acme bought Bolt. Acme: software, Boston, MA, United States. Bolt: …".
 */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import type { Span } from '../words/phrases.js';

interface SummaryFacts {
  /** Facts of the company that the sentence begins with. */
  mainCompany?: Span;
  /** Facts of the other side of a takeover. */
  otherCompany?: Span;
}

/** Finds the facts of a summary. All parts of a question ask for those of the same summary in turn. */
export type FindFacts = (tokens: readonly number[]) => SummaryFacts;

/** Most word pieces of a name. */
const MAX_NAME = 24;

export function createFactsFinder({ phrases: split }: WordPieces): FindFacts {
  const [colon = -1, stop = -1] = [':', '.'].flatMap(split).flat();
  let last: { tokens: readonly number[]; facts: SummaryFacts } | undefined;
  return (tokens) => {
    if (last?.tokens === tokens) return last.facts;
    const facts: SummaryFacts = {};
    for (let at = tokens.indexOf(colon); at >= 0; at = tokens.indexOf(colon, at + 1)) {
      const name = nameBefore(tokens, at, stop);
      if (!name) continue;
      const next = tokens.indexOf(colon, at + 1);
      const end = next < 0 ? tokens.length : (nameBefore(tokens, next, stop)?.start ?? next);
      facts[name.isMain ? 'mainCompany' : 'otherCompany'] ??= { at: at + 1, end };
    }
    last = { tokens, facts };
    return facts;
  };
}

/**
 * Returns the name before a colon if it begins a sentence that is not the first. Names may end like
 * a sentence: "Warner Bros.:".
 */
function nameBefore(
  tokens: readonly number[],
  colon: number,
  stop: number,
): { start: number; isMain: boolean } | undefined {
  let nearest: number | undefined;
  for (let start = colon - 1; start > 0 && colon - start <= MAX_NAME; start -= 1) {
    if (tokens[start - 1] !== stop) continue;
    nearest ??= start;
    const length = colon - start;
    const isMain = tokens.slice(0, length).every((token, at) => token === tokens[start + at]);
    if (isMain) return { start, isMain };
  }
  return nearest === undefined ? undefined : { start: nearest, isMain: false };
}
