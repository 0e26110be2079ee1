/** Shows the signals of the pages that were read, the error of a page, and the button for the next. */
import { MoreButton } from '../parts/more-button.js';
import { ErrorNote, Skeleton } from '../parts/notices.js';
import { SignalList, type SignalListProps } from './signal-list.js';
import type { usePaged } from './use-paged.js';

interface PagesProps extends SignalListProps {
  paged: ReturnType<typeof usePaged>;
  pageSize: number;
  /** The cost of a page, in words. */
  note?: string;
}

export function SignalPages({ paged, pageSize, note, ...list }: PagesProps) {
  const { pages, error, refetch } = paged;
  return (
    <>
      {pages.length === 0 &&
        (error ? (
          <ErrorNote error={error} onRetry={() => refetch()} />
        ) : (
          <Skeleton rows={5} tall />
        ))}
      {list.signals.length > 0 && <SignalList {...list} />}
      <MoreButton list={paged} count={pageSize} note={note} />
    </>
  );
}
