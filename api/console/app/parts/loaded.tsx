/** Shows what a query has read: before, a placeholder; if it failed, the error. */
import type { ReactNode } from 'react';
import { ErrorNote, Skeleton, type SkeletonProps } from './notices.js';

interface LoadedProps<T> extends SkeletonProps {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, children, ...placeholder }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error !== null && <ErrorNote error={error} onRetry={() => refetch()} />}
      {data !== undefined && children(data)}
      {data === undefined && error === null && <Skeleton {...placeholder} />}
    </>
  );
}
