/**
 * Makes queries from calls of the API, with keys that begin with the path, and decides when calls
 * are repeated. Calls that cost credits (`PAID`) never are, unless the user asks. Free ones are
 * repeated after half a minute, and once if a store was unavailable.
 */
import {
  QueryClient,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { queryString } from './address.js';
import { isApiError } from './api-error.js';
import { type CallOptions, call } from './call.js';
import type { AggregateResponse } from './shapes.js';

const FRESH_MS = 30_000;
const KEPT_MS = 60 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: KEPT_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => failures < 1 && isApiError(error) && error.status === 503,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export const PAID = { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnMount: false };

type CallSettings<T> = Pick<CallOptions, 'body' | 'paid'> &
  Pick<UseQueryOptions<T>, 'enabled' | 'staleTime' | 'retry' | 'refetchOnMount'> &
  Pick<UseQueryOptions<T>, 'refetchInterval' | 'placeholderData'>;

/** Makes one call, whose answer's body is the data. */
export function useCall<T>(path: string, { body, paid, ...settings }: CallSettings<T> = {}) {
  return useQuery<T>({
    ...(paid && PAID),
    queryKey: [path, body],
    queryFn: async ({ signal }) => (await call<T>(path, { body, paid, signal })).body,
    ...settings,
  });
}

/** Reads a list, of which a further page is read if the user asks for it. */
export function useList<T extends { next_cursor: string | null }>(
  path: string,
  filters: object,
  settings: { refetchOnMount?: 'always' } = {},
) {
  return useInfiniteQuery({
    queryKey: [path, 'pages', filters],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = queryString({ ...filters, cursor: pageParam });
      return (await call<T>(path + query, { signal })).body;
    },
    getNextPageParam: ({ next_cursor }) => next_cursor,
    ...settings,
  });
}

/** Counts signals by the values of some fields. Counting is free. */
export function useCounts(
  filters: object,
  groupBy: readonly string[],
  limit: number,
  settings: CallSettings<AggregateResponse> = {},
) {
  const body = { ...filters, group_by: groupBy, limit };
  return useCall<AggregateResponse>('/v1/signals/aggregate', { body, ...settings });
}

/**
 * Reads again what is shown from paths with this beginning. A first reading that is under way is
 * stopped, because it may have begun before the change: invalidation alone would wait for it.
 */
export async function refresh(path: string): Promise<void> {
  const filters = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      String(queryKey[0]).startsWith(path),
  };
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}
