/** The page "Trending": counts by type in a time window, and the newest signals. It is free. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CountBars } from '../../charts/count-bars.js';
import { Volumes } from '../../charts/lazy-volume-chart.js';
import { queryString, useAddress } from '../../client/address.js';
import { call } from '../../client/call.js';
import type { AggregateResponse, TrendingResponse } from '../../client/shapes.js';
import { formatMoment, plural, wordsOf } from '../../parts/format.js';
import { Empty, ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card, Page } from '../../parts/page.js';
import { Segments } from '../../parts/segments.js';
import { CompanyLink } from '../../signals/links.js';
import { SignalList } from '../../signals/signal-list.js';
import { useVolumes } from '../../signals/volumes.js';

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
  const trending = useTrending(window, type);
  const since = trending.data?.body.since;
  const filters = {
    ...(since && { detected_after: since }),
    ...(type && { signal_types: [type] }),
  };
  // What is counted begins at the same moment as the list, so it waits for that moment.
  const volumes = useVolumes(filters, since !== undefined);
  const companies = useActiveCompanies(filters, since !== undefined);
  const isExpected = !trending.error;
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
      {trending.error && <ErrorNote error={trending.error} onRetry={() => trending.refetch()} />}
      <div className="explore-columns">
        <NewestSignals trending={trending} window={window} type={type} />
        <aside className="overview" aria-label="Counts of this window">
          <VolumesCard volumes={volumes} isExpected={isExpected} />
          <TypesCard
            counts={trending.data?.body.signal_summary}
            window={window}
            isExpected={isExpected}
          />
          <CompaniesCard companies={companies} isExpected={isExpected} />
        </aside>
      </div>
    </Page>
  );
}

function useTrending(window: string, type: string) {
  return useQuery({
    queryKey: ['trending', window, type],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<TrendingResponse>(
        `/v1/signals/trending${queryString({ time_window: window, signal_types: type, limit: MAX_SIGNALS })}`,
        { signal },
      ),
  });
}

function useActiveCompanies(filters: object, isEnabled: boolean) {
  return useQuery({
    queryKey: ['trending-companies', filters],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      call<AggregateResponse>('/v1/signals/aggregate', {
        method: 'POST',
        body: { ...filters, group_by: ['company'], limit: MAX_COMPANIES },
        signal,
      }),
  });
}

interface NewestProps {
  trending: ReturnType<typeof useTrending>;
  window: string;
  /** The only type that is shown. Empty for all types. */
  type: string;
}

function NewestSignals({ trending, window, type }: NewestProps) {
  const body = trending.data?.body;
  return (
    <section className="results" aria-label="Newest signals">
      <div className="results-head">
        <p role="status">
          <strong className="num">{body ? plural(body.total, 'signal') : '\u00a0'}</strong>{' '}
          <span className="muted">
            {body && `since ${formatMoment(body.since)}`}
            {type && ` · ${wordsOf(type)}`}
          </span>
        </p>
        {type && (
          <Link className="button" to="/trending" search={{ window }}>
            All types
          </Link>
        )}
      </div>
      {trending.isPending && <Skeleton rows={5} tall />}
      {body?.total === 0 && (
        <Empty title="Nothing was detected in this window.">Choose a longer one.</Empty>
      )}
      <SignalList signals={body?.signals ?? []} question={`trending ${window} ${type}`} />
    </section>
  );
}

interface CardProps {
  /** False if the call that the card depends on has failed, so that no placeholder is shown. */
  isExpected: boolean;
}

function VolumesCard({
  volumes,
  isExpected,
}: CardProps & { volumes: ReturnType<typeof useVolumes> }) {
  return (
    <Card>
      {volumes.error && <ErrorNote error={volumes.error} onRetry={() => volumes.refetch()} />}
      {volumes.data ? (
        <Volumes
          caption={`Signals per ${volumes.data.interval}`}
          unit="signals"
          buckets={volumes.data.buckets}
        />
      ) : (
        isExpected && !volumes.error && <Skeleton rows={1} tall />
      )}
    </Card>
  );
}

interface TypesProps extends CardProps {
  counts: Readonly<Record<string, number>> | undefined;
  window: string;
}

function TypesCard({ counts, window, isExpected }: TypesProps) {
  return (
    <Card>
      {counts ? (
        <CountBars
          caption="By type"
          counts={Object.entries(counts)
            .sort(([, one], [, other]) => other - one)
            .map(([type, count]) => ({
              id: type,
              count,
              name: (
                <Link to="/trending" search={{ window, signal_types: type }}>
                  {wordsOf(type)}
                </Link>
              ),
            }))}
        />
      ) : (
        isExpected && <Skeleton rows={6} />
      )}
    </Card>
  );
}

function CompaniesCard({
  companies,
  isExpected,
}: CardProps & { companies: ReturnType<typeof useActiveCompanies> }) {
  return (
    <Card>
      {companies.error && <ErrorNote error={companies.error} onRetry={() => companies.refetch()} />}
      {companies.data ? (
        <CountBars
          caption="Most active companies"
          counts={companies.data.body.groups.flatMap(({ key: { company }, count }) => {
            if (!company) return [];
            const id = company.domain ?? company.name ?? '';
            return [{ id, count, name: <CompanyLink company={company} /> }];
          })}
        />
      ) : (
        isExpected && !companies.error && <Skeleton rows={6} />
      )}
    </Card>
  );
}
