/** Shown before the first question: example questions, and the newest signals, which are free. */
import { Link } from '@tanstack/react-router';
import { useCall } from '../../client/queries.js';
import type { TrendingResponse } from '../../client/shapes.js';
import { Loaded } from '../../parts/loaded.js';
import { Empty } from '../../parts/notices.js';
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
  const newest = useCall<TrendingResponse>('/v1/signals/trending?time_window=30d&limit=10');
  return (
    <>
      <div className="row">
        <span className="muted">Try</span>
        {QUESTIONS.map((question) => (
          <Link key={question} to="/explore" search={{ q: question }} className="pill">
            {question}
          </Link>
        ))}
      </div>
      <div className="explore-columns">
        <section className="stack" aria-label="Newest signals">
          <h2>Newest signals</h2>
          <Loaded query={newest} rows={5} tall>
            {({ signals }) => (
              <>
                {signals.length === 0 && (
                  <Empty title="Nothing was detected in the last 30 days.">
                    Load events first: <Link to="/connect">Connect</Link> says how.
                  </Empty>
                )}
                {signals.map((signal) => (
                  <SignalCard key={signal.signal_id} signal={signal} />
                ))}
              </>
            )}
          </Loaded>
        </section>
        <Overview address={{}} />
      </div>
    </>
  );
}
