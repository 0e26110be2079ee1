/** Profiles of companies and people in ClickHouse, for ingest. */

import { companyIdentifiers } from '../../domain/identity/company-identifiers.js';
import { normaliseCompanyName, trigrams } from '../../domain/normalise/company-name.js';
import type { ContactRecord, IdentityStore } from '../../domain/ports/identity-store.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import {
  type CompanyRow,
  type ContactRow,
  companyRecordOf,
  companyRowOf,
  contactRecordOf,
  contactRowOf,
} from './company-rows.js';

/** Two holders already make an identifier ambiguous; stale holders are read and dropped. */
const MAX_HOLDERS_PER_IDENTIFIER = 16;

export function createClickHouseIdentityStore(clickhouse: ClickHouse): IdentityStore {
  return {
    async companies(keys) {
      const rows = await companyRows(clickhouse, 'company_key IN {keys:Array(String)}', { keys });
      return new Map(rows.map((row) => [row.company_key, companyRecordOf(row)]));
    },
    async companiesHolding(identifiers) {
      if (identifiers.length === 0) return [];
      const rows = await companyRows(
        clickhouse,
        `company_key IN (
           SELECT company_key FROM company_identifiers
           WHERE identifier IN {identifiers:Array(String)}
           LIMIT ${MAX_HOLDERS_PER_IDENTIFIER} BY identifier)`,
        { identifiers },
      );
      return holding(rows.map(companyRecordOf), identifiers, (record) => record.identifiers);
    },
    async putCompanies(records) {
      await putNames(
        clickhouse,
        records.flatMap(({ key, name }) => (name === null ? [] : [{ companyKey: key, name }])),
      );
      await putRows(clickhouse, 'companies', 'company_key', records.map(companyRowOf));
    },
    async withdrawCompanies(records) {
      const rows = records.map((record) => ({ ...companyRowOf(record), is_deleted: 1 as const }));
      await putRows(clickhouse, 'companies', 'company_key', rows);
    },
    putNames: (names) => putNames(clickhouse, names),
    ...contactMethods(clickhouse),
  };
}

function contactMethods(
  clickhouse: ClickHouse,
): Pick<
  IdentityStore,
  'contacts' | 'contactsHolding' | 'contactsEmployedBy' | 'putContacts' | 'withdrawContacts'
> {
  return {
    async contacts(keys) {
      const rows = await contactRows(clickhouse, 'contact_key IN {keys:Array(String)}', { keys });
      return new Map(rows.map((row) => [row.contact_key, contactRecordOf(row)]));
    },
    async contactsHolding(identifiers) {
      const records = await contactsBy(clickhouse, identifiers);
      return holding(records, identifiers, (record) => record.identifiers);
    },
    contactsEmployedBy: (identifiers, afterKey, limit) =>
      employedBy(clickhouse, identifiers, afterKey, limit),
    async putContacts(records) {
      await putRows(clickhouse, 'contacts', 'contact_key', records.map(contactRowOf));
    },
    async withdrawContacts(records) {
      const rows = records.map((record) => ({ ...contactRowOf(record), is_deleted: 1 as const }));
      await putRows(clickhouse, 'contacts', 'contact_key', rows);
    },
  };
}

/** Gives every row a version above those its key has had, withdrawn ones among them. */
async function putRows<Row extends CompanyRow | ContactRow>(
  clickhouse: ClickHouse,
  table: 'companies' | 'contacts',
  keyColumn: keyof Row & string,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const stored = await clickhouse.rows<{ key: string; newest: string }>(
    `SELECT ${keyColumn} AS key, toString(max(version)) AS newest FROM ${table}
     WHERE ${keyColumn} IN {keys:Array(String)} GROUP BY key`,
    { keys: rows.map((row) => row[keyColumn]) },
  );
  const newest = new Map(stored.map((row) => [row.key, BigInt(row.newest)]));
  await clickhouse.insert(
    table,
    rows.map((row) => {
      const before = newest.get(String(row[keyColumn])) ?? -1n;
      const own = BigInt(row.version);
      return { ...row, version: String(own > before ? own : before + 1n) };
    }),
  );
}

function companyRows(
  clickhouse: ClickHouse,
  where: string,
  params: Record<string, unknown>,
): Promise<CompanyRow[]> {
  return clickhouse.rows(
    `SELECT * EXCEPT (version), toString(version) AS version FROM companies FINAL WHERE ${where}`,
    params,
  );
}

function contactRows(
  clickhouse: ClickHouse,
  where: string,
  params: Record<string, unknown>,
): Promise<ContactRow[]> {
  return clickhouse.rows(
    `SELECT * EXCEPT (version), toString(version) AS version FROM contacts FINAL WHERE ${where}`,
    params,
  );
}

async function contactsBy(
  clickhouse: ClickHouse,
  wanted: readonly string[],
): Promise<ContactRecord[]> {
  if (wanted.length === 0) return [];
  const rows = await contactRows(
    clickhouse,
    `contact_key IN (SELECT contact_key FROM contact_identifiers
       WHERE identifier IN {wanted:Array(String)})`,
    { wanted },
  );
  return rows.map(contactRecordOf);
}

async function employedBy(
  clickhouse: ClickHouse,
  identifiers: readonly string[],
  afterKey: string | null,
  limit: number,
): Promise<{ records: ContactRecord[]; next: string | null }> {
  if (identifiers.length === 0) return { records: [], next: null };
  const found = await clickhouse.rows<{ contact_key: string }>(
    `SELECT DISTINCT contact_key FROM contact_identifiers
     WHERE identifier IN {wanted:Array(String)} AND contact_key > {after:String}
     ORDER BY contact_key LIMIT {limit:UInt32}`,
    {
      wanted: identifiers.map((identifier) => `employer-${identifier}`),
      after: afterKey ?? '',
      limit,
    },
  );
  const keys = found.map((row) => row.contact_key);
  const where = 'contact_key IN {keys:Array(String)} ORDER BY contact_key';
  const rows = keys.length === 0 ? [] : await contactRows(clickhouse, where, { keys });
  return {
    records: holding(rows.map(contactRecordOf), identifiers, ({ employer }) =>
      employer === null ? [] : companyIdentifiers(employer),
    ),
    next: keys.length < limit ? null : (keys.at(-1) ?? null),
  };
}

/** The lookup tables keep what was held once; this is decided here, where it costs nothing. */
function holding<R>(
  records: readonly R[],
  wanted: readonly string[],
  identifiersOf: (record: R) => readonly string[],
): R[] {
  const asked = new Set(wanted);
  return records.filter((record) => identifiersOf(record).some((each) => asked.has(each)));
}

async function putNames(
  clickhouse: ClickHouse,
  names: readonly { companyKey: string; name: string }[],
): Promise<void> {
  const rows = names.map(({ companyKey, name }) => ({
    company_key: companyKey,
    normalised_name: normaliseCompanyName(name),
    trigrams: trigramHashes(name),
  }));
  await clickhouse.insert('company_names', rows);
}

/** Each trigram of the normalised name as a 32-bit FNV-1a hash, once. */
export function trigramHashes(name: string): number[] {
  return [...new Set([...trigrams(normaliseCompanyName(name))].map(hashOf))];
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
