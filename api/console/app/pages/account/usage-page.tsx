/** The page "Usage": credits of the running period, the request log, and the statements. */
import { type ReactNode, useEffect } from 'react';
import { CountBars } from '../../charts/count-bars.js';
import { barsOf, dayOf } from '../../charts/periods.js';
import { VolumeChart } from '../../charts/volume-chart.js';
import { queryString } from '../../client/address.js';
import { refresh, useCall } from '../../client/queries.js';
import type { AccountResponse, KeysResponse, UsageResponse } from '../../client/shapes.js';
import {
  formatAgo,
  formatNumber,
  formatPercent,
  formatUtcDay,
  plural,
} from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Card, Page, Stat, Stats } from '../../parts/page.js';
import { RequestLogCard } from './request-log.js';
import { StatementsCard } from './statements.js';

/** The calls of one route or key and their credits. */
interface Sum {
  id: string;
  calls: number;
  credits: number;
}

const HOUR_MS = 3_600_000;

export function UsagePage() {
  const account = useCall<AccountResponse>('/v1/account');
  // A reading that is under way may have begun before the last charge.
  useEffect(() => void refresh('/v1/account'), []);
  const nameOf = useKeyNames();
  return (
    <Page title="Usage" lead={account.data ? `Account ${account.data.customer_name}` : '\u00a0'}>
      <Loaded query={account} rows={2} tall>
        {(data) => (
          <>
            <PeriodStats credits={data.credits} />
            <UsageCards credits={data.credits} nameOf={nameOf} />
            <Card title="Rate limit">
              <p>
                <strong className="num">{formatNumber(data.rate_limit)}</strong> requests a minute
                for this account, shared by all its keys, agents and this console.
              </p>
            </Card>
          </>
        )}
      </Loaded>
      <RequestLogCard nameOf={nameOf} />
      <StatementsCard />
    </Page>
  );
}

/** Shows the running period: credits used, projected and remaining, and when it ends. */
function PeriodStats({ credits }: { credits: AccountResponse['credits'] }) {
  const { used, remaining, monthly_limit, unlimited, period_start, period_reset } = credits;
  const projected = project(used, period_start, period_reset, Date.now());
  const willExceed = !unlimited && projected > monthly_limit;
  return (
    <Stats>
      <Stat label="Credits used" value={used} note={`since ${formatUtcDay(period_start)}`} />
      <Stat
        label="Projected to the end"
        value={unlimited ? projected : Math.min(projected, Math.max(monthly_limit, used))}
        note={
          willExceed ? (
            <span className="warn">the limit is reached before</span>
          ) : (
            'at the pace so far'
          )
        }
      />
      <Stat
        label="Remaining"
        value={unlimited ? 'No limit' : remaining}
        note={
          unlimited
            ? 'unlimited account'
            : `of ${formatNumber(monthly_limit)}, ${formatPercent(monthly_limit === 0 ? 0 : remaining / monthly_limit)}`
        }
      />
      <Stat label="Next period" value={formatUtcDay(period_reset)} note={formatAgo(period_reset)} />
    </Stats>
  );
}

/** Returns a function that returns the name of a key, or the beginning of its id if unknown. */
function useKeyNames(): (id: string) => string {
  const keys = useCall<KeysResponse>('/v1/keys', { retry: false });
  return (id) => keys.data?.keys.find(({ key_id }) => key_id === id)?.name ?? `${id.slice(0, 8)}…`;
}

interface UsageProps {
  credits: AccountResponse['credits'];
  nameOf: (keyId: string) => string;
}

/** Shows the usage of the running period by day, endpoint and key. */
function UsageCards({ credits, nameOf }: UsageProps) {
  // `since` is exclusive.
  const since = new Date(Date.parse(credits.period_start) - 1).toISOString();
  const query = queryString({ interval: 'day', since });
  const usage = useCall<UsageResponse>(`/v1/usage${query}`, { refetchOnMount: 'always' });
  return (
    <Loaded query={usage} rows={2} tall>
      {(data) => (
        <>
          <Card>
            <VolumeChart
              caption="Credits per day of this period"
              unit="credit"
              buckets={barsOf(
                new Map(data.usage.map((day) => [dayOf(day.period_start), day.credits])),
                'day',
                dayOf(credits.period_start),
                Date.parse(credits.period_reset) - 1,
              )}
            />
            <p className="note num">
              {plural(data.calls, 'call')} and {plural(data.credits, 'credit')} in this time.
            </p>
          </Card>
          <div className="halves">
            <CreditBars
              caption="Credits by endpoint"
              parts={data.usage.flatMap(({ routes }) =>
                routes.map(({ route, ...sum }) => ({
                  id: route?.replaceAll(/:(\w+)/g, '{$1}') ?? 'unknown paths',
                  ...sum,
                })),
              )}
              nameOf={(id) => <code>{id}</code>}
            />
            <CreditBars
              caption="Credits by key"
              parts={data.usage.flatMap(({ keys }) =>
                keys.map(({ api_key_id, ...sum }) => ({ id: api_key_id, ...sum })),
              )}
              nameOf={nameOf}
            />
          </div>
        </>
      )}
    </Loaded>
  );
}

interface BarsProps {
  caption: string;
  /** The sums of each day. */
  parts: readonly Sum[];
  nameOf: (id: string) => ReactNode;
}

function CreditBars({ caption, parts, nameOf }: BarsProps) {
  return (
    <Card>
      <CountBars
        caption={caption}
        empty="No call in this period."
        counts={sumById(parts).map(({ id, credits, calls }) => ({
          id,
          count: credits,
          name: (
            <>
              {nameOf(id)} <span className="muted num">{plural(calls, 'call')}</span>
            </>
          ),
        }))}
      />
    </Card>
  );
}

/** Adds up calls and credits by route or key, most credits first. */
function sumById(parts: readonly Sum[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { id, calls, credits } of parts) {
    const sum = sums.get(id) ?? { id, calls: 0, credits: 0 };
    sums.set(id, { id, calls: sum.calls + calls, credits: sum.credits + credits });
  }
  return [...sums.values()].sort(
    (one, other) => other.credits - one.credits || other.calls - one.calls,
  );
}

/** Projects the use at the pace so far, which is measured over at least an hour. */
function project(used: number, start: string, end: string, nowMs: number): number {
  const whole = Date.parse(end) - Date.parse(start);
  const passed = Math.min(Math.max(nowMs - Date.parse(start), HOUR_MS), whole);
  return Math.round((used * whole) / passed);
}
