/** Shows the files and partitions that were read, and how many messages wait (the lag). */
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../client/queries.js';
import type { AdminIngestSourcesResponse } from '../../client/shapes.js';
import { formatAgo, formatNumber } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Empty } from '../../parts/notices.js';
import { Card, right, TableArea } from '../../parts/page.js';
import { originName } from './rejected.js';

export function SourcesCard() {
  const query = useQuery(
    queryOf<AdminIngestSourcesResponse>('/v1/admin/ingest/sources?limit=50', { as: 'operator' }),
  );
  return (
    <Card title="Files and topics" note="Latest activity first.">
      <Loaded query={query} rows={3}>
        {({ sources }) =>
          sources.length === 0 ? (
            <Empty title="Nothing was read yet." />
          ) : (
            <TableArea
              label="Files and topics"
              columns={[
                'Name',
                'Kind',
                right('Read'),
                right('Rejected'),
                right('Lag'),
                'Last read',
              ]}
            >
              <tbody>
                {sources.map(({ origin, read, rejected, lag, first_read_at, last_read_at }) => (
                  <tr key={`${origin.kind} ${originName(origin)} ${first_read_at}`}>
                    <th scope="row">{originName(origin)}</th>
                    <td>{origin.kind}</td>
                    <td className="num right">{formatNumber(read)}</td>
                    <td className="num right">{formatNumber(rejected)}</td>
                    <td className="num right">{lag === null ? '–' : formatNumber(lag)}</td>
                    <td className="nowrap">{formatAgo(last_read_at)}</td>
                  </tr>
                ))}
              </tbody>
            </TableArea>
          )
        }
      </Loaded>
    </Card>
  );
}
