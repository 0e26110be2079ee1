/** Companies and contacts as rows of ClickHouse, in both directions. */
import { companyIdentifiers } from '../../domain/identity/company-identifiers.js';
import { normaliseCompanyName } from '../../domain/normalise/company-name.js';
import type { CompanyReference } from '../../domain/ports/event-records.js';
import type { CompanyRecord, ContactRecord } from '../../domain/ports/identity-store.js';
import { isoOf } from '../../domain/time.js';
import { lastVersion } from '../../domain/versions.js';
import { orNull } from '../../platform/clickhouse/client/row-values.js';

export interface CompanyRow {
  company_key: string;
  domain: string;
  name: string;
  network_url: string;
  industries: string[];
  employee_count_low: number | null;
  employee_count_high: number | null;
  country: string;
  aliases: string[];
  boards: string[];
  tickers: string[];
  cik: string;
  normalised_name: string;
  identifiers: string[];
  source: string;
  event_id: string;
  observed_at: string;
  version: string;
  is_deleted: 0 | 1;
}

export interface ContactRow {
  contact_key: string;
  email: string;
  network_url: string;
  name: string;
  title: string;
  company_domain: string;
  company_name: string;
  company_key: string;
  reference: string;
  identifiers: string[];
  employer_identifiers: string[];
  source: string;
  event_id: string;
  observed_at: string;
  version: string;
  is_deleted: 0 | 1;
}

export function companyRowOf(record: CompanyRecord): CompanyRow {
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

export function companyRecordOf(row: CompanyRow): CompanyRecord {
  return {
    key: row.company_key,
    domain: orNull(row.domain),
    name: orNull(row.name),
    networkUrl: orNull(row.network_url),
    industries: row.industries,
    employeeCountLow: row.employee_count_low,
    employeeCountHigh: row.employee_count_high,
    country: orNull(row.country),
    aliases: row.aliases,
    boards: row.boards,
    tickers: row.tickers,
    cik: orNull(row.cik),
    identifiers: row.identifiers,
    source: row.source,
    eventId: row.event_id,
    observedAtMs: Date.parse(row.observed_at),
  };
}

export function contactRowOf(record: ContactRecord): ContactRow {
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

export function contactRecordOf(row: ContactRow): ContactRecord {
  const employer: CompanyReference | null = JSON.parse(row.reference);
  return {
    key: row.contact_key,
    identifiers: row.identifiers,
    email: orNull(row.email),
    networkUrl: orNull(row.network_url),
    name: orNull(row.name),
    title: orNull(row.title),
    employer,
    employerKey: row.company_key,
    employerDomain: orNull(row.company_domain),
    source: row.source,
    eventId: row.event_id,
    observedAtMs: Date.parse(row.observed_at),
  };
}
