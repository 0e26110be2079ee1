/** The page of a signal type: its history by week or month, and its subtypes. It is free. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CountBars } from '../../charts/count-bars.js';
import { Volumes } from '../../charts/lazy-volume-chart.js';
import { queryString } from '../../client/address.js';
import { call } from '../../client/call.js';
import type { AggregateResponse, SignalTypeHistoryResponse } from '../../client/shapes.js';
import {
  formatMonth,
  formatNumber,
  formatShortDay,
  formatUtcDay,
  wordsOf,
} from '../../parts/format.js';
import { ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card, Page, Stat, Stats } from '../../parts/page.js';

const SPANS = {
  weekly: { name: 'Weekly', months: 6 },
  monthly: { name: 'Monthly', months: 24 },
} as const;

export function TypePage() {
  const { type = '' } = useParams({ strict: false });
  const address = useSearch({ strict: false }) as Record<string, string>;
  const navigate = useNavigate();
  const interval = address.interval === 'weekly' ? 'weekly' : 'monthly';
  const { months } = SPANS[interval];
  const history = useQuery({
    queryKey: ['history', type, interval],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<SignalTypeHistoryResponse>(
        `/v1/signals/types/${encodeURIComponent(type)}/history${queryString({ months, interval })}`,
        { signal },
      ),
  });
  const subtypes = useQuery({
    queryKey: ['subtypes', type],
    queryFn: ({ signal }) =>
      call<AggregateResponse>('/v1/signals/aggregate', {
        method: 'POST',
        body: { signal_types: [type], group_by: ['signal_subtype'], limit: 100 },
        signal,
      }),
  });
  const body = history.data?.body;
  const complete = body?.history.filter(({ partial }) => !partial) ?? [];
  const [last, before] = [complete.at(-1), complete.at(-2)];
  return (
    <Page
      title={wordsOf(type)}
      lead={<Link to="/types">All types</Link>}
      actions={
        <>
          <fieldset className="segments">
            <legend className="visually-hidden">Interval</legend>
            {Object.entries(SPANS).map(([value, { name }]) => (
              <button
                key={value}
                type="button"
                aria-pressed={value === interval}
                onClick={() =>
                  void navigate({ to: '.', search: { ...address, interval: value }, replace: true })
                }
              >
                {name}
              </button>
            ))}
          </fieldset>
          <Link className="button primary" to="/explore" search={{ signal_types: type }}>
            See the signals
          </Link>
        </>
      }
    >
      {history.error && <ErrorNote error={history.error} onRetry={() => history.refetch()} />}
      <Stats>
        <Stat
          label={`Last ${months} months`}
          value={body ? formatNumber(body.total) : '…'}
          note="signals"
        />
        <Stat
          label={interval === 'weekly' ? 'Last whole week' : 'Last whole month'}
          value={last ? formatNumber(last.count) : '…'}
          note={before ? `${formatNumber(before.count)} before` : 'signals'}
        />
        <Stat
          label="All time"
          value={subtypes.data ? formatNumber(subtypes.data.body.total) : '…'}
          note="signals"
        />
      </Stats>
      <Card>
        {body ? (
          <Volumes
            caption={`${wordsOf(type)} per ${body.interval === 'weekly' ? 'week' : 'month'}`}
            unit="signals"
            buckets={body.history.map(({ period_start, count, partial }) => ({
              label:
                body.interval === 'weekly' ? formatUtcDay(period_start) : formatMonth(period_start),
              short:
                body.interval === 'weekly'
                  ? formatShortDay(period_start)
                  : formatMonth(period_start),
              value: count,
              isPartial: partial,
            }))}
          />
        ) : (
          !history.error && <Skeleton rows={1} tall />
        )}
      </Card>
      <Card>
        {subtypes.error && <ErrorNote error={subtypes.error} onRetry={() => subtypes.refetch()} />}
        {subtypes.data ? (
          <CountBars
            caption="By subtype, all time"
            counts={subtypes.data.body.groups.map(({ key, count }) => ({
              id: key.signal_subtype ?? '',
              count,
              name: (
                <Link
                  to="/explore"
                  search={{ signal_types: type, signal_subtype: key.signal_subtype ?? '' }}
                >
                  {wordsOf(key.signal_subtype ?? '')}
                </Link>
              ),
            }))}
          />
        ) : (
          !subtypes.error && <Skeleton rows={5} />
        )}
      </Card>
    </Page>
  );
}
