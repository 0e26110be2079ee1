/** Reads and writes profiles of companies and people in ClickHouse, for ingest. */
import { companyIdentifiers } from '../../domain/identity/company-identifiers.js';
import { normaliseCompanyName, trigrams } from '../../domain/normalise/company-name.js';
import type {
  CompanyRecord,
  ContactRecord,
  IdentityStore,
} from '../../domain/ports/identity-store.js';
import { isoOf } from '../../domain/time.js';
import { lastVersion } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

/**
 * The number of companies that are read per identifier. Two holders already make it ambiguous, but
 * former holders, which are read as well and dropped later, must not hide them.
 */
const MAX_HOLDERS_PER_IDENTIFIER = 500;

export function createClickHouseIdentityStore(clickhouse: ClickHouse): IdentityStore {
  return {
    async companies(keys, identifiers) {
      if (keys.length + identifiers.length === 0) return [];
      const records = await clickhouse.rows<CompanyRecord>(
        `SELECT ${COMPANY_COLUMNS} FROM companies FINAL
         WHERE company_key IN (
           SELECT company_key FROM (
             SELECT DISTINCT identifier, company_key FROM company_identifiers
             WHERE identifier IN {identifiers:Array(String)})
           LIMIT ${MAX_HOLDERS_PER_IDENTIFIER} BY identifier
           UNION ALL SELECT arrayJoin({keys:Array(String)}))`,
        { keys, identifiers },
      );
      return withoutFormer(records, keys, identifiers);
    },
    async putCompanies(records, withdrawn = []) {
      await clickhouse.insert('companies', [
        ...records.map(companyRowOf),
        ...withdrawn.map((record) => ({ ...companyRowOf(record), is_deleted: 1 })),
      ]);
    },
    async putNames(names) {
      const rows = names.map(({ companyKey, name }) => ({
        company_key: companyKey,
        normalised_name: normaliseCompanyName(name),
        trigrams: trigramHashes(name),
      }));
      await clickhouse.insert('company_names', rows);
    },
    async contacts(keys, identifiers) {
      if (keys.length + identifiers.length === 0) return [];
      const rows = await clickhouse.rows<ContactRow>(
        `SELECT ${CONTACT_COLUMNS} FROM contacts FINAL
         WHERE contact_key IN (
           SELECT contact_key FROM contact_identifiers
           WHERE identifier IN {identifiers:Array(String)}
           UNION ALL SELECT arrayJoin({keys:Array(String)}))`,
        { keys, identifiers },
      );
      return withoutFormer(rows.map(contactRecordOf), keys, identifiers);
    },
    contactsEmployedBy: (identifiers, afterKey, limit) =>
      readEmployedBy(clickhouse, identifiers, afterKey, limit),
    async putContacts(records, withdrawn = []) {
      await clickhouse.insert('contacts', [
        ...records.map(contactRowOf),
        ...withdrawn.map((record) => ({ ...contactRowOf(record), is_deleted: 1 })),
      ]);
    },
  };
}

async function readEmployedBy(
  clickhouse: ClickHouse,
  identifiers: readonly string[],
  afterKey: string | null,
  limit: number,
): Promise<{ records: ContactRecord[]; next: string | null }> {
  if (identifiers.length === 0) return { records: [], next: null };
  const page = `SELECT DISTINCT contact_key AS page_key FROM contact_identifiers
    WHERE identifier IN {wanted:Array(String)} AND contact_key > {after:String}
    ORDER BY page_key LIMIT {limit:UInt32}`;
  // The next page begins after the last key, even if that key has no profile any more.
  const rows = await clickhouse.rows<ContactRow & { page_key: string }>(
    `SELECT * FROM (${page}) AS page
     LEFT JOIN (SELECT ${CONTACT_COLUMNS} FROM contacts FINAL
       WHERE contact_key IN (${page})) AS profiles ON page_key = key
     ORDER BY page_key`,
    {
      wanted: identifiers.map((identifier) => `employer-${identifier}`),
      after: afterKey ?? '',
      limit,
    },
  );
  const employers = new Set(identifiers);
  return {
    records: rows
      .filter(({ key }) => key !== '')
      .map(({ page_key: _, ...row }) => contactRecordOf(row))
      .filter(
        ({ employer }) =>
          employer && companyIdentifiers(employer).some((each) => employers.has(each)),
      ),
    next: rows.length < limit ? null : (rows.at(-1)?.page_key ?? null),
  };
}

/** The lookup tables also keep former identifiers; dropping their records here costs nothing. */
function withoutFormer<R extends { key: string; identifiers: readonly string[] }>(
  records: readonly R[],
  keys: readonly string[],
  identifiers: readonly string[],
): R[] {
  const wantedKeys = new Set(keys);
  const wantedIdentifiers = new Set(identifiers);
  return records.filter(
    (record) =>
      wantedKeys.has(record.key) || record.identifiers.some((each) => wantedIdentifiers.has(each)),
  );
}

/** Returns each trigram of the normalised name once, as a 32-bit FNV-1a hash. */
export function trigramHashes(name: string): number[] {
  return [...new Set([...trigrams(normaliseCompanyName(name))].map(hashOf))];
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

const COMPANY_COLUMNS = `company_key AS key, nullIf(domain, '') AS domain, nullIf(name, '') AS name,
  nullIf(network_url, '') AS networkUrl, industries, employee_count_low AS employeeCountLow,
  employee_count_high AS employeeCountHigh, nullIf(country, '') AS country, aliases, boards, tickers,
  nullIf(cik, '') AS cik, identifiers, source, event_id AS eventId,
  toUnixTimestamp64Milli(observed_at) AS observedAtMs`;

const CONTACT_COLUMNS = `contact_key AS key, identifiers, nullIf(email, '') AS email,
  nullIf(network_url, '') AS networkUrl, nullIf(name, '') AS name, nullIf(title, '') AS title, reference,
  company_key AS employerKey, nullIf(company_domain, '') AS employerDomain, source, event_id AS eventId,
  toUnixTimestamp64Milli(observed_at) AS observedAtMs`;

interface ContactRow extends Omit<ContactRecord, 'employer'> {
  reference: string;
}

function companyRowOf(record: CompanyRecord): object {
  return {
    company_key: record.key,
    domain: record.domain ?? '',
    name: record.name ?? '',
    network_url: record.networkUrl ?? '',
    industries: record.industries,
    employee_count_low: record.employeeCountLow,
    employee_count_high: record.employeeCountHigh,
    country: record.country ?? '',
    aliases: record.aliases,
    boards: record.boards,
    tickers: record.tickers,
    cik: record.cik ?? '',
    normalised_name: record.name === null ? '' : normaliseCompanyName(record.name),
    identifiers: record.identifiers,
    source: record.source,
    event_id: record.eventId,
    observed_at: isoOf(record.observedAtMs),
    version: lastVersion().toString(),
    is_deleted: 0,
  };
}

function contactRowOf(record: ContactRecord): object {
  const { employer } = record;
  return {
    contact_key: record.key,
    email: record.email ?? '',
    network_url: record.networkUrl ?? '',
    name: record.name ?? '',
    title: record.title ?? '',
    company_domain: record.employerDomain ?? '',
    company_name: employer?.name ?? '',
    company_key: record.employerKey,
    reference: JSON.stringify(employer),
    identifiers: record.identifiers,
    employer_identifiers: employer ? companyIdentifiers(employer) : [],
    source: record.source,
    event_id: record.eventId,
    observed_at: isoOf(record.observedAtMs),
    version: lastVersion().toString(),
    is_deleted: 0,
  };
}

function contactRecordOf({ reference, ...contact }: ContactRow): ContactRecord {
  return { ...contact, employer: JSON.parse(reference) };
}
