/**
 * Decides when calls are repeated. Calls that cost credits (`PAID`) never are, unless the user
 * asks. Free ones are repeated after half a minute, and once if a store was unavailable.
 */
import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './call.js';

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

export const PAID = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: KEPT_MS,
  retry: false,
  refetchOnMount: false,
  refetchOnReconnect: false,
} as const;
