/** The page "Trending": counts by type in a time window, and the newest signals. It is free. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CountBars } from '../../charts/count-bars.js';
import { Volumes } from '../../charts/lazy-volume-chart.js';
import { queryString } from '../../client/address.js';
import { call } from '../../client/call.js';
import type { AggregateResponse, TrendingResponse } from '../../client/shapes.js';
import { formatMoment, plural, wordsOf } from '../../parts/format.js';
import { Empty, ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card, Page } from '../../parts/page.js';
import { CompanyLink } from '../../signals/links.js';
import { SignalList } from '../../signals/signal-list.js';
import { useVolumes } from '../../signals/volumes.js';

const WINDOWS = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' } as const;
const SHOWN = 200;
const COMPANIES = 10;

export function TrendingPage() {
  const address = useSearch({ strict: false }) as Record<string, string>;
  const navigate = useNavigate();
  const window = address.window && address.window in WINDOWS ? address.window : '7d';
  const type = address.signal_types ?? '';
  const found = useQuery({
    queryKey: ['trending', window, type],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<TrendingResponse>(
        `/v1/signals/trending${queryString({ time_window: window, signal_types: type, limit: SHOWN })}`,
        { signal },
      ),
  });
  const since = found.data?.body.since;
  const filters = {
    ...(since && { detected_after: since }),
    ...(type && { signal_types: [type] }),
  };
  const volumes = useVolumes(filters, since !== undefined);
  const companies = useQuery({
    queryKey: ['trending-companies', filters],
    enabled: since !== undefined,
    queryFn: ({ signal }) =>
      call<AggregateResponse>('/v1/signals/aggregate', {
        method: 'POST',
        body: { ...filters, group_by: ['company'], limit: COMPANIES },
        signal,
      }),
  });
  const body = found.data?.body;
  return (
    <Page
      title="Trending"
      lead="What was detected recently, newest first. This page is free of charge."
      actions={
        <fieldset className="segments">
          <legend className="visually-hidden">Window of time</legend>
          {Object.entries(WINDOWS).map(([value, name]) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === window}
              onClick={() =>
                void navigate({
                  to: '/trending',
                  search: { ...address, window: value },
                  replace: true,
                })
              }
            >
              {name}
            </button>
          ))}
        </fieldset>
      }
    >
      {found.error && <ErrorNote error={found.error} onRetry={() => found.refetch()} />}
      <div className="explore-columns">
        <section className="results" aria-label="Newest signals">
          <div className="results-head">
            <p role="status">
              <strong className="num">{body ? plural(body.total, 'signal') : '\u00a0'}</strong>{' '}
              <span className="muted">
                {since && `since ${formatMoment(since)}`}
                {type && ` · ${wordsOf(type)}`}
              </span>
            </p>
            {type && (
              <Link className="button" to="/trending" search={{ window }}>
                All types
              </Link>
            )}
          </div>
          {found.isPending && <Skeleton rows={5} tall />}
          {body?.total === 0 && (
            <Empty title="Nothing was detected in this window.">Choose a longer one.</Empty>
          )}
          <SignalList signals={body?.signals ?? []} question={`trending ${window} ${type}`} />
        </section>
        <aside className="overview" aria-label="Counts of this window">
          <Card>
            {volumes.error && <ErrorNote error={volumes.error} onRetry={() => volumes.refetch()} />}
            {volumes.data ? (
              <Volumes
                caption={`Signals per ${volumes.data.interval}`}
                unit="signals"
                buckets={volumes.data.buckets}
              />
            ) : (
              !found.error && !volumes.error && <Skeleton rows={1} tall />
            )}
          </Card>
          <Card>
            {body ? (
              <CountBars
                caption="By type"
                counts={Object.entries(body.signal_summary)
                  .sort(([, one], [, other]) => other - one)
                  .map(([id, count]) => ({
                    id,
                    count,
                    name: (
                      <Link to="/trending" search={{ window, signal_types: id }}>
                        {wordsOf(id)}
                      </Link>
                    ),
                  }))}
              />
            ) : (
              !found.error && <Skeleton rows={6} />
            )}
          </Card>
          <Card>
            {companies.error && (
              <ErrorNote error={companies.error} onRetry={() => companies.refetch()} />
            )}
            {companies.data ? (
              <CountBars
                caption="Most active companies"
                counts={companies.data.body.groups.flatMap(({ key, count }) =>
                  key.company
                    ? [
                        {
                          id: key.company.domain ?? key.company.name ?? '',
                          count,
                          name: <CompanyLink company={key.company} />,
                        },
                      ]
                    : [],
                )}
              />
            ) : (
              !found.error && !companies.error && <Skeleton rows={6} />
            )}
          </Card>
        </aside>
      </div>
    </Page>
  );
}
