/**
 * The button below a list that has a further page. Shows when the page is being loaded, and the
 * error if that failed.
 */
import { ErrorNote } from './notices.js';

interface MoreProps {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  /** The largest number of entries on a page. */
  count: number;
  /** The cost of a page, in words. */
  note?: string | undefined;
}

export function MoreButton({ list, count, note }: MoreProps) {
  if (!list.hasNextPage) return null;
  const { isFetchingNextPage, fetchNextPage } = list;
  return (
    <>
      {list.isFetchNextPageError && (
        <ErrorNote error={list.error} onRetry={() => void fetchNextPage()} />
      )}
      <button
        type="button"
        className="button wide"
        // A disabled button would lose the focus.
        aria-disabled={isFetchingNextPage}
        onClick={() => {
          if (!isFetchingNextPage) void fetchNextPage();
        }}
      >
        {isFetchingNextPage ? 'Loading…' : `Show ${count} more`}
        {note && <span className="muted">{note}</span>}
      </button>
    </>
  );
}
