/** Lists the signal types of the catalogue, together with other types in the data. */
import { groupBy } from '../../shared/domain/group-by.js';
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import type { SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type {
  SignalTypesQuery,
  SignalTypesResponse,
} from '../../shared/domain/schemas/types.generated.js';
import { isoOf } from '../../shared/domain/time.js';
import { commonFilter, isUnfiltered } from './filters.js';

/**
 * Lists the types of the association in the query. A type of the other association is listed as well
 * if it has signals of this one, so that counts add up to the total.
 */
export async function listTypes(
  { signals, types }: { signals: SignalReader; types: SignalTypes },
  query: SignalTypesQuery,
  nowMs: number,
): Promise<SignalTypesResponse> {
  const filter = commonFilter(query);
  // All signals, and those of the query's association and period.
  const [all, counts = all] = await Promise.all([
    signals.types({}),
    isUnfiltered(filter) ? undefined : signals.types(filter),
  ]);
  const countsByType = new Map(counts.map((each) => [foldCase(each.type), each]));
  const uncatalogued = all.filter(({ type }) => !types.type(type));
  const entries = [
    ...types.types.map(({ type, association, description }) => ({
      type,
      association,
      description,
    })),
    ...uncatalogued.map(({ type, association }) => ({ type, association, description: type })),
  ];
  const listed = entries
    .filter(
      ({ type, association }) =>
        !query.association || association === query.association || countsByType.has(foldCase(type)),
    )
    .map((entry) => {
      if (!query.include_counts) return entry;
      const stored = all.find(({ type }) => foldCase(type) === foldCase(entry.type));
      const catalogued = types.type(entry.type)?.subtypes.map(({ subtype }) => subtype) ?? [];
      const spellings = groupBy([...catalogued, ...(stored?.subtypes ?? [])], foldCase);
      return {
        ...entry,
        count: countsByType.get(foldCase(entry.type))?.count ?? 0,
        subtypes: [...spellings.values()].flatMap((same) => same.slice(0, 1)),
      };
    });
  return {
    signal_types: listed,
    total_signals: counts.reduce((sum, { count }) => sum + count, 0),
    counted_at: isoOf(nowMs),
  };
}
