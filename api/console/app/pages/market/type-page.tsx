/** The page of a signal type: its history by week or month, and its subtypes. It is free. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CountBars } from '../../charts/count-bars.js';
import { Volumes } from '../../charts/lazy-volume-chart.js';
import { queryString, useAddress } from '../../client/address.js';
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
import { Segments } from '../../parts/segments.js';

const INTERVALS = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const;
type Interval = (typeof INTERVALS)[number]['value'];
/** The number of months that a history covers. */
const MONTHS: Readonly<Record<Interval, number>> = { weekly: 6, monthly: 24 };

export function TypePage() {
  const { type = '' } = useParams({ strict: false });
  const { address, change } = useAddress();
  const interval = address.interval === 'weekly' ? 'weekly' : 'monthly';
  const history = useTypeHistory(type, interval);
  const subtypes = useSubtypeCounts(type);
  return (
    <Page
      title={wordsOf(type)}
      lead={<Link to="/types">All types</Link>}
      actions={
        <>
          <Segments
            label="Interval"
            choices={INTERVALS}
            value={interval}
            onChange={(value) => change({ interval: value })}
          />
          <Link className="button primary" to="/explore" search={{ signal_types: type }}>
            See the signals
          </Link>
        </>
      }
    >
      {history.error && <ErrorNote error={history.error} onRetry={() => history.refetch()} />}
      <TypeStats
        interval={interval}
        history={history.data?.body}
        allTime={subtypes.data?.body.total}
      />
      <HistoryCard type={type} history={history} />
      <SubtypesCard type={type} subtypes={subtypes} />
    </Page>
  );
}

function useTypeHistory(type: string, interval: Interval) {
  return useQuery({
    queryKey: ['history', type, interval],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<SignalTypeHistoryResponse>(
        `/v1/signals/types/${encodeURIComponent(type)}/history${queryString({ months: MONTHS[interval], interval })}`,
        { signal },
      ),
  });
}

function useSubtypeCounts(type: string) {
  return useQuery({
    queryKey: ['subtypes', type],
    queryFn: ({ signal }) =>
      call<AggregateResponse>('/v1/signals/aggregate', {
        method: 'POST',
        body: { signal_types: [type], group_by: ['signal_subtype'], limit: 100 },
        signal,
      }),
  });
}

interface StatsProps {
  interval: Interval;
  /** The history and the number of all signals; `undefined` until they are read. */
  history: SignalTypeHistoryResponse | undefined;
  allTime: number | undefined;
}

function TypeStats({ interval, history, allTime }: StatsProps) {
  const complete = history?.history.filter(({ partial }) => !partial) ?? [];
  const [last, before] = [complete.at(-1), complete.at(-2)];
  return (
    <Stats>
      <Stat
        label={`Last ${MONTHS[interval]} months`}
        value={history ? formatNumber(history.total) : '…'}
        note="signals"
      />
      <Stat
        label={interval === 'weekly' ? 'Last whole week' : 'Last whole month'}
        value={last ? formatNumber(last.count) : '…'}
        note={before ? `${formatNumber(before.count)} before` : 'signals'}
      />
      <Stat
        label="All time"
        value={allTime === undefined ? '…' : formatNumber(allTime)}
        note="signals"
      />
    </Stats>
  );
}

function HistoryCard({
  type,
  history,
}: {
  type: string;
  history: ReturnType<typeof useTypeHistory>;
}) {
  const body = history.data?.body;
  // While another interval is loading, the previous one is still shown.
  const isWeekly = body?.interval === 'weekly';
  return (
    <Card>
      {body ? (
        <Volumes
          caption={`${wordsOf(type)} per ${isWeekly ? 'week' : 'month'}`}
          unit="signals"
          buckets={body.history.map(({ period_start, count, partial }) => ({
            label: isWeekly ? formatUtcDay(period_start) : formatMonth(period_start),
            short: isWeekly ? formatShortDay(period_start) : formatMonth(period_start),
            value: count,
            isPartial: partial,
          }))}
        />
      ) : (
        !history.error && <Skeleton rows={1} tall />
      )}
    </Card>
  );
}

function SubtypesCard({
  type,
  subtypes,
}: {
  type: string;
  subtypes: ReturnType<typeof useSubtypeCounts>;
}) {
  return (
    <Card>
      {subtypes.error && <ErrorNote error={subtypes.error} onRetry={() => subtypes.refetch()} />}
      {subtypes.data ? (
        <CountBars
          caption="By subtype, all time"
          counts={subtypes.data.body.groups.map(({ key: { signal_subtype = '' }, count }) => ({
            id: signal_subtype,
            count,
            name: (
              <Link to="/explore" search={{ signal_types: type, signal_subtype }}>
                {wordsOf(signal_subtype)}
              </Link>
            ),
          }))}
        />
      ) : (
        !subtypes.error && <Skeleton rows={5} />
      )}
    </Card>
  );
}
