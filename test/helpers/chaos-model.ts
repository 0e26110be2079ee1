/**
 * The state that the stores must have after a topic, computed from its messages in the simplest
 * way, and the state that they have.
 */
import { contentHash } from '../../shared/domain/canonical-json.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { isPoison } from './chaos-events.js';
import type { RawMessage } from './kafka.js';

export interface ChaosState {
  /** By event: type, subtype, summary, domain and name of the company, as one text. */
  signals: Map<string, string>;
  companies: Map<string, string>;
  contacts: Map<string, string>;
  events: number;
}

interface Version {
  source: string;
  event_id: string;
  observed_at: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads of several kinds
  payload: any;
}

export function expectedState(messages: readonly RawMessage[]): ChaosState {
  const newest = new Map<string, Version>();
  for (const message of messages) {
    if (isPoison(message) || !message.value) continue;
    const version: Version = JSON.parse(message.value.toString());
    const id = `${version.source}/${version.event_id}`;
    const rival = newest.get(id);
    if (!rival || isNewer(version, rival)) newest.set(id, version);
  }
  const versions = [...newest.values()];
  const of = (source: string) => versions.filter((version) => version.source === source);
  const profiles = new Map<string, Version>();
  for (const version of of('company-profiles')) {
    const rival = profiles.get(version.payload.domain);
    if (!rival || isNewer(version, rival)) profiles.set(version.payload.domain, version);
  }
  const signals = [
    ...of('signal').map((version) => {
      const { signal_type, signal_subtype, company, data } = version.payload;
      const name = profiles.get(company.domain)?.payload.name ?? company.name;
      return [version, [signal_type, signal_subtype, data.summary, company.domain, name]] as const;
    }),
    ...of('funding-rounds').map((version) => {
      const { company_name: name, raised_amount_usd: amount } = version.payload;
      return [version, ['news', 'fundingAnnouncement', amount, '', name]] as const;
    }),
    ...of('sec-filings').map((version) => {
      const { name, items } = version.payload;
      const subtype = items === '1.01' ? 'materialAgreement' : 'executiveChange';
      return [version, ['sec-8k', subtype, items, '', name]] as const;
    }),
  ];
  return {
    signals: new Map(
      signals.map(([{ source, event_id }, shown]) => [`${source}/${event_id}`, shown.join(' | ')]),
    ),
    companies: new Map(
      [...profiles].map(([domain, { payload }]) => [
        domain,
        `${payload.name} | ${payload.employees}`,
      ]),
    ),
    contacts: new Map(of('contact-profiles').map(({ payload }) => [payload.email, payload.name])),
    events: newest.size,
  };
}

/** Returns whether `a` replaces `b`. Equal contents at equal times do not occur. */
function isNewer(a: Version, b: Version): boolean {
  if (a.observed_at !== b.observed_at) return a.observed_at > b.observed_at;
  return contentHash(a.payload).slice(0, 5) > contentHash(b.payload).slice(0, 5);
}

/**
 * Reads the state; a second row of an event gets its own name, so that it shows as a difference.
 */
export async function storedState(clickhouse: ClickHouse): Promise<ChaosState> {
  const signals = await clickhouse.rows<{ id: string; shown: string }>(
    `SELECT concat(source, '/', event_id) AS id, arrayStringConcat([signal_type, signal_subtype,
       multiIf(source = 'funding-rounds', toString(JSONExtractInt(data, 'amount')),
         source = 'sec-filings', JSONExtractString(data, 'item'), summary),
       company_domain, company_name], ' | ') AS shown
     FROM signals FINAL`,
  );
  const companies = await clickhouse.rows<{ id: string; shown: string }>(
    `SELECT domain AS id, concat(name, ' | ', toString(employee_count_low)) AS shown
     FROM companies FINAL`,
  );
  const contacts = await clickhouse.rows<{ id: string; shown: string }>(
    'SELECT email AS id, name AS shown FROM contacts FINAL',
  );
  const [counted] = await clickhouse.rows<{ events: number }>(
    'SELECT count() AS events FROM events FINAL',
  );
  return {
    signals: byId(signals),
    companies: byId(companies),
    contacts: byId(contacts),
    events: counted?.events ?? 0,
  };
}

function byId(rows: readonly { id: string; shown: string }[]): Map<string, string> {
  const map = new Map<string, string>();
  for (const { id, shown } of rows) map.set(map.has(id) ? `${id} again` : id, shown);
  return map;
}

/** Returns the first ten differences as readable lines. */
export function differences(
  actual: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): string[] {
  const ids = new Set([...actual.keys(), ...expected.keys()]);
  return [...ids]
    .filter((id) => actual.get(id) !== expected.get(id))
    .slice(0, 10)
    .map((id) => `${id}: ${actual.get(id)} instead of ${expected.get(id)}`);
}
