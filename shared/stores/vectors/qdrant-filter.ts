/** Translates a filter to Qdrant conditions with the same meaning as in `filterSql`. */
import { foldCase } from '../../domain/normalise/fold-case.js';
import type { VectorFilter } from '../../domain/ports/vector-index.js';
import { wellFormed } from '../../domain/well-formed.js';
import type { QdrantCondition, QdrantFilter } from '../../platform/qdrant/client.js';
import { detectedRange } from '../signals/signal-filter-sql.js';
import type { PayloadField } from './qdrant-points.js';

/** Returns `null` if nothing can satisfy the filter; without `must` if it filters nothing. */
export function qdrantFilter(filter: VectorFilter): QdrantFilter | null {
  const lists: [PayloadField, readonly string[] | undefined][] = [
    ['type', filter.signalTypes?.map(foldCase)],
    ['subtype', filter.signalSubtypes?.map(foldCase)],
    ['industries', filter.companyIndustries?.map(foldCase)],
    ['company', filter.companyKeys],
    ['contact', filter.contactKeys],
  ];
  if (lists.some(([, values]) => values?.length === 0)) return null;
  const { after, before } = detectedRange(filter);
  const { employeeCountMin: min, employeeCountMax: max } = filter;
  const must: QdrantCondition[] = [
    ...lists.flatMap(([key, values]) =>
      values ? [{ key, match: { any: [...new Set(wellFormed(values))] } }] : [],
    ),
    // A point has the field `contact` only if its signal has a person.
    ...(filter.concerning ? [{ key: filter.concerning, match: { except: [''] } }] : []),
    ...(filter.otherThan === undefined ? [] : [{ must_not: [{ has_id: [filter.otherThan] }] }]),
    ...equals('association', filter.association),
    ...equals('contact_email', filter.contactEmail),
    ...equals('contact_network_url', filter.contactNetworkUrl),
    ...range('detected_at', { gt: after, lt: before }),
    // Points of unknown size have neither field. An open end is stored as the widest value.
    ...range('employees_high', { gte: min }),
    ...range('employees_low', { lte: max }),
    ...(filter.amounts ?? []).map((ranges) => ({
      should: ranges.flatMap(({ of, from, to }) => range(`largest_${of}`, { gte: from, lte: to })),
    })),
  ];
  return must.length === 0 ? {} : { must };
}

function equals(key: PayloadField, value: string | undefined): QdrantCondition[] {
  return value === undefined ? [] : [{ key, match: { value: wellFormed(value) } }];
}

type Bounds = Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number | undefined>>;

function range(key: PayloadField, bounds: Bounds): QdrantCondition[] {
  const set = Object.entries(bounds).filter(([, bound]) => bound !== undefined);
  return set.length === 0 ? [] : [{ key, range: Object.fromEntries(set) }];
}
