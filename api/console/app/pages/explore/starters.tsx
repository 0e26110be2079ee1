/** Shown before the first question: example questions, and the newest signals, which are free. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../client/call.js';
import type { TrendingResponse } from '../../client/shapes.js';
import { Empty, ErrorNote, Skeleton } from '../../parts/notices.js';
import { SignalCard } from '../../signals/signal-card.js';
import { Overview } from './overview.js';

const QUESTIONS = [
  'companies investing in artificial intelligence infrastructure',
  'layoffs after a slowdown in orders',
  'raised a funding round to enter new markets',
  'data breach or cyberattack',
  'new chief financial officer',
];

export function Starters() {
  const newest = useQuery({
    queryKey: ['trending', '30d', 'newest'],
    queryFn: ({ signal }) =>
      call<TrendingResponse>('/v1/signals/trending?time_window=30d&limit=10', { signal }),
  });
  return (
    <>
      <div className="starters">
        <span className="muted">Try</span>
        {QUESTIONS.map((question) => (
          <Link key={question} to="/explore" search={{ q: question }} className="pill">
            {question}
          </Link>
        ))}
      </div>
      <div className="explore-columns">
        <section className="results" aria-label="Newest signals">
          <h2>Newest signals</h2>
          {newest.error && <ErrorNote error={newest.error} onRetry={() => newest.refetch()} />}
          {newest.isPending && <Skeleton rows={5} tall />}
          {newest.data?.body.signals.length === 0 && (
            <Empty title="Nothing was detected in the last 30 days.">
              Load events first: <Link to="/connect">Connect</Link> says how.
            </Empty>
          )}
          {newest.data?.body.signals.map((signal) => (
            <SignalCard key={signal.signal_id} signal={signal} />
          ))}
        </section>
        <Overview address={{}} />
      </div>
    </>
  );
}
