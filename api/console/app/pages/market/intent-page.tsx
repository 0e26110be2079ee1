/** The page "Intent": who is likely to want what the user sells, and why. Needs early access. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { call, isApiError } from '../../client/call.js';
import { PAID } from '../../client/query-client.js';
import type { IntentCompaniesResponse, IntentContactsResponse } from '../../client/shapes.js';
import { formatMoment, plural } from '../../parts/format.js';
import { Empty, ErrorNote, Skeleton } from '../../parts/notices.js';
import { Card, Page } from '../../parts/page.js';
import { IntentResult } from './intent-result.js';

const LIMIT = 25;

type Answer = IntentCompaniesResponse | IntentContactsResponse;

export function IntentPage() {
  const id = useId();
  const address = useSearch({ strict: false }) as Record<string, string>;
  const navigate = useNavigate();
  const query = address.q ?? '';
  const who = address.who === 'contacts' ? 'contacts' : 'companies';
  const [draft, setDraft] = useState(query);
  useEffect(() => setDraft(query), [query]);
  const found = useQuery({
    ...PAID,
    queryKey: ['intent', who, query],
    enabled: query !== '',
    queryFn: ({ signal }) =>
      call<Answer>(`/v1/intent/${who}`, {
        method: 'POST',
        body: { query, limit: LIMIT },
        paid: true,
        signal,
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (draft.trim()) void navigate({ to: '/intent', search: { ...address, q: draft.trim() } });
  };
  const isClosed = isApiError(found.error) && found.error.status === 404;
  const body = found.data?.body;
  return (
    <Page
      title="Intent"
      lead="Describe what you sell. Companies or people whose recent signals say they may want it come first."
    >
      <Card>
        <form onSubmit={submit} className="intent-form">
          <div className="field">
            <label htmlFor={id}>What you sell</label>
            <textarea
              id={id}
              className="input"
              rows={3}
              maxLength={2000}
              placeholder="Servers and graphics processors for training language models"
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
            />
          </div>
          <div className="filter-foot">
            <fieldset className="segments">
              <legend className="visually-hidden">Who is ranked</legend>
              {(['companies', 'contacts'] as const).map((value) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={value === who}
                  onClick={() =>
                    void navigate({ to: '/intent', search: { ...address, who: value } })
                  }
                >
                  {value === 'companies' ? 'Companies' : 'People'}
                </button>
              ))}
            </fieldset>
            <button type="submit" className="button primary">
              Rank
            </button>
            <span className="note">Costs more than a search; nothing if nobody is found.</span>
          </div>
        </form>
      </Card>
      {isClosed && (
        <Empty title="This account has no early access to intent.">
          Ask the operator of the service, who can switch it on:{' '}
          <code>signals accounts update --id ACCOUNT --early-access</code>
        </Empty>
      )}
      {found.error && !isClosed && (
        <ErrorNote error={found.error} onRetry={() => found.refetch()} />
      )}
      {query !== '' && found.isPending && !found.error && <Skeleton rows={4} tall />}
      {body && (
        <section className="results" aria-label="Results">
          <p className="muted num" role="status">
            {plural(
              body.total,
              who === 'companies' ? 'company' : 'person',
              who === 'companies' ? 'companies' : 'people',
            )}{' '}
            · {plural(found.data?.charged ?? 0, 'credit')} · scored {formatMoment(body.scored_at)}
          </p>
          {body.results.length === 0 && (
            <Empty title="No person matches.">
              Intent reads the signals of the last 90 days. Describe the need in other words.
            </Empty>
          )}
          {body.results.map((result) => (
            <IntentResult
              key={`${result.company.domain ?? result.company.name} ${'contact' in result ? (result.contact?.email ?? result.contact?.network_url) : ''}`}
              result={result}
            />
          ))}
        </section>
      )}
    </Page>
  );
}
