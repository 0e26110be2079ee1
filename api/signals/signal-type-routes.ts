/** Signal types: the catalogue united with what the data holds, and their volumes over time. */
import { AppError } from '../../shared/domain/errors.js';
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { SignalReader, TypeCount } from '../../shared/domain/ports/signal-reader.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type {
  SignalTypeEntry,
  SignalTypesQuery,
} from '../../shared/domain/schemas/types.generated.js';
import type { Handler } from '../http/request-context.js';
import { checkPart, refuseFaults } from '../validation/validate-request.js';
import { commonFilter } from './filters.js';
import { describeBuckets, historyBuckets } from './type-history.js';

export interface SignalTypeRouteDeps {
  signals: SignalReader;
  types: SignalTypes;
  clock: Clock;
}

export function signalTypeRoutes(deps: SignalTypeRouteDeps): Record<string, Handler> {
  return {
    async listSignalTypes(request) {
      const query = checkPart('api/signal-types.query', 'query', request.query).value;
      const filter = commonFilter(query);
      const narrowed = Object.keys(filter).length > 0;
      const [all, counts = all] = await Promise.all([
        deps.signals.types({}),
        narrowed ? deps.signals.types(filter) : undefined,
      ]);
      const body = {
        signal_types: entriesOf(deps.types, counts, all, query),
        total_signals: counts.reduce((sum, { count }) => sum + count, 0),
        counted_at: new Date(deps.clock.now()).toISOString(),
      };
      return { body, charge: null, results: body.signal_types.length };
    },

    async readSignalTypeHistory(request) {
      const query = checkPart('api/signal-type-history.query', 'query', request.query);
      const params = checkPart('api/signal-type-history.params', 'path', request.params);
      refuseFaults(query, params);
      const { months, interval } = query.value;
      const nowMs = deps.clock.now();
      const buckets = historyBuckets(nowMs, months, interval);
      const fromMs = buckets[0]?.startMs ?? nowMs;
      const known = deps.types.type(params.value.type);
      const { stored, counts } = await deps.signals.history({
        type: params.value.type,
        fromMs,
        untilMs: nowMs,
        interval,
        withStored: known === undefined,
      });
      const described = known ?? stored;
      if (!described) {
        throw new AppError('not_found', 'There is no such signal type.');
      }
      const history = describeBuckets(buckets, counts, nowMs);
      const body = {
        type: described.type,
        association: described.association,
        interval,
        months,
        since: new Date(fromMs).toISOString(),
        until: new Date(nowMs).toISOString(),
        total: history.reduce((sum, { count }) => sum + count, 0),
        history,
      };
      return { body, charge: null, results: history.length };
    },
  };
}

/**
 * Types that `association` leaves out are not listed, but where signals of it were found: counts add up
 * to the total. `counts` honours `since` as well.
 */
function entriesOf(
  types: SignalTypes,
  counts: readonly TypeCount[],
  all: readonly TypeCount[],
  query: SignalTypesQuery,
): SignalTypeEntry[] {
  const counted = new Map(counts.map((each) => [foldCase(each.type), each]));
  const extra = all.filter(({ type }) => !types.type(type));
  const known = [
    ...types.types.map(({ type, association, description }) => ({
      type,
      association,
      description,
    })),
    ...extra.map(({ type, association }) => ({ type, association, description: type })),
  ];
  return known
    .filter(
      ({ type, association }) =>
        !query.association || association === query.association || counted.has(foldCase(type)),
    )
    .map((entry) => {
      if (!query.include_counts) return entry;
      const seen = all.find(({ type }) => foldCase(type) === foldCase(entry.type));
      const listed = types.type(entry.type)?.subtypes.map(({ subtype }) => subtype) ?? [];
      return {
        ...entry,
        count: counted.get(foldCase(entry.type))?.count ?? 0,
        subtypes: [...new Set([...listed, ...(seen?.subtypes ?? [])])],
      };
    });
}
