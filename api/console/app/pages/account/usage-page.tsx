/** The page "Usage": credits of the running period, the request log, and the statements. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CountBars } from '../../charts/count-bars.js';
import { Volumes } from '../../charts/lazy-volume-chart.js';
import { useAccount } from '../../client/account.js';
import { queryString } from '../../client/address.js';
import { call } from '../../client/call.js';
import type { AccountResponse, KeysResponse, UsageResponse } from '../../client/shapes.js';
import { formatNumber, formatShortDay, formatUtcDay, plural } from '../../parts/format.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card, Page } from '../../parts/page.js';
import { PeriodStats } from './period-stats.js';
import { RequestLogCard } from './request-log.js';
import { StatementsCard } from './statements.js';
import { type Bucket, daysOf, type Sum, sumBy } from './sum-usage.js';

export function UsagePage() {
  const account = useAccount({ isFresh: true });
  const credits = account.data?.body.credits;
  const usage = useUsage(credits?.period_start);
  const nameOf = useKeyNames();
  const isExpected = account.error === null && usage.error === null;
  const buckets = usage.data?.body.usage;
  return (
    <Page
      title="Usage"
      lead={account.data ? `Account ${account.data.body.customer_name}` : '\u00a0'}
    >
      {account.error && <ErrorNote error={account.error} onRetry={() => account.refetch()} />}
      {account.data ? (
        <PeriodStats account={account.data.body} />
      ) : (
        !account.error && <Skeleton rows={1} tall />
      )}
      {usage.error && <ErrorNote error={usage.error} onRetry={() => usage.refetch()} />}
      <CreditsPerDayCard credits={credits} usage={usage.data?.body} isExpected={isExpected} />
      <div className="halves">
        <CreditBarsCard
          caption="Credits by endpoint"
          sums={buckets && sumBy(buckets, routeSums)}
          nameOf={(id) => <code>{id}</code>}
          isExpected={isExpected}
        />
        <CreditBarsCard
          caption="Credits by key"
          sums={buckets && sumBy(buckets, keySums)}
          nameOf={nameOf}
          isExpected={isExpected}
        />
      </div>
      {account.data && <RateLimitCard perMinute={account.data.body.rate_limit} />}
      <RequestLogCard nameOf={nameOf} />
      <StatementsCard />
    </Page>
  );
}

/** Reads the usage of a period by day, when the start of the period is known. */
function useUsage(periodStart: string | undefined) {
  return useQuery({
    refetchOnMount: 'always',
    queryKey: ['usage', periodStart],
    enabled: periodStart !== undefined,
    queryFn: ({ signal }) =>
      call<UsageResponse>(
        `/v1/usage${queryString({ interval: 'day', since: justBefore(periodStart ?? '') })}`,
        { signal },
      ),
  });
}

/** Returns a function that returns the name of a key, or the beginning of its id if unknown. */
function useKeyNames(): (id: string) => string {
  const keys = useQuery({
    queryKey: ['keys'],
    retry: false,
    queryFn: ({ signal }) => call<KeysResponse>('/v1/keys', { signal }),
  });
  return (id) =>
    keys.data?.body.keys.find(({ key_id }) => key_id === id)?.name ?? `${id.slice(0, 8)}…`;
}

interface CardProps {
  /** False if a call that the card depends on has failed, so that no placeholder is shown. */
  isExpected: boolean;
}

interface PerDayProps extends CardProps {
  credits: AccountResponse['credits'] | undefined;
  usage: UsageResponse | undefined;
}

function CreditsPerDayCard({ credits, usage, isExpected }: PerDayProps) {
  return (
    <Card>
      {usage && credits ? (
        <Volumes
          caption="Credits per day of this period"
          unit="credits"
          buckets={daysOf(credits, usage.usage).map((day) => ({
            label: formatUtcDay(day.start),
            short: formatShortDay(day.start),
            value: day.credits,
            isPartial: day.isPartial,
          }))}
        />
      ) : (
        isExpected && <Skeleton rows={1} tall />
      )}
      {usage && (
        <p className="note num">
          {plural(usage.calls, 'call')} and {plural(usage.credits, 'credit')} in this time.
        </p>
      )}
    </Card>
  );
}

function RateLimitCard({ perMinute }: { perMinute: number }) {
  return (
    <Card title="Rate limit">
      <p>
        <strong className="num">{formatNumber(perMinute)}</strong> requests a minute for this
        account, shared by all its keys, agents and this console.
      </p>
    </Card>
  );
}

interface CreditBarsProps extends CardProps {
  caption: string;
  /** `undefined` until the usage is read. */
  sums: readonly Sum[] | undefined;
  nameOf: (id: string) => ReactNode;
}

function CreditBarsCard({ caption, sums, nameOf, isExpected }: CreditBarsProps) {
  return (
    <Card>
      {sums ? (
        <CountBars
          caption={caption}
          empty="No call in this period."
          counts={sums.map(({ id, credits, calls }) => ({
            id,
            count: credits,
            name: (
              <>
                {nameOf(id)} <span className="muted num">{plural(calls, 'call')}</span>
              </>
            ),
          }))}
        />
      ) : (
        isExpected && <Skeleton rows={3} />
      )}
    </Card>
  );
}

/** Returns the credits and calls of a bucket by route. */
function routeSums({ routes }: Bucket): Sum[] {
  return routes.map(({ route, credits, calls }) => ({
    id: route ?? 'unknown paths',
    credits,
    calls,
  }));
}

/** Returns the credits and calls of a bucket by key. */
function keySums({ keys }: Bucket): Sum[] {
  return keys.map(({ api_key_id, credits, calls }) => ({ id: api_key_id, credits, calls }));
}

/** Returns the instant before a time, because the API's `since` is exclusive. */
function justBefore(iso: string): string {
  return new Date(Date.parse(iso) - 1).toISOString();
}
