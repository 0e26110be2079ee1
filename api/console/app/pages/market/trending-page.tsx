/** The page "Trending": counts by type in a time window, and the newest signals. It is free. */
import { Link } from '@tanstack/react-router';
import { CountBars, CountsCard } from '../../charts/count-bars.js';
import { queryString, useAddress } from '../../client/address.js';
import { useCall, useCounts } from '../../client/queries.js';
import type { TrendingResponse } from '../../client/shapes.js';
import { Segments } from '../../parts/fields.js';
import { formatMoment, plural, wordsOf } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Empty } from '../../parts/notices.js';
import { Card, Page } from '../../parts/page.js';
import { CompanyLink } from '../../signals/links.js';
import { SignalList } from '../../signals/signal-list.js';
import { VolumesCard } from '../../signals/volumes-card.js';

const WINDOWS = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const;
const DEFAULT_WINDOW = '7d';
const MAX_SIGNALS = 200;
const MAX_COMPANIES = 10;

export function TrendingPage() {
  const { address, change } = useAddress();
  const window = WINDOWS.find(({ value }) => value === address.window)?.value ?? DEFAULT_WINDOW;
  const type = address.signal_types ?? '';
  const query = queryString({ time_window: window, signal_types: type, limit: MAX_SIGNALS });
  const trending = useCall<TrendingResponse>(`/v1/signals/trending${query}`);
  return (
    <Page
      title="Trending"
      lead="What was detected recently, newest first. This page is free of charge."
      actions={
        <Segments
          label="Window of time"
          choices={WINDOWS}
          value={window}
          onChange={(value) => change({ window: value })}
        />
      }
    >
      <Loaded query={trending} rows={5} tall>
        {(body) => (
          <div className="explore-columns">
            <NewestSignals body={body} window={window} type={type} />
            <Counts body={body} window={window} type={type} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

interface WindowProps {
  body: TrendingResponse;
  window: string;
  /** The only type that is shown. Empty for all types. */
  type: string;
}

function NewestSignals({ body, window, type }: WindowProps) {
  return (
    <section className="stack" aria-label="Newest signals">
      <div className="results-head">
        <p role="status">
          <strong className="num">{plural(body.total, 'signal')}</strong>{' '}
          <span className="muted">
            since {formatMoment(body.since)}
            {type && ` · ${wordsOf(type)}`}
          </span>
        </p>
        {type && (
          <Link className="button" to="/trending" search={{ window }}>
            All types
          </Link>
        )}
      </div>
      {body.total === 0 && (
        <Empty title="Nothing was detected in this window.">Choose a longer one.</Empty>
      )}
      <SignalList signals={body.signals} question={`trending ${window} ${type}`} />
    </section>
  );
}

/** Counts signals from the same moment as the list. */
function Counts({ body, window, type }: WindowProps) {
  const filters = { detected_after: body.since, ...(type && { signal_types: [type] }) };
  const companies = useCounts(filters, ['company'], MAX_COMPANIES);
  const types = Object.entries(body.signal_summary).sort(([, one], [, other]) => other - one);
  return (
    <aside className="stack" aria-label="Counts of this window">
      <VolumesCard filters={filters} what="Signals" />
      <Card>
        <CountBars
          caption="By type"
          counts={types.map(([id, count]) => ({
            id,
            count,
            name: (
              <Link to="/trending" search={{ window, signal_types: id }}>
                {wordsOf(id)}
              </Link>
            ),
          }))}
        />
      </Card>
      <CountsCard
        query={companies}
        rows={6}
        caption="Most active companies"
        countsOf={({ groups }) =>
          groups.flatMap(({ key: { company }, count }) => {
            if (!company) return [];
            const id = company.domain ?? company.name ?? '';
            return [{ id, count, name: <CompanyLink company={company} /> }];
          })
        }
      />
    </aside>
  );
}
