/**
 * Reads a list of signals page by page, each page only if the user asks for it. The number of shown
 * pages is kept in the tab: after a reload they are read again with their idempotency keys, as long
 * as that is free.
 */
import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Answer, call, dropIdempotencyKey } from '../client/call.js';
import { PAID, queryClient } from '../client/queries.js';
import { tabStorage } from '../session/storage.js';

interface PageRequest {
  path: string;
  body?: object;
}

interface PagedQuestion<T> {
  question: QueryKey;
  first: PageRequest;
  /** Returns the request for the page after the given ones, or `null` at the end. */
  next: (pages: readonly T[]) => PageRequest | null;
}

export function usePaged<T>({ question, first, next }: PagedQuestion<T>) {
  const storageKey = `signals.pages ${JSON.stringify(question)}`;
  const answer = useInfiniteQuery({
    ...PAID,
    queryKey: question,
    initialPageParam: first,
    queryFn: ({ pageParam: { path, ...request }, signal }) =>
      call<T>(path, { ...request, paid: true, signal }),
    getNextPageParam: (_last, pages: Answer<T>[]) => next(pages.map(({ body }) => body)),
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = answer;
  const count = answer.data?.pages.length ?? 0;
  const storedCount = Number(tabStorage.get(storageKey) ?? 1);
  const wasCharged = answer.data?.pages.at(-1)?.isReplay === false;
  useEffect(() => {
    if (count === 0 || count >= storedCount) return;
    // The last page was charged again, so the next pages would be charged as well: a day has
    // passed, or the key is of another account.
    if (wasCharged) tabStorage.remove(storageKey);
    else if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [
    count,
    storedCount,
    wasCharged,
    storageKey,
    hasNextPage,
    isFetchingNextPage,
    error,
    fetchNextPage,
  ]);
  const loadMore = async (): Promise<void> => {
    const { isError } = await fetchNextPage();
    if (!isError) tabStorage.set(storageKey, String(count + 1));
  };
  return {
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError: answer.isFetchNextPageError,
    error,
    data: answer.data,
    pages: answer.data?.pages ?? [],
    fetchNextPage: loadMore,
    refetch: answer.refetch,
    /** Asks the question again as a new one, which is charged. */
    async askAgain() {
      // The second half of a double click comes before the button is gone.
      if (queryClient.isFetching({ queryKey: question, exact: true }) > 0) return;
      const shown = queryClient.getQueryData<InfiniteData<unknown, PageRequest>>(question);
      for (const { path, body } of shown?.pageParams ?? [first]) dropIdempotencyKey(path, body);
      tabStorage.remove(storageKey);
      await queryClient.resetQueries({ queryKey: question, exact: true });
    },
  };
}
