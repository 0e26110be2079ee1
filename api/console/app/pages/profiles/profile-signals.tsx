/**
 * Shows the signals of a company or person: all of them or of one type, newest first, and how many
 * there are over time and by type. Counting is free.
 */
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { CountsCard } from '../../charts/count-bars.js';
import { queryString, useAddress } from '../../client/address.js';
import type { CompanyTimelineResponse, ContactTimelineResponse } from '../../client/shapes.js';
import { SelectField } from '../../parts/fields.js';
import { formatNumber, plural, wordsOf } from '../../parts/format.js';
import type { Loaded } from '../../parts/loaded.js';
import { Empty } from '../../parts/notices.js';
import { SignalPages } from '../../signals/signal-pages.js';
import { usePaged } from '../../signals/use-paged.js';
import { VolumesCard } from '../../signals/volumes-card.js';

export const PAGE_SIZE = 50;

interface TimelineProps {
  path: string;
  /** The parameter that identifies the person in the query of the path. Absent for companies. */
  identifier?: Record<string, string>;
}

type Summary = Readonly<Record<string, number>>;

interface SignalsProps extends TimelineProps {
  /** The filter of the counts. */
  filters: Record<string, string>;
  /** The query of the number of signals of each type. */
  summary: ComponentProps<typeof Loaded<Summary>>['query'];
}

export function ProfileSignals({ filters, summary, ...timeline }: SignalsProps) {
  return (
    <div className="explore-columns">
      <Timeline
        key={Object.values(filters)[0]}
        types={Object.keys(summary.data ?? {})}
        {...timeline}
      />
      <aside className="stack" aria-label="Activity">
        <VolumesCard filters={filters} what="Signals" />
        <CountsCard
          query={summary}
          rows={4}
          caption="Signals by type"
          countsOf={(counts) =>
            Object.entries(counts)
              .map(([type, count]) => ({ id: type, name: wordsOf(type), count }))
              .sort((one, other) => other.count - one.count)
          }
        />
      </aside>
    </div>
  );
}

type TimelineResponse = CompanyTimelineResponse | ContactTimelineResponse;

function Timeline({ path, identifier = {}, types }: TimelineProps & { types: readonly string[] }) {
  const { address, change } = useAddress();
  const type = address.signal_types ?? '';
  const [chosen, choose] = useSettled(type, (value) => change({ signal_types: value }));
  const request = (cursor?: string) => ({
    path: path + queryString({ ...identifier, signal_types: type, limit: PAGE_SIZE, cursor }),
  });
  const query = usePaged<TimelineResponse>({
    question: ['timeline', path, identifier, type],
    first: request(),
    next(pages) {
      const cursor = pages.at(-1)?.next_cursor;
      return cursor ? request(cursor) : null;
    },
  });
  const signals = query.pages.flatMap(({ body }) => body.timeline);
  const total = query.pages[0]?.body.total;
  return (
    <section className="stack" aria-label="Timeline">
      <div className="results-head">
        <div>
          <h2>Timeline</h2>
          <p className="muted num" role="status">
            {total === undefined
              ? '\u00a0'
              : `${plural(total, 'signal')} · ${formatNumber(signals.length)} shown`}
          </p>
        </div>
        <SelectField
          label="Type"
          isInline
          choices={[...new Set(['', ...types, type])].map((value) => ({
            value,
            label: value ? wordsOf(value) : 'All types',
          }))}
          value={chosen}
          onChange={choose}
        />
      </div>
      {total === 0 && <Empty title="No signal of this type." />}
      <SignalPages
        paged={query}
        signals={signals}
        question={JSON.stringify([path, identifier, type])}
        pageSize={PAGE_SIZE}
      />
    </section>
  );
}

/** Arrow keys pass by options. Each would be a call, and so be charged. */
const SETTLED_MS = 700;

/** Returns a choice and its setter. `onSettle` gets the choice when it no longer changes. */
function useSettled(
  value: string,
  onSettle: (value: string) => void,
): [string, (value: string) => void] {
  const [chosen, choose] = useState(value);
  useEffect(() => choose(value), [value]);
  const settle = useEffectEvent(onSettle);
  useEffect(() => {
    if (chosen === value) return;
    const timer = setTimeout(() => settle(chosen), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [chosen, value]);
  return [chosen, choose];
}
