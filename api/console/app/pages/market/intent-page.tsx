/** The page "Intent": who is likely to want what the user sells, and why. Needs early access. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useAddress } from '../../client/address.js';
import { isApiError } from '../../client/api-error.js';
import { type Answer, call } from '../../client/call.js';
import { PAID } from '../../client/queries.js';
import type {
  IntentCompaniesResponse,
  IntentContactsResponse,
  Signal,
} from '../../client/shapes.js';
import { Segments } from '../../parts/fields.js';
import { formatAgo, formatMoment, formatPercent, plural, wordsOf } from '../../parts/format.js';
import { Loaded } from '../../parts/loaded.js';
import { Empty } from '../../parts/notices.js';
import { Badge, Card, Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { CompanyLink, PersonLink } from '../../signals/links.js';
import { Score } from '../../signals/signal-card.js';

const LIMIT = 25;
const SUBJECTS = [
  { value: 'companies', label: 'Companies' },
  { value: 'contacts', label: 'People' },
] as const;

type Subject = (typeof SUBJECTS)[number]['value'];
type IntentResponse = IntentCompaniesResponse | IntentContactsResponse;

export function IntentPage() {
  const { address } = useAddress();
  const navigate = useNavigate();
  const query = address.q ?? '';
  const subject = address.who === 'contacts' ? 'contacts' : 'companies';
  const intent = useQuery({
    ...PAID,
    queryKey: ['intent', subject, query],
    enabled: query !== '',
    queryFn: ({ signal }) => {
      const body = { query, limit: LIMIT };
      return call<IntentResponse>(`/v1/intent/${subject}`, { body, paid: true, signal });
    },
  });
  const isClosed = isApiError(intent.error) && intent.error.status === 404;
  return (
    <Page
      title="Intent"
      lead="Describe what you sell. Companies or people whose recent signals say they may want it come first."
    >
      <IntentForm
        query={query}
        subject={subject}
        onSubmit={(values) => void navigate({ to: '/intent', search: { ...address, ...values } })}
      />
      {isClosed ? (
        <Empty title="This account has no early access to intent.">
          Ask the operator of the service, who can switch it on:{' '}
          <code>signals accounts update --id ACCOUNT --early-access</code>
        </Empty>
      ) : (
        query !== '' && (
          <Loaded query={intent} rows={4} tall>
            {(answer) => <IntentResults answer={answer} subject={subject} />}
          </Loaded>
        )
      )}
    </Page>
  );
}

interface FormProps {
  query: string;
  subject: Subject;
  /** Receives the values for the address: only a submitted form is charged. */
  onSubmit: (values: { q: string; who: string }) => void;
}

function IntentForm({ query, subject, onSubmit }: FormProps) {
  const id = useId();
  const [draft, setDraft] = useState(query);
  const [who, setWho] = useState<string>(subject);
  useEffect(() => setDraft(query), [query]);
  useEffect(() => setWho(subject), [subject]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (draft.trim()) onSubmit({ q: draft.trim(), who });
  };
  return (
    <Card>
      <form onSubmit={submit} className="stack">
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
        <div className="row">
          <Segments label="Who is ranked" choices={SUBJECTS} value={who} onChange={setWho} />
          <button type="submit" className="button primary">
            Rank
          </button>
          <span className="note">Costs more than a search; nothing if nobody is found.</span>
        </div>
      </form>
    </Card>
  );
}

function IntentResults({ answer, subject }: { answer: Answer<IntentResponse>; subject: Subject }) {
  const { body, charged } = answer;
  const total =
    subject === 'companies'
      ? plural(body.total, 'company', 'companies')
      : plural(body.total, 'person', 'people');
  return (
    <section className="stack" aria-label="Results">
      <p className="muted num" role="status">
        {total} · {plural(charged, 'credit')} · scored {formatMoment(body.scored_at)}
      </p>
      {body.results.length === 0 && (
        <Empty title="Nothing matches.">
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
  );
}

/** Shows a company or person with a score, and the signals that the score is made of. */
function IntentResult({ result }: { result: IntentResponse['results'][number] }) {
  const contact = 'contact' in result ? result.contact : null;
  return (
    <article className="signal">
      <header>
        <div className="signal-company">
          <h2>
            <CompanyLink company={result.company} />
          </h2>
          {contact && <PersonLink contact={contact} />}
        </div>
        <div className="signal-when">
          <Score score={result.intent_score} label="Intent" />
          <span className="muted">
            {plural(result.signal_count, 'signal')}, latest {formatAgo(result.latest_signal_at)}
          </span>
        </div>
      </header>
      <footer>
        {Object.entries(result.signal_summary).map(([type, count]) => (
          <Badge key={type}>
            {wordsOf(type)} {count}
          </Badge>
        ))}
      </footer>
      <details>
        <summary>Why this score</summary>
        <Table
          label="Signals that made the score"
          rows={result.explanation}
          keyOf={({ signal_id }) => signal_id}
          right={['Share', 'Relevance', 'Recency']}
          cellsOf={({ signal_id, contribution, relevance, recency }) => ({
            Signal: <SignalNote id={signal_id} signals={result.signals} />,
            Share: formatPercent(contribution),
            Relevance: relevance.toFixed(2),
            Recency: recency.toFixed(2),
          })}
        />
      </details>
    </article>
  );
}

function SignalNote({ id, signals }: { id: string; signals: readonly Signal[] }) {
  const signal = signals.find(({ signal_id }) => signal_id === id);
  if (!signal) return id;
  return (
    <>
      {signal.data.summary}
      <p className="note">
        {wordsOf(signal.signal_subtype)}, {formatAgo(signal.detected_at)}
      </p>
    </>
  );
}
