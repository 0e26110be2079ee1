/**
 * The most expensive requests that an account, or a client without a key, can send: at the limits
 * of every field, each one new, so that no cache answers it.
 */
import { generateApiKey } from '../../shared/domain/billing/api-key.js';

export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

interface WorstRequest {
  name: string;
  /** `at` is a number that no request had before. */
  request(at: number): Sent;
}

/** Names in the store for the requests, those with most signals first. */
export interface KnownNames {
  domains: readonly string[];
  emails: readonly string[];
}

const WORDS =
  'plant robot bank loan chip hire ship rocket tax wind court merger bond lab store cloud'.split(
    ' ',
  );

export function worstRequests({ domains, emails }: KnownNames): WorstRequest[] {
  const search = (body: (at: number) => object) => post('/v1/signals/search', body);
  const hundred = { domains: repeated(domains), contacts: repeated(emails) };
  return [
    {
      name: 'search by meaning, 2,000 characters, 500 at 1000',
      request: search((at) => ({ query: longText(at), limit: 500, offset: 1_000 })),
    },
    {
      name: 'search by filters, 500 at 1000',
      request: search((at) => ({ detected_after: dayOf(at), limit: 500, offset: 1_000 })),
    },
    {
      name: 'intent of companies, 200',
      request: post('/v1/intent/companies', (at) => ({ query: plan(at), limit: 200 })),
    },
    {
      name: 'intent of contacts, 200',
      request: post('/v1/intent/contacts', (at) => ({ query: plan(at), limit: 200 })),
    },
    {
      name: 'companies/bulk 100 x 100',
      request: post('/v1/companies/bulk', () => ({
        domains: hundred.domains,
        limit_per_company: 100,
      })),
    },
    {
      name: 'contacts/bulk 100 x 100',
      request: post('/v1/contacts/bulk', () => ({
        contacts: hundred.contacts.map((email) => ({ contact_email: email })),
        limit_per_contact: 100,
      })),
    },
    {
      name: 'counts by company and day, 200',
      request: post('/v1/signals/aggregate', () => ({ group_by: ['company', 'day'], limit: 200 })),
    },
    { name: 'trending, 200', request: get('/v1/signals/trending?time_window=30d&limit=200') },
    {
      name: 'count by a name of 500 characters',
      request: search((at) => ({
        company_name: longText(at).slice(0, 500).trim(),
        count_only: true,
      })),
    },
    { name: 'logs, 200', request: get('/v1/logs?limit=200') },
    {
      name: 'mcp tools/list',
      request: (at) => ({
        method: 'POST',
        path: '/mcp',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: { jsonrpc: '2.0', id: at, method: 'tools/list' },
      }),
    },
    {
      name: 'wrong well-formed keys',
      request: () => ({
        method: 'GET',
        path: '/v1/account',
        headers: { 'x-api-key': generateApiKey().key },
      }),
    },
    {
      name: 'malformed keys',
      request: () => ({ method: 'GET', path: '/v1/account', headers: { 'x-api-key': 'nonsense' } }),
    },
    { name: 'openapi.json', request: get('/openapi.json') },
    { name: 'metrics', request: get('/metrics') },
  ];
}

/** Requests of the other account; each text is new. */
export const ORDINARY: Readonly<Record<'meaning' | 'filters', (at: number) => Sent>> = {
  meaning: post('/v1/signals/search', (at) => ({
    query: `${WORDS[at % WORDS.length]} ${WORDS[(at * 7) % WORDS.length]} number ${at}`,
  })),
  filters: post('/v1/signals/search', (at) => ({
    signal_types: ['news'],
    detected_after: dayOf(at),
  })),
};

function post(path: string, body: (at: number) => object): (at: number) => Sent {
  return (at) => ({ method: 'POST', path, body: body(at) });
}

function get(path: string): () => Sent {
  return () => ({ method: 'GET', path });
}

function longText(at: number): string {
  const words = Array.from({ length: 400 }, (_, place) => WORDS[(at + place * 7) % WORDS.length]);
  return `${at} ${words.join(' ')}`.slice(0, 2_000);
}

/** Words that match many signals, so that there is much to score. */
function plan(at: number): string {
  return `${at} hiring engineers, raising money, closing a plant, layoffs. `
    .repeat(40)
    .slice(0, 2_000);
}

/** Returns a date that all signals pass, another for each request. */
function dayOf(at: number): string {
  return new Date(Date.UTC(1950, 0, 1) + at * 1_000).toISOString();
}

function repeated(names: readonly string[]): string[] {
  return Array.from({ length: 100 }, (_, at) => names[at % names.length] ?? '');
}
