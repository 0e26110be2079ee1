/** The page "Usage": credits of the running period, the request log, and the statements. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CountBars } from '../../charts/count-bars.js';
import { Volumes } from '../../charts/lazy-volume-chart.js';
import { useAccount } from '../../client/account.js';
import { queryString } from '../../client/address.js';
import { call } from '../../client/call.js';
import type { KeysResponse, UsageResponse } from '../../client/shapes.js';
import { formatNumber, formatShortDay, formatUtcDay, plural } from '../../parts/format.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card, Page } from '../../parts/page.js';
import { PeriodStats } from './period-stats.js';
import { RequestLogCard } from './request-log.js';
import { StatementsCard } from './statements.js';
import { daysOf, sumBy, type Used } from './sum-usage.js';

export function UsagePage() {
  const account = useAccount({ isFresh: true });
  const credits = account.data?.body.credits;
  const usage = useQuery({
    refetchOnMount: 'always',
    queryKey: ['usage', credits?.period_start],
    enabled: credits !== undefined,
    queryFn: ({ signal }) =>
      call<UsageResponse>(
        `/v1/usage${queryString({ interval: 'day', since: justBefore(credits?.period_start ?? '') })}`,
        { signal },
      ),
  });
  const keys = useQuery({
    queryKey: ['keys'],
    retry: false,
    queryFn: ({ signal }) => call<KeysResponse>('/v1/keys', { signal }),
  });
  const nameOf = (id: string): string =>
    keys.data?.body.keys.find(({ key_id }) => key_id === id)?.name ?? `${id.slice(0, 8)}…`;
  const buckets = usage.data?.body.usage;
  const hasFailed = account.error !== null || usage.error !== null;
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
      <Card>
        {buckets && credits ? (
          <Volumes
            caption="Credits per day of this period"
            unit="credits"
            buckets={daysOf(credits, buckets).map((day) => ({
              label: formatUtcDay(day.start),
              short: formatShortDay(day.start),
              value: day.credits,
              isPartial: day.isPartial,
            }))}
          />
        ) : (
          !hasFailed && <Skeleton rows={1} tall />
        )}
        {usage.data && (
          <p className="note num">
            {plural(usage.data.body.calls, 'call')} and {plural(usage.data.body.credits, 'credit')}{' '}
            in this time.
          </p>
        )}
      </Card>
      <div className="halves">
        <Card>
          {buckets ? (
            <CreditBars
              caption="Credits by endpoint"
              sums={sumBy(buckets, ({ routes }) =>
                routes.map(({ route, credits: spent, calls }) => ({
                  id: route ?? 'unknown paths',
                  credits: spent,
                  calls,
                })),
              )}
              nameOf={(id) => <code>{id}</code>}
            />
          ) : (
            !hasFailed && <Skeleton rows={3} />
          )}
        </Card>
        <Card>
          {buckets ? (
            <CreditBars
              caption="Credits by key"
              sums={sumBy(buckets, (bucket) =>
                bucket.keys.map(({ api_key_id, credits: spent, calls }) => ({
                  id: api_key_id,
                  credits: spent,
                  calls,
                })),
              )}
              nameOf={nameOf}
            />
          ) : (
            !hasFailed && <Skeleton rows={3} />
          )}
        </Card>
      </div>
      {account.data && (
        <Card title="Rate limit">
          <p>
            <strong className="num">{formatNumber(account.data.body.rate_limit)}</strong> requests a
            minute for this account, shared by all its keys, agents and this console.
          </p>
        </Card>
      )}
      <RequestLogCard nameOf={nameOf} />
      <StatementsCard />
    </Page>
  );
}

interface CreditBarsProps {
  caption: string;
  sums: readonly Used[];
  nameOf: (id: string) => ReactNode;
}

function CreditBars({ caption, sums, nameOf }: CreditBarsProps) {
  return (
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
  );
}

/** Returns the instant before a time, because the API's `since` is exclusive. */
function justBefore(iso: string): string {
  return new Date(Date.parse(iso) - 1).toISOString();
}
