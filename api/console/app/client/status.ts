/** Reads the state of the service, if this tab has the operator's key. The call is free. */
import { useQuery } from '@tanstack/react-query';
import { useKey } from '../session/session.js';
import { call } from './call.js';
import type { AdminStatusResponse } from './shapes.js';

export function useStatus({ refetchMs }: { refetchMs?: number } = {}) {
  return useQuery({
    queryKey: ['admin', 'status'],
    enabled: useKey('operator') !== null,
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
    queryFn: ({ signal }) =>
      call<AdminStatusResponse>('/v1/admin/status', { as: 'operator', signal }),
  });
}
