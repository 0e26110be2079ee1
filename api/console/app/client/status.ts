/** Reads the state of the service, if this tab has the operator's key. The call is free. */
import { useQuery } from '@tanstack/react-query';
import { useKey } from '../session/session.js';
import { call } from './call.js';
import type { AdminStatusResponse } from './shapes.js';

export function useStatus({ againMs }: { againMs?: number } = {}) {
  return useQuery({
    queryKey: ['admin', 'status'],
    enabled: useKey('operator') !== null,
    ...(againMs !== undefined && { refetchInterval: againMs }),
    queryFn: ({ signal }) =>
      call<AdminStatusResponse>('/v1/admin/status', { as: 'operator', signal }),
  });
}
