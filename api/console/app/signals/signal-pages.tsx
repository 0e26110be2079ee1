/** Shows the signals of the pages that were read, the error of a page, and the button for the next. */
import { Loaded } from '../parts/loaded.js';
import { MoreButton } from '../parts/more-button.js';
import { SignalList, type SignalListProps } from './signal-list.js';
import type { usePaged } from './use-paged.js';

interface PagesProps extends SignalListProps {
  paged: ReturnType<typeof usePaged>;
  pageSize: number;
  /** The cost of a page, in words. */
  note?: string;
}

export function SignalPages({ paged, pageSize, note, ...list }: PagesProps) {
  return (
    <>
      <Loaded query={paged} rows={5} tall>
        {() => list.signals.length > 0 && <SignalList {...list} />}
      </Loaded>
      <MoreButton list={paged} count={pageSize} note={note} />
    </>
  );
}
