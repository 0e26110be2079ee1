/** Reads what the filters suggest: types, subtypes and frequent industries. The calls are free. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../client/call.js';
import type { AggregateResponse, SignalTypesResponse } from '../../client/shapes.js';

const KEPT_MS = 5 * 60_000;
const MAX_INDUSTRIES = 200;

export function useTypes(): SignalTypesResponse['signal_types'] {
  const { data } = useQuery({
    queryKey: ['types', 'counts'],
    staleTime: KEPT_MS,
    queryFn: ({ signal }) =>
      call<SignalTypesResponse>('/v1/signals/types?include_counts=true', { signal }),
  });
  return data?.body.signal_types ?? [];
}

export function useIndustries(): string[] {
  const { data } = useQuery({
    queryKey: ['industries'],
    staleTime: KEPT_MS,
    queryFn: ({ signal }) =>
      call<AggregateResponse>('/v1/signals/aggregate', {
        method: 'POST',
        body: { group_by: ['industry'], limit: MAX_INDUSTRIES },
        signal,
      }),
  });
  const names = data?.body.groups.flatMap(({ key }) => (key.industry ? [key.industry] : [])) ?? [];
  return names.sort((one, other) => one.localeCompare(other));
}
