/** The page "Feeds": outcomes by feed and day, rejected events, and how far sources are read. */
import { Link } from '@tanstack/react-router';
import { barsOf, dayOf } from '../../charts/periods.js';
import { VolumeChart } from '../../charts/volume-chart.js';
import { queryString, useAddress } from '../../client/address.js';
import { refresh, useCall } from '../../client/queries.js';
import type { AdminIngestOutcomesResponse } from '../../client/shapes.js';
import { OperatorPage } from '../../gate/operator-gate.js';
import { formatAgo, formatNumber } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Empty } from '../../parts/notices.js';
import { Card, Stat, Stats } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { RejectedCard } from './rejected.js';
import { SourcesCard } from './sources.js';

type Outcome = AdminIngestOutcomesResponse['outcomes'][number];

const COUNTS = ['read', 'accepted', 'duplicates', 'ignored', 'rejected'] as const;

export function FeedsPage() {
  return (
    <OperatorPage
      title="Feeds"
      lead="What the service has read, what became of it, and what it could not use."
      actions={
        <button type="button" className="button" onClick={() => refresh('/v1/admin/ingest')}>
          Refresh
        </button>
      }
    >
      <Feeds />
    </OperatorPage>
  );
}

function Feeds() {
  const { address } = useAddress();
  const feed = address.feed ?? '';
  const path = `/v1/admin/ingest/outcomes${queryString({ feed })}`;
  const outcomes = useCall<AdminIngestOutcomesResponse>(path);
  return (
    <Loaded query={outcomes} rows={4} tall>
      {(body) => (
        <>
          <OutcomeStats totals={body.totals} />
          <ReadPerDayCard body={body} />
          <OutcomesByFeedCard body={body} feed={feed} />
          <RejectedCard feed={feed} />
          <SourcesCard />
        </>
      )}
    </Loaded>
  );
}

function OutcomeStats({ totals }: { totals: AdminIngestOutcomesResponse['totals'] }) {
  return (
    <Stats>
      <Stat label="Read" value={totals.read} note="last 30 days" />
      <Stat label="Accepted" value={totals.accepted} note="became records" />
      <Stat
        label="Duplicates"
        value={totals.duplicates}
        note={`${formatNumber(totals.ignored)} ignored`}
      />
      <Stat
        label="Rejected"
        value={totals.rejected}
        note={totals.rejected > 0 ? <span className="warn">see below</span> : 'none'}
      />
    </Stats>
  );
}

/** Shows every day of the range, without days to come. */
function ReadPerDayCard({ body }: { body: AdminIngestOutcomesResponse }) {
  const counts = new Map<string, number>();
  for (const { day, read } of body.outcomes) counts.set(day, (counts.get(day) ?? 0) + read);
  const first = dayOf(Date.parse(body.since) + 1);
  const untilMs = Math.min(Date.parse(body.before) - 1, Date.now());
  return (
    <Card>
      <VolumeChart
        caption="Events read per day"
        unit="event"
        buckets={barsOf(counts, 'day', first, untilMs)}
      />
    </Card>
  );
}

/** `feed` is the only feed that is shown. Empty for all feeds. */
function OutcomesByFeedCard({ body, feed }: { body: AdminIngestOutcomesResponse; feed: string }) {
  return (
    <Card title="By feed">
      {body.outcomes.length === 0 ? (
        <Empty title="Nothing was read in the last 30 days.">
          Put a file into the spool folder, or send events to Kafka.
        </Empty>
      ) : (
        <Table
          label="Outcomes by feed"
          rows={sumByFeed(body.outcomes)}
          keyOf={(sum) => sum.feed ?? ''}
          right={['Read', 'Accepted', 'Duplicates', 'Ignored', 'Rejected']}
          cellsOf={(sum) => ({
            Feed: sum.feed ? (
              <Link to="/feeds" search={{ feed: sum.feed }} resetScroll={false}>
                {sum.feed}
              </Link>
            ) : (
              <span className="muted">unknown</span>
            ),
            Read: sum.read,
            Accepted: sum.accepted,
            Duplicates: sum.duplicates,
            Ignored: sum.ignored,
            Rejected:
              sum.rejected > 0 ? <strong className="warn">{formatNumber(sum.rejected)}</strong> : 0,
            'Last read': formatAgo(sum.last_read_at),
          })}
        />
      )}
      {feed && (
        <Link className="button" to="/feeds" activeOptions={{ exact: true }} resetScroll={false}>
          Show all feeds
        </Link>
      )}
    </Card>
  );
}

/** Returns the sums of each feed, the feed with the most events first. */
function sumByFeed(outcomes: readonly Outcome[]): Outcome[] {
  const feeds = new Map<string | null, Outcome>();
  for (const outcome of outcomes) {
    const sum = feeds.get(outcome.feed);
    if (sum) {
      for (const name of COUNTS) sum[name] += outcome[name];
      if (outcome.last_read_at > sum.last_read_at) sum.last_read_at = outcome.last_read_at;
    } else feeds.set(outcome.feed, { ...outcome });
  }
  return [...feeds.values()].sort((one, other) => other.read - one.read);
}
