/** Below a list that goes on: asks for its next page, once, and says while it is coming. */
interface List {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
}

export function MoreButton({
  list: { hasNextPage, isFetchingNextPage },
  count,
  note,
  onMore,
}: {
  list: List;
  /** How many a page has, at most. */
  count: number;
  /** What it costs, if anything. */
  note?: string;
  onMore: () => unknown;
}) {
  if (!hasNextPage) return null;
  return (
    <button
      type="button"
      className="button wide"
      disabled={isFetchingNextPage}
      onClick={() => void onMore()}
    >
      {isFetchingNextPage ? 'Loading…' : `Show ${count} more`}
      {note && <span className="muted">{note}</span>}
    </button>
  );
}
