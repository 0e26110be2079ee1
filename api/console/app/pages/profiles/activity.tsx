/** Shows how active a company or person is: signals over time and by type. Counting is free. */
import type { ReactNode } from 'react';
import { CountBars } from '../../charts/count-bars.js';
import { Volumes } from '../../charts/lazy-volume-chart.js';
import { wordsOf } from '../../parts/format.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card } from '../../parts/page.js';
import { useVolumes } from '../../signals/volumes.js';

interface ActivityProps {
  filters: Record<string, string>;
  summary: Readonly<Record<string, number>> | undefined;
  /** Shown in place of a summary that could not be read. */
  failure?: ReactNode;
  children?: ReactNode;
}

export function Activity({ filters, summary, failure, children }: ActivityProps) {
  const volumes = useVolumes(filters);
  const counts = Object.entries(summary ?? {})
    .map(([type, count]) => ({ id: type, name: wordsOf(type), count }))
    .sort((one, other) => other.count - one.count);
  return (
    <aside className="overview" aria-label="Activity">
      <Card>
        {volumes.error && <ErrorNote error={volumes.error} onRetry={() => volumes.refetch()} />}
        {volumes.data ? (
          <Volumes
            caption={`Signals per ${volumes.data.interval}, ${volumes.data.span}`}
            unit="signals"
            buckets={volumes.data.buckets}
          />
        ) : (
          !volumes.error && <Skeleton rows={1} tall />
        )}
      </Card>
      <Card>
        {failure}
        {summary ? (
          <CountBars caption="Signals by type" counts={counts} />
        ) : (
          !failure && <Skeleton rows={4} />
        )}
      </Card>
      {children}
    </aside>
  );
}
