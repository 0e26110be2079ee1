/** Reads the account of this tab's key, which is free. Pages about usage always read it again. */
import { useQuery } from '@tanstack/react-query';
import { call } from './call.js';
import type { AccountResponse } from './shapes.js';

export function useAccount({ isFresh = false } = {}) {
  return useQuery({
    refetchOnMount: isFresh ? 'always' : true,
    queryKey: ['account'],
    queryFn: ({ signal }) => call<AccountResponse>('/v1/account', { signal }),
  });
}
