/** Shows one signal: company and person, summary, time, relevance and source. */
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useState } from 'react';
import type { Signal, WordMatch } from '../client/shapes.js';
import { CodeBlock } from '../parts/copy.js';
import {
  formatAgo,
  formatDay,
  formatEmployees,
  formatMoment,
  formatUtcDay,
  isDay,
  wordsOf,
} from '../parts/format.js';
import { Badge } from '../parts/page.js';
import { CompanyLink, PersonLink, SourceLink } from './links.js';

/** The lowest likeness of a match that is highlighted. */
const MIN_LIKENESS = 0.5;

interface CardProps {
  signal: Signal;
  /** The signals with open details. A list keeps it, because it removes cards out of view. */
  openIds?: Set<string>;
}

export const SignalCard = memo(function SignalCard({ signal, openIds }: CardProps) {
  const { company, contact, data, detected_at } = signal;
  const facts = [
    company.industries[0],
    formatEmployees(company.employee_count_low, company.employee_count_high),
  ].filter(Boolean);
  return (
    <article className="signal">
      <header>
        <div className="signal-company">
          <h2 dir="auto">
            <CompanyLink company={company} />
          </h2>
          {facts.length > 0 && <span className="muted">{facts.join(' · ')}</span>}
        </div>
        <div className="signal-when">
          {signal.score !== undefined && <Score score={signal.score} />}
          <time
            dateTime={detected_at}
            title={isDay(detected_at) ? formatUtcDay(detected_at) : formatMoment(detected_at)}
          >
            {isDay(detected_at) ? formatUtcDay(detected_at) : formatDay(detected_at)}
            <span className="muted"> · {formatAgo(detected_at)}</span>
          </time>
        </div>
      </header>
      <Highlighted signal={signal} />
      <Unmet words={signal.explanation?.unmet ?? []} />
      <footer>
        <Badge>{wordsOf(signal.signal_type)}</Badge>
        <Badge tone="accent">{wordsOf(signal.signal_subtype)}</Badge>
        {contact && <PersonLink contact={contact} />}
        <SourceLink url={data.url} />
        <Link
          className="push"
          to="/explore"
          search={{ similar_to: signal.signal_id }}
          state={{ similarTo: data.summary }}
          aria-label={`Similar signals to this one of ${company.name ?? 'this company'}`}
        >
          Similar signals
        </Link>
      </footer>
      <Details signal={signal} {...(openIds && { openIds })} />
    </article>
  );
});

/** Shows the summary and highlights the words that match the question (the API explains which). */
function Highlighted({ signal }: { signal: Signal }) {
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
  return (
    <p className="summary" dir="auto">
      {parts}
    </p>
  );
}

/** Says which conditions of the question the signal does not meet. */
function Unmet({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return <p className="note">Does not meet {words.map((word) => `“${word}”`).join(', ')}</p>;
}

/** Renders details only when they are opened: most never are, and many cards scroll by. */
function Details({ signal, openIds }: CardProps) {
  const { explanation, signal_id: id } = signal;
  const [isOpen, setOpen] = useState(openIds?.has(id) ?? false);
  const toggle = (isNowOpen: boolean): void => {
    setOpen(isNowOpen);
    if (isNowOpen) openIds?.add(id);
    else openIds?.delete(id);
  };
  return (
    <details open={isOpen} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>Details</summary>
      {isOpen && explanation && (
        <p className="note num">
          Relevance = meaning {explanation.meaning.toFixed(2)} + subtype{' '}
          {explanation.subtype.toFixed(2)} + words {explanation.words.toFixed(2)}
          {describeOtherMatches(explanation.matches)}
        </p>
      )}
      {isOpen && <CodeBlock label="The signal as JSON" code={JSON.stringify(signal, null, 2)} />}
    </details>
  );
}

const MET_BY = {
  company: 'the company',
  contact: 'the job title',
  date: 'the date',
  type: 'the type',
} as const;

/** Describes the matches that are not in the summary and therefore not highlighted. */
function describeOtherMatches(matches: readonly WordMatch[]): string {
  const descriptions = matches.flatMap(({ query_word: word, met_by: metBy }) => {
    if (metBy === 'summary') return [];
    return [metBy === 'absence' ? `“${word}” is not said` : `${MET_BY[metBy]} meets “${word}”`];
  });
  return descriptions.length === 0 ? '' : `; ${descriptions.join(', ')}`;
}

export function Score({ score, label = 'Relevance' }: { score: number; label?: string }) {
  return (
    <span className="score" title={`${label} ${score}`}>
      <meter min={0} max={1} value={score} aria-label={label} />
      <span className="num">{score.toFixed(2)}</span>
    </span>
  );
}
