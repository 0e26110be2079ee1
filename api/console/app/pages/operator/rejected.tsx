/** Shows rejected events: their origin, the reason, and the line to correct and load again. */
import { useAddress } from '../../client/address.js';
import { useList } from '../../client/queries.js';
import type {
  AdminIngestRejectedResponse,
  IngestOrigin,
  RejectedEvent,
} from '../../client/shapes.js';
import { CodeBlock } from '../../parts/copy.js';
import { SelectField } from '../../parts/fields.js';
import { formatMoment, formatNumber, plural } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { MoreButton } from '../../parts/more-button.js';
import { Empty } from '../../parts/notices.js';
import { Badge, Card } from '../../parts/page.js';

const PAGE_SIZE = 20;

export function RejectedCard({ feed }: { feed: string }) {
  const { address, change } = useAddress();
  const reason = address.reason ?? '';
  const filters = { feed, reason, limit: PAGE_SIZE };
  const query = useList<AdminIngestRejectedResponse>('/v1/admin/ingest/rejected', filters);
  const first = query.data?.pages[0];
  const counts = new Map(first?.reasons.map(({ code, count }) => [code, count]));
  return (
    <Card title="Rejected events" note={first ? plural(first.total, 'line') : '\u00a0'}>
      <div className="filter-grid">
        <SelectField
          label="Reason"
          value={reason}
          onChange={(value) => change({ reason: value })}
          choices={[...new Set(['', ...counts.keys(), reason])].map((code) => ({
            value: code,
            label: code ? `${code} (${formatNumber(counts.get(code) ?? 0)})` : 'Any reason',
          }))}
        />
      </div>
      <Loaded query={query} rows={3}>
        {({ pages }) =>
          first?.total === 0 ? (
            <Empty
              title={reason ? 'No line was rejected for this reason.' : 'No line was rejected.'}
            />
          ) : (
            <>
              <ul className="rejected">
                {pages
                  .flatMap(({ rejected }) => rejected)
                  .map((each) => (
                    <li key={`${originName(each.origin)} ${each.rejected_at} ${each.position}`}>
                      <Rejected event={each} />
                    </li>
                  ))}
              </ul>
              <p className="note">
                Mend a line, put it into a new file, and rename the file into the spool folder.
                Equal content that was loaded before is a duplicate and changes nothing.
              </p>
            </>
          )
        }
      </Loaded>
      <MoreButton list={query} count={PAGE_SIZE} />
    </Card>
  );
}

function Rejected({ event }: { event: RejectedEvent }) {
  const { reason, origin, position, feed, rejected_at, line, line_cut } = event;
  return (
    <>
      <p>
        <Badge tone="bad">{reason.code}</Badge> {reason.message}{' '}
        {reason.field && <code>{reason.field}</code>}
      </p>
      <p className="note num">
        {[
          feed ?? 'Unknown feed',
          originName(origin),
          `${origin.kind === 'topic' ? 'offset' : 'line'} ${formatNumber(position)}`,
          formatMoment(rejected_at),
        ].join(' · ')}
      </p>
      <CodeBlock label={`The line from ${originName(origin)}`} code={line} />
      {line_cut && <p className="note">The line is longer; this is its beginning.</p>}
    </>
  );
}

export function originName({ kind, name, partition }: IngestOrigin): string {
  if (kind === 'stream') return 'standard input';
  return partition === null ? name : `${name}, partition ${partition}`;
}
