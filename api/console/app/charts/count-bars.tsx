/** Shows counts by name, each with a bar relative to the largest. A name may be a link. */
import type { ComponentProps, ReactNode } from 'react';
import { formatNumber } from '../parts/format.js';
import { Loaded } from '../parts/loaded.js';
import { Card } from '../parts/page.js';

interface NamedCount {
  id: string;
  name: ReactNode;
  count: number;
}

export function CountBars({
  caption,
  counts,
  empty = 'Nothing to count.',
}: {
  caption: string;
  counts: readonly NamedCount[];
  empty?: string;
}) {
  const max = Math.max(...counts.map(({ count }) => count), 1);
  return (
    <figure className="chart">
      <figcaption>{caption}</figcaption>
      {counts.length === 0 && <p className="note">{empty}</p>}
      <ul className="count-bars">
        {counts.map(({ id, name, count }) => (
          <li key={id}>
            <span className="count-name">{name}</span>
            <span className="num">{formatNumber(count)}</span>
            <progress className="count-bar" value={count} max={max} aria-hidden="true" />
          </li>
        ))}
      </ul>
    </figure>
  );
}

interface CountsCardProps<T> {
  query: ComponentProps<typeof Loaded<T>>['query'];
  /** The lines of the placeholder. */
  rows: number;
  caption: string;
  countsOf: (data: T) => readonly NamedCount[];
}

/** Shows the counts that a query reads. */
export function CountsCard<T>({ query, rows, caption, countsOf }: CountsCardProps<T>) {
  return (
    <Card>
      <Loaded query={query} rows={rows}>
        {(data) => <CountBars caption={caption} counts={countsOf(data)} />}
      </Loaded>
    </Card>
  );
}
