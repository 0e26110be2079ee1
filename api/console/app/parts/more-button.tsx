/** The button below a list that has a further page. Shows when the page is being loaded. */
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
  /** The largest number of entries on a page. */
  count: number;
  /** The cost of a page, in words. */
  note?: string | undefined;
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
