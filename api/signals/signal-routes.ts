/** Signals: search, trending, one by its id. */
import { AppError } from '../../shared/domain/errors.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { Handler } from '../http/request-context.js';
import { checkPart, refuseFaults } from '../validation/validate-request.js';
import { commonFilter } from './filters.js';
import { countMatches, type SearchDeps, searchSignals } from './search-signals.js';

export interface SignalRouteDeps extends SearchDeps {
  clock: Clock;
}

const HOUR_MS = 3_600_000;
const WINDOW_MS = { '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS, '30d': 30 * 24 * HOUR_MS };

export function signalRoutes(deps: SignalRouteDeps): Record<string, Handler> {
  return {
    async searchSignals(request, call) {
      const query = checkPart('api/no-query.query', 'query', request.query);
      const body = checkPart('api/search.request', 'body', request.body);
      refuseFaults(query, body);
      if (body.value.count_only) {
        const total = await countMatches(deps, body.value);
        return { body: { total }, charge: null, results: null };
      }
      await call.requireCredits('search', 1);
      const page = await searchSignals(deps, body.value, call.route);
      return {
        body: page,
        charge: { operation: 'search', units: 1 },
        results: page.signals.length,
      };
    },

    async listTrendingSignals(request) {
      const query = checkPart('api/trending.query', 'query', request.query).value;
      const sinceMs = deps.clock.now() - WINDOW_MS[query.time_window];
      const filter = {
        ...commonFilter(query),
        detectedAfterMs: sinceMs,
        ...(query.company_domain === undefined ? {} : { companyKeys: [query.company_domain] }),
      };
      const [signals, summary] = await Promise.all([
        deps.signals.list(filter, { limit: query.limit }),
        deps.signals.countByType(filter),
      ]);
      const body = {
        time_window: query.time_window,
        since: new Date(sinceMs).toISOString(),
        signals,
        signal_summary: summary,
        total: Object.values(summary).reduce((sum, count) => sum + count, 0),
      };
      return { body, charge: null, results: signals.length };
    },

    async readSignal(request, call) {
      const query = checkPart('api/no-query.query', 'query', request.query);
      const params = checkPart('api/signal.params', 'path', request.params);
      refuseFaults(query, params);
      await call.requireCredits('signal', 1);
      const signal = await deps.signals.get(params.value.signal_id);
      if (!signal) throw new AppError('not_found', 'No signal has this id.');
      return { body: signal, charge: { operation: 'signal', units: 1 }, results: 1 };
    },
  };
}
