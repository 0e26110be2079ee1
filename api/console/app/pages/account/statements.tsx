/** Shows the statements of closed periods, each with a download as CSV. */
import { useMutation } from '@tanstack/react-query';
import { readBody, send } from '../../client/call.js';
import { useList } from '../../client/queries.js';
import type { StatementsResponse } from '../../client/shapes.js';
import { formatUtcDay } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { MoreButton } from '../../parts/more-button.js';
import { Empty, ErrorNote } from '../../parts/notices.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';

const PAGE_SIZE = 12;

export function StatementsCard() {
  const query = useList<StatementsResponse>('/v1/statements', { limit: PAGE_SIZE });
  const download = useMutation({
    mutationFn: async (day: string) => {
      const response = await send(`/v1/statements/${day}`, { accept: 'text/csv' });
      saveFile(`statement-${day}.csv`, await readBody(response.blob()));
    },
  });
  return (
    <Card title="Statements" note="One for each closed period.">
      {download.error && <ErrorNote error={download.error} />}
      <Loaded query={query} rows={2}>
        {({ pages }) =>
          pages[0]?.statements.length === 0 ? (
            <Empty title="No period is closed yet.">
              The first statement appears when the running period ends.
            </Empty>
          ) : (
            <Table
              label="Statements"
              rows={pages.flatMap(({ statements }) => statements)}
              keyOf={({ period_start }) => period_start}
              right={['Credits', 'Download']}
              cellsOf={({ period_start, period_end, credits_total }) => ({
                Period: `${formatUtcDay(period_start)} to ${formatUtcDay(period_end)}`,
                Credits: credits_total,
                Download: (
                  <button
                    type="button"
                    className="button"
                    aria-label={`CSV of the period from ${formatUtcDay(period_start)}`}
                    onClick={() => download.mutate(period_start.slice(0, 10))}
                  >
                    CSV
                  </button>
                ),
              })}
            />
          )
        }
      </Loaded>
      <MoreButton list={query} count={PAGE_SIZE} />
    </Card>
  );
}

function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
