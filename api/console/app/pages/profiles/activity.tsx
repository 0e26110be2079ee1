/** Shows how active a company or person is: signals over time and by type. Counting is free. */
import type { ComponentProps, ReactNode } from 'react';
import { CountBars } from '../../charts/count-bars.js';
import { wordsOf } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Card } from '../../parts/page.js';
import { VolumesCard } from '../../signals/volumes-card.js';

type Summary = Readonly<Record<string, number>>;

interface ActivityProps {
  filters: Record<string, string>;
  /** The query of the number of signals of each type. */
  summary: ComponentProps<typeof Loaded<Summary>>['query'];
  children?: ReactNode;
}

export function Activity({ filters, summary, children }: ActivityProps) {
  return (
    <aside className="overview" aria-label="Activity">
      <VolumesCard
        filters={filters}
        captionOf={({ interval, span }) => `Signals per ${interval}, ${span}`}
      />
      <Card>
        <Loaded query={summary} rows={4}>
          {(counts) => (
            <CountBars
              caption="Signals by type"
              counts={Object.entries(counts)
                .map(([type, count]) => ({ id: type, name: wordsOf(type), count }))
                .sort((one, other) => other.count - one.count)}
            />
          )}
        </Loaded>
      </Card>
      {children}
    </aside>
  );
}
