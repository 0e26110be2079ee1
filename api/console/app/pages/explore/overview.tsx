/** Shows how many signals pass the filters, over time and by type. A click narrows the question. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CountBars } from '../../charts/count-bars.js';
import { Volumes } from '../../charts/lazy-volume-chart.js';
import { call } from '../../client/call.js';
import type { AggregateResponse } from '../../client/shapes.js';
import { wordsOf } from '../../parts/format.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card } from '../../parts/page.js';
import { useVolumes } from '../../signals/volumes.js';
import { filtersOf } from './question.js';

const MAX_TYPES = 12;

export function Overview({ address }: { address: Record<string, string> }) {
  const filters = filtersOf(address);
  const volumes = useVolumes(filters);
  const body = { ...filters, group_by: ['signal_type', 'signal_subtype'], limit: MAX_TYPES };
  const types = useQuery({
    queryKey: ['by-type', body],
    queryFn: ({ signal }) =>
      call<AggregateResponse>('/v1/signals/aggregate', { method: 'POST', body, signal }),
  });
  return (
    <aside className="overview" aria-label="Counts of this question">
      <Card>
        {volumes.error && <ErrorNote error={volumes.error} onRetry={() => volumes.refetch()} />}
        {volumes.data ? (
          <Volumes
            caption={`Matches per ${volumes.data.interval}, ${volumes.data.span}`}
            unit="signals"
            buckets={volumes.data.buckets}
          />
        ) : (
          !volumes.error && <Skeleton rows={1} tall />
        )}
      </Card>
      <Card>
        {types.error && <ErrorNote error={types.error} onRetry={() => types.refetch()} />}
        {types.data ? (
          <CountBars
            caption="Matches by type"
            counts={types.data.body.groups.map(({ key, count }) => {
              const type = key.signal_type ?? '';
              const subtype = key.signal_subtype ?? '';
              return {
                id: `${type}/${subtype}`,
                count,
                name: (
                  <Link
                    to="/explore"
                    search={{ ...address, signal_types: type, signal_subtype: subtype }}
                  >
                    {wordsOf(subtype)} <span className="muted">{wordsOf(type)}</span>
                  </Link>
                ),
              };
            })}
          />
        ) : (
          !types.error && <Skeleton rows={6} />
        )}
      </Card>
    </aside>
  );
}
