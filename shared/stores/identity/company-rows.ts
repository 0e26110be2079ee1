/** Converts companies and contacts to rows of ClickHouse and back. */
import { companyIdentifiers } from '../../domain/identity/company-identifiers.js';
import { normaliseCompanyName } from '../../domain/normalise/company-name.js';
import type { CompanyRecord, ContactRecord } from '../../domain/ports/identity-store.js';
import { isoOf } from '../../domain/time.js';
import { lastVersion } from '../../domain/versions.js';

export const COMPANY_COLUMNS = `company_key AS key, nullIf(domain, '') AS domain, nullIf(name, '') AS name,
  nullIf(network_url, '') AS networkUrl, industries, employee_count_low AS employeeCountLow,
  employee_count_high AS employeeCountHigh, nullIf(country, '') AS country, aliases, boards, tickers,
  nullIf(cik, '') AS cik, identifiers, source, event_id AS eventId,
  toUnixTimestamp64Milli(observed_at) AS observedAtMs`;

export const CONTACT_COLUMNS = `contact_key AS key, identifiers, nullIf(email, '') AS email,
  nullIf(network_url, '') AS networkUrl, nullIf(name, '') AS name, nullIf(title, '') AS title, reference,
  company_key AS employerKey, nullIf(company_domain, '') AS employerDomain, source, event_id AS eventId,
  toUnixTimestamp64Milli(observed_at) AS observedAtMs`;

export interface ContactRow extends Omit<ContactRecord, 'employer'> {
  reference: string;
}

export function companyRowOf(record: CompanyRecord): object {
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

export function contactRowOf(record: ContactRecord): object {
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

export function contactRecordOf({ reference, ...contact }: ContactRow): ContactRecord {
  return { ...contact, employer: JSON.parse(reference) };
}
