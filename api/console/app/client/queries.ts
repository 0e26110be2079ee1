/** Makes queries from calls of the API. Their keys begin with the path of the call. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryString } from './address.js';
import { type CallOptions, call } from './call.js';
import { PAID, queryClient } from './query-client.js';
import type { AggregateResponse } from './shapes.js';

type ReadOptions = Pick<CallOptions, 'body' | 'as' | 'paid'>;

/** Returns the query of one call, whose data is the body of the answer. */
export function queryOf<T>(path: string, options: ReadOptions = {}) {
  return queryOptions({
    ...(options.paid && PAID),
    queryKey: [path, options.body],
    queryFn: async ({ signal }) => (await call<T>(path, { ...options, signal })).body,
  });
}

/** Returns the query of a list, which reads a further page if the user asks for it. */
export function listQueryOf<T extends { next_cursor: string | null }>(
  path: string,
  filters: object,
  options: ReadOptions = {},
) {
  return infiniteQueryOptions({
    queryKey: [path, 'pages', filters],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = queryString({ ...filters, cursor: pageParam });
      return (await call<T>(path + query, { ...options, signal })).body;
    },
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** Returns the query that counts signals by the values of some fields. Counting is free. */
export function countQueryOf(filters: object, groupBy: readonly string[], limit: number) {
  const body = { ...filters, group_by: groupBy, limit };
  return queryOf<AggregateResponse>('/v1/signals/aggregate', { body });
}

/** Reads again what is shown from paths with this beginning. */
export function refresh(path: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path),
  });
}
