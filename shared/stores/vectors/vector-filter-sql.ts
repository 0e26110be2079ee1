/** A filter of vectors as conditions on `signal_vectors`: that of signals, and amounts that summaries tell. */
import type { VectorFilter } from '../../domain/ports/vector-index.js';
import { type FilterSql, filterSql } from '../signals/signal-filter-sql.js';

const COLUMNS = { money: 'largest_money', people: 'largest_people' } as const;

export interface VectorFilterSql extends FilterSql {
  /** Conditions that only `signal_vectors` has the columns for; 1 for none. */
  amounts: string;
}

export function vectorFilterSql({ amounts = [], ...filter }: VectorFilter): VectorFilterSql {
  const { table, where, params } = filterSql(filter);
  const all = { ...params };
  const conditions = amounts.map((ranges, at) => {
    const each = ranges.map(({ of, from, to }, next) => {
      const [least, most] = [`least${at}x${next}`, `most${at}x${next}`];
      Object.assign(all, { [least]: from, ...(to !== undefined && { [most]: to }) });
      const upTo = to === undefined ? '' : ` AND ${COLUMNS[of]} <= {${most}:Float32}`;
      return `(${COLUMNS[of]} >= {${least}:Float32}${upTo})`;
    });
    return `(${each.join(' OR ')})`;
  });
  return { table, where, params: all, amounts: conditions.join(' AND ') || '1' };
}
