/**
 * The operations on signals: search, count by group, list recent ones, list types and their
 * history, and read one by id. Earlier paths take precedence, so that `types` in
 * `/v1/signals/types` is not read as the id of a signal.
 */
import { AppError } from '../../shared/domain/errors.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import { perCall } from '../operations/price.js';
import type { CallContext } from '../services/services.js';
import { aggregateSignals } from './aggregate-signals.js';
import { listTrending } from './list-trending.js';
import { listTypes } from './list-types.js';
import { countMatches, cursorFiltersOf, searchSignals } from './search-signals.js';
import { readTypeHistory } from './type-history.js';

export const SIGNAL_OPERATIONS: readonly Operation<CallContext>[] = [
  defineOperation({
    id: 'searchSignals',
    route: 'POST /v1/signals/search',
    summary: 'Search signals',
    description:
      'Searches signals by meaning (`query`), by filters, or both. Every result matches every filter. With `query`, the most relevant signals come first, otherwise the newest. `similar_to` searches for signals like a given one. `total` counts all signals that match the filters, because `query` only ranks them. `count_only` returns only the total, free of charge.',
    price: { name: 'search', per: 'call', units: ({ body }) => (body.count_only ? null : 1) },
    body: 'api/search.request',
    responses: ['api/search.response', 'api/search-count.response'],
    errors: ['not_found'],
    page: ({ body }) => ({ cursor: body.cursor, filters: cursorFiltersOf(body) }),
    results: (answer) => ('signals' in answer ? answer.signals.length : null),
    handle: async ({ body, page }, deps) =>
      body.count_only ? { total: await countMatches(deps, body) } : searchSignals(deps, body, page),
  }),
  defineOperation({
    id: 'aggregateSignals',
    route: 'POST /v1/signals/aggregate',
    summary: 'Count signals by group',
    description:
      'Counts the signals that match the filters of a search, in total and by type, subtype, company, industry, day, week or month, or by two of them. The largest groups come first; by a time, the earliest. Groups without signals are left out, so a day, week or month may be missing. `total` counts every signal once; a signal whose company has several industries is in several groups.',
    body: 'api/aggregate.request',
    responses: ['api/aggregate.response'],
    results: ({ groups }) => groups.length,
    handle: ({ body }, deps) => aggregateSignals(deps, body),
  }),
  defineOperation({
    id: 'listTrendingSignals',
    route: 'GET /v1/signals/trending',
    summary: 'List recent signals',
    description:
      'Returns the newest signals in a time window, and the number of signals of each type.',
    query: 'api/trending.query',
    responses: ['api/trending.response'],
    results: ({ signals }) => signals.length,
    handle: ({ query, nowMs }, { signals }) => listTrending(signals, query, nowMs),
  }),
  defineOperation({
    id: 'listSignalTypes',
    route: 'GET /v1/signals/types',
    summary: 'List signal types',
    description:
      'Returns all signal types. If `include_counts=true`, each type has its number of signals and its subtypes.',
    query: 'api/signal-types.query',
    responses: ['api/signal-types.response'],
    results: (answer) => answer.signal_types.length,
    handle: ({ query, nowMs }, deps) => listTypes(deps, query, nowMs),
  }),
  defineOperation({
    id: 'readSignalTypeHistory',
    route: 'GET /v1/signals/types/:type/history',
    summary: 'Get the history of a signal type',
    description:
      'Returns the number of signals of one type by month or week. Periods without signals are included.',
    params: 'api/signal-type-history.params',
    query: 'api/signal-type-history.query',
    responses: ['api/signal-type-history.response'],
    errors: ['not_found'],
    results: ({ history }) => history.length,
    handle: ({ params: { type }, query, nowMs }, deps) => readTypeHistory(deps, type, query, nowMs),
  }),
  defineOperation({
    id: 'readSignal',
    route: 'GET /v1/signals/:signal_id',
    summary: 'Get a signal',
    description: 'Returns one signal by id. Responds 404 if the id is not a UUID.',
    price: perCall('signal'),
    params: 'api/signal.params',
    responses: ['signal'],
    errors: ['not_found'],
    results: () => 1,
    async handle({ params }, { signals }) {
      const signal = await signals.get(params.signal_id);
      if (!signal) throw new AppError('not_found', 'No signal has this id.');
      return signal;
    },
  }),
];
