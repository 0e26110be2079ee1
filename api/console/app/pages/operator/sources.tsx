/** Shows the files and partitions that were read, and how many messages wait (the lag). */
import { useCall } from '../../client/queries.js';
import type { AdminIngestSourcesResponse } from '../../client/shapes.js';
import { formatAgo } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Empty } from '../../parts/notices.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { originName } from './rejected.js';

export function SourcesCard() {
  const query = useCall<AdminIngestSourcesResponse>('/v1/admin/ingest/sources?limit=50');
  return (
    <Card title="Files and topics" note="Latest activity first.">
      <Loaded query={query} rows={3}>
        {({ sources }) =>
          sources.length === 0 ? (
            <Empty title="Nothing was read yet." />
          ) : (
            <Table
              label="Files and topics"
              rows={sources}
              keyOf={({ origin, first_read_at }) =>
                `${origin.kind} ${originName(origin)} ${first_read_at}`
              }
              right={['Read', 'Rejected', 'Lag']}
              cellsOf={({ origin, read, rejected, lag, last_read_at }) => ({
                Name: originName(origin),
                Kind: origin.kind,
                Read: read,
                Rejected: rejected,
                Lag: lag,
                'Last read': formatAgo(last_read_at),
              })}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
