/** Finds states of the US behind places in texts: "Oakland, New Jersey", "Red Bank, NJ". Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { phraseLookup, type Span } from '../words/phrases.js';
import type { Wording } from '../words/wording.js';

/** A state and the number of word pieces that name it, with the comma before. */
interface StateBehind {
  name: string;
  length: number;
}

export interface PlacesInStates {
  /** Returns the state that a text names from a place on, for example ", NJ". */
  stateAt(tokens: readonly number[], at: number): StateBehind | undefined;
  /** Returns where a text names places with their states. */
  findPlaces(tokens: readonly number[]): Span[];
}

const COMMA = ',';
const BEHIND = `${COMMA} `;
/** Words and signs before a place with its state. */
const IN_FRONT = ['in', 'near', 'at', 'of', 'from', 'to', COMMA, '(', ':', ';', 'and'];
/** Most word pieces of a place: "Truth or Consequences". */
const MAX_PIECES = 6;

export function createPlacesInStates(
  states: Wording['states'],
  { phrases: split }: Pick<WordPieces, 'phrases'>,
): PlacesInStates {
  const [comma = -1] = split(COMMA).flat();
  const inFront = new Set(IN_FRONT.flatMap(split).flat());
  const lookup = phraseLookup(
    states.map(({ asked: [name = ''], said }) => {
      const behind = said.filter((each) => each.startsWith(BEHIND));
      const names = [...behind.map((each) => each.slice(BEHIND.length)), name];
      return [names.flatMap(split), name] as const;
    }),
  );
  const stateAt: PlacesInStates['stateAt'] = (tokens, at) => {
    const [first] = tokens[at] === comma ? lookup(tokens, at + 1) : [];
    return first && { name: first[1], length: 1 + first[0].length };
  };
  return {
    stateAt,
    findPlaces(tokens) {
      const found: Span[] = [];
      for (let at = tokens.indexOf(comma); at >= 0; at = tokens.indexOf(comma, at + 1)) {
        const state = stateAt(tokens, at);
        if (!state) continue;
        let start = at;
        while (start > 0 && at - start <= MAX_PIECES && !inFront.has(tokens[start - 1] ?? -1)) {
          start -= 1;
        }
        const isPlace = start < at && at - start <= MAX_PIECES;
        if (isPlace) found.push({ at: start, end: at + state.length });
      }
      return found;
    },
  };
}
