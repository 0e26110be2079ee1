/** Splits a signal into its clauses. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';

/** Returns the clauses of a text, none if it has only one. */
export type FindClauses = (tokens: readonly number[]) => readonly (readonly number[])[];

/** They end a clause, also within a number such as "1,400". */
const SIGNS = [',', '.', ';', ':', '–', '—'];
/** A shorter clause is part of the next one. A shorter last one is left out. */
const LEAST_PIECES = 7;

export function createClauseFinder({ pieces, unknown }: WordPieces): FindClauses {
  const signs = new Set(SIGNS.flatMap((sign) => pieces(sign)).filter((piece) => piece !== unknown));
  return (tokens) => {
    const clauses: (readonly number[])[] = [];
    let start = 0;
    const endAt = (end: number): void => {
      if (end - start < LEAST_PIECES) return;
      clauses.push(tokens.slice(start, end));
      start = end + 1;
    };
    tokens.forEach((token, at) => {
      if (signs.has(token)) endAt(at);
    });
    endAt(tokens.length);
    return clauses.length > 1 ? clauses : [];
  };
}
