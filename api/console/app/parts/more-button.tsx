/** The button below a list that has a further page. Shows when the page is being loaded. */
interface MoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** The largest number of entries on a page. */
  count: number;
  /** The cost of a page, in words. */
  note?: string | undefined;
}

export function MoreButton({ list, count, note }: MoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <button
      type="button"
      className="button wide"
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? 'Loading…' : `Show ${count} more`}
      {note && <span className="muted">{note}</span>}
    </button>
  );
}
