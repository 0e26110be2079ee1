/** The page "Feeds": outcomes by feed and day, rejected events, and how far sources are read. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Volumes } from '../../charts/lazy-volume-chart.js';
import { queryString } from '../../client/address.js';
import { call } from '../../client/call.js';
import type { AdminIngestOutcomesResponse } from '../../client/shapes.js';
import { OperatorPage } from '../../gate/operator-page.js';
import { formatAgo, formatNumber, formatShortDay, formatUtcDay } from '../../parts/format.js';
import { Empty, ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card, right, Stat, Stats, TableArea } from '../../parts/page.js';
import { byDay, byFeed } from './outcomes.js';
import { RejectedCard } from './rejected.js';
import { SourcesCard } from './sources.js';

export function FeedsPage() {
  return (
    <OperatorPage
      title="Feeds"
      lead="What the service has read, what became of it, and what it could not use."
      actions={<RefreshButton />}
    >
      <Feeds />
    </OperatorPage>
  );
}

/** Reloads every table of the page, so that their numbers are from the same moment. */
function RefreshButton() {
  const client = useQueryClient();
  return (
    <button
      type="button"
      className="button"
      onClick={() => client.invalidateQueries({ queryKey: ['admin', 'feeds'] })}
    >
      Refresh
    </button>
  );
}

function Feeds() {
  const address = useSearch({ strict: false }) as Record<string, string>;
  const navigate = useNavigate();
  const feed = address.feed ?? '';
  const outcomes = useQuery({
    queryKey: ['admin', 'feeds', 'outcomes', feed],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<AdminIngestOutcomesResponse>(`/v1/admin/ingest/outcomes${queryString({ feed })}`, {
        as: 'operator',
        signal,
      }),
  });
  const body = outcomes.data?.body;
  const choose = (name: string): void => {
    void navigate({ to: '/feeds', search: name ? { feed: name } : {}, resetScroll: false });
  };
  if (outcomes.error) {
    return <ErrorNote error={outcomes.error} onRetry={() => outcomes.refetch()} />;
  }
  if (!body) return <Skeleton rows={4} tall />;
  return (
    <>
      <Stats>
        <Stat label="Read" value={formatNumber(body.totals.read)} note="last 30 days" />
        <Stat label="Accepted" value={formatNumber(body.totals.accepted)} note="became records" />
        <Stat
          label="Duplicates"
          value={formatNumber(body.totals.duplicates)}
          note={`${formatNumber(body.totals.ignored)} ignored`}
        />
        <Stat
          label="Rejected"
          value={formatNumber(body.totals.rejected)}
          note={body.totals.rejected > 0 ? <span className="warn">see below</span> : 'none'}
        />
      </Stats>
      <Card>
        <Volumes
          caption="Events read per day"
          unit="events"
          buckets={byDay(body).map(({ day, read }) => ({
            label: formatUtcDay(day),
            short: formatShortDay(day),
            value: read,
          }))}
        />
      </Card>
      <Card title="By feed">
        {body.outcomes.length === 0 && (
          <Empty title="Nothing was read in the last 30 days.">
            Put a file into the spool folder, or send events to Kafka.
          </Empty>
        )}
        <TableArea
          label="Outcomes by feed"
          columns={[
            'Feed',
            right('Read'),
            right('Accepted'),
            right('Duplicates'),
            right('Ignored'),
            right('Rejected'),
            'Last read',
          ]}
        >
          <tbody>
            {byFeed(body).map((each) => (
              <tr key={each.feed ?? ''}>
                <th scope="row">
                  {each.feed === null ? (
                    <span className="muted">not told</span>
                  ) : (
                    <button
                      type="button"
                      className="link"
                      onClick={() => choose(each.feed === feed ? '' : (each.feed ?? ''))}
                    >
                      {each.feed}
                    </button>
                  )}
                </th>
                <td className="num right">{formatNumber(each.read)}</td>
                <td className="num right">{formatNumber(each.accepted)}</td>
                <td className="num right">{formatNumber(each.duplicates)}</td>
                <td className="num right">{formatNumber(each.ignored)}</td>
                <td className="num right">
                  {each.rejected > 0 ? (
                    <strong className="warn">{formatNumber(each.rejected)}</strong>
                  ) : (
                    0
                  )}
                </td>
                <td className="nowrap">{formatAgo(each.last_read_at)}</td>
              </tr>
            ))}
          </tbody>
        </TableArea>
        {feed && (
          <button type="button" className="button" onClick={() => choose('')}>
            Show all feeds
          </button>
        )}
      </Card>
      <RejectedCard feed={feed} />
      <SourcesCard />
    </>
  );
}
