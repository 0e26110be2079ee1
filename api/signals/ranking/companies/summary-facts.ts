/**
 * Finds the company facts after the sentence of a summary, as `aboutCompany` of ingest writes them:
 * "Acme bought Bolt. Acme: software, Boston, MA, United States. Bolt: …".
 */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { isAt, type Span } from '../words/phrases.js';

interface SummaryFacts {
  /** Facts of the company that the sentence begins with. */
  mainCompany?: Span;
  /** Facts of the other side of a takeover. */
  otherCompany?: Span;
  /** Their names before the facts. */
  names?: Span[];
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
      facts.names = [...(facts.names ?? []), { at: name.start, end: at }];
    }
    last = { tokens, facts };
    return facts;
  };
}

/**
 * Returns the name before a colon if it begins a sentence that is not the first. Names may have full
 * stops, "Warner Bros.:", so the longest that the text has before is meant, else the shortest.
 */
function nameBefore(
  tokens: readonly number[],
  colon: number,
  stop: number,
): { start: number; isMain: boolean } | undefined {
  let nearest: number | undefined;
  let repeated: number | undefined;
  for (let start = colon - 1; start > 0 && colon - start <= MAX_NAME; start -= 1) {
    if (tokens[start - 1] !== stop) continue;
    nearest ??= start;
    const name = tokens.slice(start, colon);
    if (isAt(name, tokens, 0)) return { start, isMain: true };
    if (isRepeated(name, tokens, start)) repeated = start;
  }
  const start = repeated ?? nearest;
  return start === undefined ? undefined : { start, isMain: false };
}

/** True if a text has a name before a place as well. */
function isRepeated(name: readonly number[], tokens: readonly number[], before: number): boolean {
  const [first = -1] = name;
  let at = tokens.indexOf(first);
  while (!isAt(name, tokens, at)) at = tokens.indexOf(first, at + 1);
  return at < before;
}
