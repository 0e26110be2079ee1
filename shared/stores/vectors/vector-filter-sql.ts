/** Translates a filter of vectors to SQL: conditions on signals, amounts and phrases. */
import type { VectorFilter } from '../../domain/ports/vector-index.js';
import { type FilterSql, filterSql } from '../signals/signal-filter-sql.js';

const COLUMNS = { money: 'largest_money', people: 'largest_people' } as const;

interface VectorFilterSql extends FilterSql {
  /** Conditions on columns that only `signal_vectors` has; `1` if there are none. */
  vectorConditions: string;
}

export function vectorFilterSql({
  amounts = [],
  phrases = [],
  ...filter
}: VectorFilter): VectorFilterSql {
  const { table, where, params } = filterSql(filter);
  const allParams = { ...params };
  const conditions = amounts.map((ranges, at) => {
    const alternatives = ranges.map(({ of, from, to }, next) => {
      const [least, most] = [`least${at}x${next}`, `most${at}x${next}`];
      Object.assign(allParams, { [least]: from, ...(to !== undefined && { [most]: to }) });
      const upTo = to === undefined ? '' : ` AND ${COLUMNS[of]} <= {${most}:Float32}`;
      return `(${COLUMNS[of]} >= {${least}:Float32}${upTo})`;
    });
    return `(${alternatives.join(' OR ')})`;
  });
  const vectorConditions = [...conditions, ...phrases.map(phraseSql)].join(' AND ') || '1';
  return { table, where, params: allParams, vectorConditions };
}

/**
 * Returns the condition that a summary has one of the phrases. Pieces are numbers below 65,536, so
 * they need no parameters. Phrases of one piece are combined into one test.
 */
function phraseSql(phrases: readonly (readonly number[])[]): string {
  const single = phrases.filter(({ length }) => length === 1).flat();
  const longer = phrases.filter(({ length }) => length > 1);
  const tests = [
    ...(single.length > 0 ? [`hasAny(tokens, ${piecesSql(single)})`] : []),
    ...longer.map((phrase) => `hasAll(tokens, ${piecesSql(phrase)})`),
  ];
  return `(${tests.join(' OR ') || '0'})`;
}

function piecesSql(pieces: readonly number[]): string {
  return `CAST([${pieces.map((piece) => Math.trunc(piece)).join(', ')}], 'Array(UInt16)')`;
}
