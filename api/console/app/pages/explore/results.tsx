/** Shows the results of a search: their number, cost and order, and the request to copy. */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { loadingData } from '../../client/loading.js';
import type { SearchResponse, Signal } from '../../client/shapes.js';
import { formatNumber, plural } from '../../parts/format.js';
import { MoreButton } from '../../parts/more-button.js';
import { Empty, ErrorNote, Skeleton } from '../../parts/notices.js';
import { SignalList } from '../../signals/signal-list.js';
import { usePaged } from '../../signals/use-paged.js';
import { MAX_OFFSET, PAGE_SIZE, type Search } from './question.js';
import { RequestToCopy } from './request-to-copy.js';

const PATH = '/v1/signals/search';
const ORDERS = {
  '': 'As found',
  newest: 'Newest first',
  oldest: 'Oldest first',
  company: 'By company',
} as const;

export function Results({ address, search }: { address: Record<string, string>; search: Search }) {
  const navigate = useNavigate();
  const byMeaning = search.query !== undefined || search.similar_to !== undefined;
  const request = (more: object) =>
    ({ path: PATH, method: 'POST', body: { ...search, ...more } }) as const;
  const found = usePaged<SearchResponse>({
    question: ['search', search],
    first: request({}),
    next(pages) {
      const last = pages.at(-1);
      if (!last?.has_more) return null;
      if (!byMeaning) return last.next_cursor ? request({ cursor: last.next_cursor }) : null;
      const offset = pages.length * PAGE_SIZE;
      return offset <= MAX_OFFSET ? request({ offset }) : null;
    },
  });
  const { pages } = found;
  const isLoading = loadingData.use() !== '';
  const signals = useMemo(
    () =>
      sorted(
        pages.flatMap(({ body }) => body.signals),
        address.sort,
      ),
    [pages, address.sort],
  );
  const charged = pages.reduce((sum, page) => sum + page.charged, 0);
  const first = pages[0]?.body;
  const order = (sort: string): void => {
    const { sort: _, ...others } = address;
    void navigate({
      to: '/explore',
      search: sort ? { ...others, sort } : others,
      replace: true,
      resetScroll: false,
    });
  };
  if (!first) {
    return (
      <section className="results" aria-label="Results">
        {found.error ? (
          <ErrorNote error={found.error} onRetry={() => found.refetch()} />
        ) : (
          <Skeleton rows={5} tall />
        )}
      </section>
    );
  }
  return (
    <section className="results" aria-label="Results">
      <div className="results-head">
        <p role="status">
          <strong className="num">{plural(first.total, 'signal')}</strong>{' '}
          <span className="muted num">
            {byMeaning ? 'ranked by relevance' : 'newest first'} · {formatNumber(signals.length)}{' '}
            shown · {plural(charged, 'credit')}
            {pages.some(({ isReplay }) => isReplay) && ' (shown again, free)'}
          </span>
        </p>
        <div className="results-tools">
          <label className="inline-field">
            Order
            <select
              className="input"
              value={address.sort ?? ''}
              onChange={(event) => order(event.target.value)}
            >
              {Object.entries(ORDERS).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="button" className="button" onClick={() => found.again()}>
            Search again
          </button>
        </div>
      </div>
      <RequestToCopy search={search} />
      {signals.length === 0 &&
        (isLoading ? (
          <Empty title="Nothing is found yet.">
            Data is still being loaded. Choose “Search again” in a moment.
          </Empty>
        ) : (
          <Empty title="No signal passes these filters.">
            Remove a filter, or widen the dates. A type or industry that does not exist matches
            nothing.
          </Empty>
        ))}
      <SignalList signals={signals} question={JSON.stringify(search)} />
      {found.error && <ErrorNote error={found.error} onRetry={() => found.more()} />}
      <MoreButton list={found} count={PAGE_SIZE} note="costs as a search" onMore={found.more} />
      {!found.hasNextPage && first.has_more && (
        <p className="note">A search by meaning ends here. Narrow it with filters to see others.</p>
      )}
    </section>
  );
}

/** Sorts only the signals that are shown. The ranking of all signals is done by the API. */
function sorted(signals: readonly Signal[], order: string | undefined): readonly Signal[] {
  const times = (signal: Signal): number => Date.parse(signal.detected_at);
  switch (order) {
    case 'newest':
      return signals.toSorted((one, other) => times(other) - times(one));
    case 'oldest':
      return signals.toSorted((one, other) => times(one) - times(other));
    case 'company':
      return signals.toSorted((one, other) =>
        (one.company.name ?? '').localeCompare(other.company.name ?? ''),
      );
    default:
      return signals;
  }
}
