/** Shows the results of a search: their number, cost and order, and the request to copy. */
import { useMemo, useState } from 'react';
import { useAddress } from '../../client/address.js';
import type { Answer } from '../../client/call.js';
import { loadingData } from '../../client/response-headers.js';
import type { SearchResponse, Signal } from '../../client/shapes.js';
import { CopyButton } from '../../parts/copy.js';
import { SelectField } from '../../parts/fields.js';
import { formatNumber, plural } from '../../parts/format.js';
import { Empty } from '../../parts/notices.js';
import { SnippetTabs } from '../../parts/snippet-tabs.js';
import { keys } from '../../session/session.js';
import { SignalPages } from '../../signals/signal-pages.js';
import { usePaged } from '../../signals/use-paged.js';
import { searchSnippets } from '../../snippets/snippets.js';
import { countFilters, MAX_OFFSET, PAGE_SIZE, type Search } from './question.js';

const PATH = '/v1/signals/search';
const SNIPPET_LIMIT = 20;
const NO_MATCH_REMEDY =
  'Remove a filter, or widen the dates. ' +
  'A type or industry that does not exist matches nothing.';
/** The orders of the signals that are shown. The ranking of all signals is done by the API. */
const ORDERS: Readonly<
  Record<string, { name: string; compare?: (a: Signal, b: Signal) => number }>
> = {
  '': { name: 'As found' },
  newest: { name: 'Newest first', compare: (one, other) => timeOf(other) - timeOf(one) },
  oldest: { name: 'Oldest first', compare: (one, other) => timeOf(one) - timeOf(other) },
  company: {
    name: 'By company',
    compare: (one, other) => (one.company.name ?? '').localeCompare(other.company.name ?? ''),
  },
};
const choicesOf = (isRanked: boolean) =>
  Object.entries(ORDERS).map(([value, { name }]) => ({
    value,
    label: value === '' && isRanked ? 'As ranked' : name,
  }));
const timeOf = (signal: Signal): number => Date.parse(signal.detected_at);

export function Results({ search }: { search: Search }) {
  const { address, change } = useAddress();
  const isRanked = search.query !== undefined || search.similar_to !== undefined;
  const results = useResults(search, isRanked);
  const isFiltered = countFilters(address) > 0;
  const { pages } = results;
  const isLoading = loadingData.use() !== '';
  const signals = useMemo(() => {
    // What is loaded between two pages moves signals from one to the next.
    const all = pages.flatMap(({ body }) => body.signals);
    const found = [...new Map(all.map((signal) => [signal.signal_id, signal])).values()];
    const { compare } = ORDERS[address.sort ?? ''] ?? {};
    return compare ? found.sort(compare) : found;
  }, [pages, address.sort]);
  const first = pages[0]?.body;
  return (
    <section className="stack" aria-label="Results">
      {first && (
        <>
          <div className="results-head">
            <p role="status">
              <strong className="num">{plural(first.total, 'signal')}</strong>{' '}
              <span className="muted num">
                {isRanked ? 'ranked by relevance' : 'newest first'} · {formatNumber(signals.length)}{' '}
                shown · {formatCharge(pages)}
              </span>
            </p>
            <div className="row">
              <SelectField
                label="Order of those shown"
                isInline
                choices={choicesOf(isRanked)}
                value={address.sort ?? ''}
                onChange={(sort) => change({ sort })}
              />
              <button type="button" className="button" onClick={() => results.askAgain()}>
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
              <Empty title={isFiltered ? 'No signal matches these filters.' : 'Nothing is found.'}>
                {isFiltered ? NO_MATCH_REMEDY : 'Load events first: the page Connect says how.'}
              </Empty>
            ))}
        </>
      )}
      <SignalPages
        paged={results}
        signals={signals}
        question={JSON.stringify(search)}
        pageSize={PAGE_SIZE}
        note="costs as a search"
      />
      {!results.hasNextPage && first?.has_more && (
        <p className="note">A search by meaning ends here. Narrow it with filters to see others.</p>
      )}
    </section>
  );
}

/** Reads the results by page: ranked ones by offset, up to the largest one, others by cursor. */
function useResults(search: Search, isRanked: boolean) {
  const request = (position: object) => ({ path: PATH, body: { ...search, ...position } });
  return usePaged<SearchResponse>({
    question: ['search', search],
    first: request({}),
    next(pages) {
      const last = pages.at(-1);
      if (!last?.has_more) return null;
      if (!isRanked) return last.next_cursor ? request({ cursor: last.next_cursor }) : null;
      const offset = pages.length * PAGE_SIZE;
      return offset <= MAX_OFFSET ? request({ offset }) : null;
    },
  });
}

/** Says how many credits the shown pages cost. A page that was paid for before is free. */
function formatCharge(pages: readonly Answer<SearchResponse>[]): string {
  const charged = pages.reduce((sum, page) => sum + page.charged, 0);
  const isReplay = pages.some((page) => page.isReplay);
  return `${plural(charged, 'credit')}${isReplay ? ' (shown again, free)' : ''}`;
}

/** Shows the question as requests to paste into a shell, a program or an agent, with the key. */
function RequestToCopy({ search }: { search: Search }) {
  const [isShown, setShown] = useState(false);
  const snippets = searchSnippets(
    { ...search, limit: SNIPPET_LIMIT },
    { origin: location.origin, key: keys.account.get() ?? '' },
  );
  const curl = snippets[0];
  if (!curl) return null;
  return (
    <div className="stack">
      <div className="row">
        <CopyButton text={curl.code} label="Copy as curl" onCopied={() => setShown(true)} />
        <button
          type="button"
          className="button quiet"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide the request' : 'Show as curl, JavaScript, Python, MCP'}
        </button>
      </div>
      {isShown && (
        <SnippetTabs
          snippets={snippets}
          label="Languages"
          labelOf={(name) => `The request as ${name}`}
        />
      )}
    </div>
  );
}
