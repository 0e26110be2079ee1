/** The account of this tab's key, with its balance. Free. */
import { useQuery } from '@tanstack/react-query';
import { call } from './call.js';
import type { AccountResponse } from './shapes.js';

export function useAccount() {
  return useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => call<AccountResponse>('/v1/account', { signal }),
  });
}
