/**
 * Shows what a query has read: before, a placeholder; if it failed, the error. `MoreButton` shows
 * the error of a further page.
 */
import type { ReactNode } from 'react';
import { ErrorNote, Skeleton, type SkeletonProps } from './notices.js';

interface LoadedProps<T> extends SkeletonProps {
  query: {
    data: T | undefined;
    error: unknown;
    refetch: () => unknown;
    isFetchNextPageError?: boolean;
  };
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, children, ...placeholder }: LoadedProps<T>) {
  const { data, error, refetch, isFetchNextPageError = false } = query;
  return (
    <>
      {error !== null && !isFetchNextPageError && (
        <ErrorNote error={error} onRetry={() => refetch()} />
      )}
      {data !== undefined && children(data)}
      {data === undefined && error === null && <Skeleton {...placeholder} />}
    </>
  );
}
