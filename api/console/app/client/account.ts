/** The account of this tab's key, with its balance. Free. Pages about usage ask anew when they are opened. */
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
