/**
 * Two batches whose events are about the same companies, people, boards, stories and events, and
 * what is stored before them. The result does not depend on which batch is first.
 */
import { companyProfile, envelope } from './events.js';

const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T00:00:00.000Z`;

interface Event {
  source: string;
  event_id: string;
  observed_at: string;
  payload: object;
}

const as = (event: Event, id: string, at: number): Event => ({
  ...event,
  event_id: id,
  observed_at: day(at),
});

const person = (at: number, title: string, employer: string): Event =>
  as(
    envelope('contact-profiles', {
      name: 'Pat Placeholder',
      email: 'pat@acme.example',
      network_url: 'network.example/in/pat',
      title,
      company_name: employer,
    }),
    'pat',
    at,
  );

const board = (at: number, jobs: readonly string[], id = `board-${at}`): Event =>
  as(
    envelope('job-board', {
      company: { name: 'Hiring Co', domain: 'hiring.example' },
      board: 'hiring',
      fetched_at: day(at),
      jobs: jobs.map((each) => ({ id: each, title: `Job ${each}`, department: 'Works' })),
    }),
    id,
    at,
  );

/** All articles of a story were observed at the same time, so any of them may be shown. */
const article = (publisher: string, title: string, name: string, at = 10): Event =>
  as(
    envelope('news-article', {
      title,
      publisher,
      url: `https://${publisher}.example/story`,
      published_at: `2026-05-03T0${publisher.length}:00:00.000Z`,
      companies: [{ name }],
      subtype: 'expansion',
    }),
    publisher,
    at,
  );

const filing = (items: string, at: number): Event =>
  as(envelope('filing', { company: { name: 'Filer' }, form: '8-K', items }), 'filing', at);

const signal = (id: string, summary: string, company: object, at = 10): Event =>
  as(
    envelope('signal', {
      signal_type: 'news',
      signal_subtype: 'general',
      detected_at: day(4),
      company,
      data: { summary },
    }),
    id,
    at,
  );

const profile = (id: string, at: number, domain: string, name: string, more: object = {}): Event =>
  as(companyProfile(domain, name, more), id, at);

const MILL = 'Vellum Works opens a mill';
const PIT = 'Quarry Works opens a pit';

export const STORED_EVENTS: readonly Event[] = [
  profile('moved', 1, 'old.example', 'Mover', { tickers: ['MOVE'] }),
  signal('by-ticker', 'Mover acts', { tickers: ['MOVE'] }),
  filing('1.01,5.02', 1),
  person(1, 'Engineer', 'Acme'),
  board(1, ['a', 'b']),
  article('one', MILL, 'Vellum Works'),
  article('seventh', PIT, 'Quarry Works'),
];

export const FIRST_BATCH: readonly Event[] = [
  person(3, 'Lead', 'Acme'),
  person(7, 'Chief', 'Gamma'),
  board(2, ['b', 'c', 'd', 'e', 'f']),
  board(4, ['b', 'x']),
  // The filing is the middle one of three versions, the board the greater of two of one moment.
  filing('5.02', 2),
  board(5, ['b', 'y'], 'corrected'),
  article('three', MILL, 'Vellum Works'),
  article('seventh', MILL, 'Vellum Works', 12),
  article('fifth', PIT, 'Quarry Works'),
  profile('moved', 2, 'middle.example', 'Mover Middle', { tickers: ['MOVE'] }),
  profile('acme-left', 5, 'acme.example', 'Acme', { tickers: ['ACME'] }),
  signal('by-name', 'Acme acts', { name: 'Acme' }),
  signal('rewritten', 'Acme is said to act', { tickers: ['ACME'] }, 11),
  profile('newcomer', 2, 'newcomer.example', 'Newcomer'),
];

export const SECOND_BATCH: readonly Event[] = [
  person(5, 'Head', 'Beta'),
  board(3, ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']),
  filing('1.01', 3),
  board(5, ['b', 'z', 'w'], 'corrected'),
  // This corrects a snapshot of the first batch under another id.
  { ...board(4, ['b', 'v'], 'corrects-board-4'), observed_at: day(6) },
  article('two', MILL, 'Vellum Works'),
  article('seventh', PIT, 'Quarry Works', 14),
  article('four', PIT, 'Quarry Works'),
  profile('moved', 3, 'new.example', 'Moved', { tickers: ['MOVE'] }),
  profile('acme-right', 4, 'acme.example', 'Acme Industries', { tickers: ['ACME'] }),
  profile('gamma', 2, 'gamma.example', 'Gamma'),
  signal('by-name-too', 'Newcomer grows', { name: 'Newcomer' }),
  signal('by-ticker', 'Acme acts instead', { tickers: ['ACME'] }, 12),
  signal('rewritten', 'Mover is said to act', { tickers: ['MOVE'] }, 12),
];
