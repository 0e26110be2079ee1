/** Shows all signals of a company or person, or of one type, newest first, and pages on request. */
import { queryString, useAddress } from '../../client/address.js';
import type { CompanyTimelineResponse, ContactTimelineResponse } from '../../client/shapes.js';
import { SelectField } from '../../parts/fields.js';
import { formatNumber, plural, wordsOf } from '../../parts/format.js';
import { Empty } from '../../parts/notices.js';
import { SignalPages } from '../../signals/signal-pages.js';
import { usePaged } from '../../signals/use-paged.js';

export const PAGE_SIZE = 50;

interface TimelineProps {
  path: string;
  /** The parameter that identifies the person in the query of the path. Absent for companies. */
  identifier?: Record<string, string>;
  /** The types to choose from. */
  types: readonly string[];
  withoutCompany?: boolean;
}

type TimelineResponse = CompanyTimelineResponse | ContactTimelineResponse;

export function Timeline({ path, identifier = {}, types, withoutCompany = false }: TimelineProps) {
  const { address, change } = useAddress();
  const type = address.signal_types ?? '';
  const request = (cursor?: string) => ({
    path: path + queryString({ ...identifier, signal_types: type, limit: PAGE_SIZE, cursor }),
  });
  const query = usePaged<TimelineResponse>({
    question: ['timeline', path, identifier, type],
    first: request(),
    next(pages) {
      const cursor = pages.at(-1)?.next_cursor;
      return cursor ? request(cursor) : null;
    },
  });
  const signals = query.pages.flatMap(({ body }) => body.timeline);
  const total = query.pages[0]?.body.total;
  return (
    <section className="results" aria-label="Timeline">
      <div className="results-head">
        <div>
          <h2>Timeline</h2>
          <p className="muted num" role="status">
            {total === undefined
              ? '\u00a0'
              : `${plural(total, 'signal')} · ${formatNumber(signals.length)} shown`}
          </p>
        </div>
        <SelectField
          label="Type"
          isInline
          choices={[
            { value: '', label: 'All types' },
            ...[...new Set([...types, ...(type ? [type] : [])])].map((value) => ({
              value,
              label: wordsOf(value),
            })),
          ]}
          value={type}
          onChange={(value) => change({ signal_types: value })}
        />
      </div>
      {total === 0 && <Empty title="No signal of this type." />}
      <SignalPages
        paged={query}
        signals={signals}
        question={JSON.stringify([path, identifier, type])}
        withoutCompany={withoutCompany}
        pageSize={PAGE_SIZE}
      />
    </section>
  );
}
