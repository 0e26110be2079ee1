/** Shows the statements of closed periods, each with a download as CSV. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryString } from '../../client/address.js';
import { call, send } from '../../client/call.js';
import type { StatementsResponse } from '../../client/shapes.js';
import { formatNumber, formatUtcDay } from '../../parts/format.js';
import { MoreButton } from '../../parts/more-button.js';
import { Empty, ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card, right, TableArea } from '../../parts/page.js';
import { saveFile } from '../../parts/save-file.js';

const PAGE_SIZE = 12;

export function StatementsCard() {
  const [failure, setFailure] = useState<unknown>(null);
  const query = useInfiniteQuery({
    queryKey: ['statements'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<StatementsResponse>(
        `/v1/statements${queryString({ limit: PAGE_SIZE, cursor: pageParam })}`,
        { signal },
      ),
    getNextPageParam: ({ body }) => body.next_cursor,
  });
  const statements = query.data?.pages.flatMap(({ body }) => body.statements) ?? [];
  const download = async (day: string): Promise<void> => {
    setFailure(null);
    try {
      const response = await send(`/v1/statements/${day}`, { accept: 'text/csv' });
      saveFile(`statement-${day}.csv`, await response.blob());
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Card title="Statements" note="One for each closed period.">
      {query.error && <ErrorNote error={query.error} onRetry={() => query.refetch()} />}
      {failure !== null && <ErrorNote error={failure} />}
      {query.isPending && !query.error && <Skeleton rows={2} />}
      {query.data && statements.length === 0 && (
        <Empty title="No period is closed yet.">
          The first statement appears when the running period ends.
        </Empty>
      )}
      {statements.length > 0 && (
        <TableArea label="Statements" columns={['Period', right('Credits'), right('Download')]}>
          <tbody>
            {statements.map(({ period_start, period_end, credits_total }) => (
              <tr key={period_start}>
                <th scope="row">
                  {formatUtcDay(period_start)} to {formatUtcDay(period_end)}
                </th>
                <td className="num right">{formatNumber(credits_total)}</td>
                <td className="right">
                  <button
                    type="button"
                    className="button"
                    aria-label={`CSV of the period from ${formatUtcDay(period_start)}`}
                    onClick={() => download(period_start.slice(0, 10))}
                  >
                    CSV
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </TableArea>
      )}
      <MoreButton list={query} count={PAGE_SIZE} onMore={() => query.fetchNextPage()} />
    </Card>
  );
}
