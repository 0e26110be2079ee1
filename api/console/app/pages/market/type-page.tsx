/** The page of a signal type: its history by week or month, and its subtypes. It is free. */
import { Link, useParams } from '@tanstack/react-router';
import { CountsCard } from '../../charts/count-bars.js';
import { barOf, dayOf } from '../../charts/periods.js';
import { VolumeChart } from '../../charts/volume-chart.js';
import { queryString, useAddress } from '../../client/address.js';
import { useCall, useCounts } from '../../client/queries.js';
import type { SignalTypeHistoryResponse } from '../../client/shapes.js';
import { Segments } from '../../parts/fields.js';
import { formatNumber, wordsOf } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Card, Page, Stat, Stats } from '../../parts/page.js';

const INTERVALS = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const;
type Interval = (typeof INTERVALS)[number]['value'];
/** The number of months that a history covers. */
const MONTHS: Readonly<Record<Interval, number>> = { weekly: 6, monthly: 24 };
const MAX_SUBTYPES = 100;

export function TypePage() {
  const { type = '' } = useParams({ strict: false });
  const { address, change } = useAddress();
  const interval = address.interval === 'weekly' ? 'weekly' : 'monthly';
  const path = `/v1/signals/types/${encodeURIComponent(type)}/history`;
  const query = queryString({ months: MONTHS[interval], interval });
  const history = useCall<SignalTypeHistoryResponse>(path + query);
  const subtypes = useCounts({ signal_types: [type] }, ['signal_subtype'], MAX_SUBTYPES);
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
      {!history.isError && (
        <TypeStats interval={interval} history={history.data} allTime={subtypes.data?.total} />
      )}
      <Card>
        <Loaded query={history} rows={1} tall>
          {(body) => {
            const period = body.interval === 'weekly' ? 'week' : 'month';
            return (
              <VolumeChart
                caption={`${wordsOf(type)} per ${period}`}
                unit="signal"
                buckets={body.history.map(({ period_start, count, partial }) => ({
                  ...barOf(dayOf(period_start), period, count),
                  isPartial: partial,
                }))}
              />
            );
          }}
        </Loaded>
      </Card>
      <CountsCard
        query={subtypes}
        rows={5}
        caption="By subtype, all time"
        countsOf={({ groups }) =>
          groups.map(({ key: { signal_subtype = '' }, count }) => ({
            id: signal_subtype,
            count,
            name: (
              <Link to="/explore" search={{ signal_types: type, signal_subtype }}>
                {wordsOf(signal_subtype)}
              </Link>
            ),
          }))
        }
      />
    </Page>
  );
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
  const period = interval === 'weekly' ? 'week' : 'month';
  return (
    <Stats>
      <Stat
        label={`Last ${MONTHS[interval]} months`}
        value={history?.total ?? '…'}
        note="signals"
      />
      <Stat
        label={`Last whole ${period}`}
        value={last?.count ?? '…'}
        note={before ? `${formatNumber(before.count)} the ${period} before` : 'signals'}
      />
      <Stat label="All time" value={allTime ?? '…'} note="signals" />
    </Stats>
  );
}
