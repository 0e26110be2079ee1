/** The page "Explore": a box to search by meaning, every filter of the API, and the results. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useAddress } from '../../client/address.js';
import { Icon } from '../../parts/icons.js';
import { Page } from '../../parts/page.js';
import { FilterPanel } from './filter-panel.js';
import { Overview } from './overview.js';
import { searchOf } from './question.js';
import { Results } from './results.js';
import { Starters } from './starters.js';

export function ExplorePage() {
  const { address } = useAddress();
  const { sort = '', ...question } = address;
  const similarTo = useLocation({ select: ({ state }) => state.similarTo });
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Record<string, string>>(question);
  const questionKey = JSON.stringify(question);
  useEffect(() => setDraft(JSON.parse(questionKey)), [questionKey]);
  const search = searchOf(address);
  const ask = (values: Record<string, string>): void => {
    void navigate({ to: '/explore', search: { ...values, sort }, state: true });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { similar_to, ...others } = draft;
    // A question in words replaces a search for signals that are similar to a given one.
    const values = draft.q?.trim() || !similar_to ? others : draft;
    ask(Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')));
  };
  const change = (values: Record<string, string>): void =>
    setDraft((before) => ({ ...before, ...values }));
  return (
    <Page
      title="Explore"
      {...(address.q && { tabTitle: `${address.q} · Explore` })}
      lead="Search signals about companies and people by what they mean."
    >
      <search>
        <form onSubmit={submit} className="stack">
          <div className="search-row">
            <div className="search-box">
              <Icon name="search" />
              <input
                type="search"
                aria-label="Search signals by meaning"
                placeholder="companies investing in artificial intelligence infrastructure"
                maxLength={2000}
                value={draft.q ?? ''}
                onChange={(event) => change({ q: event.target.value })}
              />
            </div>
            <button type="submit" className="button primary">
              Search
            </button>
          </div>
          {address.similar_to && !address.q && (
            <p className="note">
              Showing signals like{' '}
              {similarTo ? <q>{similarTo}</q> : <code>{address.similar_to}</code>}{' '}
              <button type="button" className="link" onClick={() => ask({})}>
                Start anew
              </button>
            </p>
          )}
          <FilterPanel draft={draft} onChange={change} onClear={ask} />
        </form>
      </search>
      {search ? (
        <div className="explore-columns">
          <Results key={questionKey} search={search} />
          <Overview address={address} />
        </div>
      ) : (
        <Starters />
      )}
    </Page>
  );
}
