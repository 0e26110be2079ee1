/** Reads the account of this tab's key and, for operators, all accounts. The calls are free. */
import { useQuery } from '@tanstack/react-query';
import { call } from './call.js';
import type { AccountResponse, AdminAccount } from './shapes.js';

/** Reads the account of this tab's key: again at each use if `isFresh`, for pages about usage. */
export function useAccount({ isFresh = false } = {}) {
  return useQuery({
    refetchOnMount: isFresh ? 'always' : true,
    queryKey: ['account'],
    queryFn: ({ signal }) => call<AccountResponse>('/v1/account', { signal }),
  });
}

/** Reads all accounts of the service with the operator's key. */
export function useAccounts() {
  return useQuery({
    queryKey: ['admin', 'accounts'],
    queryFn: ({ signal }) =>
      call<{ accounts: AdminAccount[] }>('/v1/admin/accounts', { as: 'operator', signal }),
  });
}
