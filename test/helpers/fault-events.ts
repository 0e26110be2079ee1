/** Events that cause every write of the stores, in the order of their source. */
import { companyProfile, envelope, signalEvent } from './events.js';

const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const later = <T extends object>(event: T, at = 20) => ({ ...event, observed_at: day(at) });

const person = (at: number, id: string, more: object) =>
  envelope(
    'contact-profiles',
    { name: 'Pat Placeholder', title: 'Engineer', company_domain: 'acme.example', ...more },
    { event_id: id, observed_at: day(at) },
  );
const board = (at: number, jobs: readonly string[]) =>
  envelope(
    'job-board',
    {
      company: { name: 'Hiring Co', domain: 'hiring.example' },
      board: 'hiring',
      fetched_at: day(at),
      jobs: jobs.map((id) => ({ id, title: `Job ${id}`, department: 'Works' })),
    },
    { event_id: 'hiring', observed_at: day(at) },
  );
const article = (publisher: string, at: number, title: string, name: string) =>
  envelope(
    'news-article',
    {
      title,
      publisher,
      url: `https://${publisher}.example/${at}`,
      published_at: day(at),
      companies: [{ name }],
      subtype: 'expansion',
    },
    { event_id: `${publisher}-${at}` },
  );
const filing = (items: string, id = 'filing') =>
  envelope('filing', { company: { name: 'Filer' }, form: '8-K', items }, { event_id: id });

const acts = signalEvent('Moved acts', { tickers: ['MOVE'] });

/** Events that are stored before the batch. */
export const STORED_EVENTS = [
  companyProfile('acme.example', 'Acme'),
  companyProfile('old.example', 'Mover', { tickers: ['MOVE'] }),
  signalEvent('Acme acts', { name: 'Acme' }),
  signalEvent('Someone grows', { name: 'Newcomer' }),
  filing('1.01,5.02'),
  article('alpha', 3, 'Vellum Works opens a mill', 'Vellum Works'),
  article('delta', 4, 'Quarry Works opens a pit', 'Quarry Works'),
  article('zeta', 5, 'Quarry Works opens a pit', 'Quarry Works'),
  person(1, 'pat', { email: 'pat@acme.example' }),
  person(1, 'lee', { email: 'lee@acme.example', name: 'Lee', company_name: 'Newcomer' }),
  board(1, ['a', 'b']),
];

/** The batch; it causes every write of the stores. */
export const BATCH_EVENTS = [
  companyProfile('newcomer.example', 'Newcomer'),
  // The company's record moves to another key, and its name changes.
  later({
    ...companyProfile('new.example', 'Moved', { tickers: ['MOVE'] }),
    event_id: 'old.example',
  }),
  later(companyProfile('acme.example', 'Acme Renamed')),
  later(filing('1.01')),
  filing('1.01', 'filed-now'),
  acts,
  article('beta', 2, 'Vellum Works Opens A Mill', 'Vellum Works'),
  article('gamma', 4, 'Vellum works opens a mill!', 'Vellum Works'),
  article('epsilon', 5, 'Something else entirely happens', 'Newcomer'),
  // This article was shown for two of them; the other one becomes a signal of its own.
  later(article('delta', 4, 'Vellum Works opens a mill', 'Vellum Works')),
  // The person gets a profile address as identifier, and a new employer.
  person(5, 'pat', {
    email: 'pat@acme.example',
    network_url: 'network.example/in/pat',
    title: 'Head',
    company_domain: 'beta.example',
  }),
  person(6, 'kim', { email: 'kim@beta.example', name: 'Kim' }),
  board(2, ['b', 'c', 'd', 'e', 'f', 'g', 'h']),
  later(board(1, ['a'])),
  envelope('milestone', {
    person: { email: 'kim@beta.example', name: 'Kim' },
    company: { name: 'Gamma' },
    title: 'Chief',
    occurred_on: '2026-05-07',
  }),
  { source: 'unheard-of', event_id: '1', observed_at: day(1), payload: {} },
  envelope('funding-rounds', { company_name: 'Funded', funded_at: '2026-01-01' }),
];

/** Newer versions of events of the batch, with other signals, companies, people and stories. */
export const NEWER_VERSIONS = [
  later(filing('5.02', 'filed-now'), 22),
  later(filing('5.02'), 22),
  later({ ...companyProfile('newest.example', 'Newest'), event_id: 'newcomer.example' }, 22),
  later({ ...companyProfile('other.example', 'Moved on'), event_id: 'old.example' }, 22),
  later({ ...acts, payload: signalEvent('Another acts', { name: 'Another' }).payload }, 22),
  later(article('beta', 2, 'Something else entirely happens', 'Newcomer'), 22),
  later(article('delta', 4, 'Quarry Works opens a pit', 'Quarry Works'), 22),
  person(7, 'kim', { email: 'kim@gamma.example', name: 'Kim' }),
  later(board(2, ['b', 'c']), 22),
];
