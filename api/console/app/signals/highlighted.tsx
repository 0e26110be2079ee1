/** Shows a summary and highlights the words that match the question (the API explains which). */
import type { ReactNode } from 'react';
import type { Signal } from '../client/shapes.js';

/** The lowest likeness of a match that is highlighted. */
const MIN_LIKENESS = 0.5;

export function Highlighted({ signal }: { signal: Signal }) {
  const { summary } = signal.data;
  const matches = (signal.explanation?.matches ?? [])
    .filter(({ likeness, start, end }) => likeness >= MIN_LIKENESS && start < end)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, query_word } of matches) {
    if (start < at) continue;
    parts.push(summary.slice(at, start));
    parts.push(
      <mark key={start} title={`Matches “${query_word}”`}>
        {summary.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  parts.push(summary.slice(at));
  return <p className="summary">{parts}</p>;
}
