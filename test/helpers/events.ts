/** Builders of valid envelopes; tests override what they need. */
import { fakeVector } from '../fakes/fake-embedder.js';

let nextId = 1;

export function envelope(
  source: string,
  payload: object,
  overrides: Partial<{ event_id: string; observed_at: string }> = {},
): { source: string; event_id: string; observed_at: string; payload: object } {
  nextId += 1;
  return {
    source,
    event_id: `event-${nextId}`,
    observed_at: '2026-05-01T00:00:00.000Z',
    payload,
    ...overrides,
  };
}

export function companyProfile(domain: string, name: string, more: object = {}) {
  const profile = { name, domain, industries: [], employees: null, tickers: [], ...more };
  return envelope('company-profiles', profile, { event_id: domain });
}

export function signalEvent(summary: string, company: object, more: object = {}) {
  return envelope('signal', {
    signal_type: 'news',
    signal_subtype: 'general',
    detected_at: '2026-04-01T00:00:00.000Z',
    company,
    data: { summary },
    ...more,
  });
}

/** Returns the version of a day in May of an 8-K filing, which yields a signal for each item. */
export function filingEvent(number: number, items: string, day: number) {
  const payload = {
    cik: '0099000001',
    name: 'EXAMPLE FILER CORP',
    tickers: [],
    website: '',
    accessionNumber: `0099000001-26-00000${number}`,
    acceptanceDateTime: '2026-04-30T20:30:41.000Z',
    form: '8-K',
    items,
    primaryDocument: '',
  };
  const observedAt = `2026-05-0${day}T00:00:00.000Z`;
  return envelope('sec-filings', payload, {
    event_id: `filing-${number}`,
    observed_at: observedAt,
  });
}

/** Returns event `at` of a load that embeds nothing, about one of 500 companies. */
export function eventWithVector(summary: string, at: number): object {
  return {
    ...signalEvent(summary, { domain: `company${at % 500}.example` }),
    event_id: `loaded-${at}`,
    embedding: { model: 'fake', vector: [...fakeVector(summary)] },
  };
}
