/** Converts a `SignalRecord` to a row of `signals` and back, and to a row of `signal_vectors`. */
import { companyIdentifiers } from '../../domain/identity/company-identifiers.js';
import { contactIdentifiers } from '../../domain/identity/contact-identifiers.js';
import { foldCase } from '../../domain/normalise/fold-case.js';
import type { CompanyReference, ContactReference } from '../../domain/ports/event-records.js';
import type { SignalKey, SignalRecord, StoredSignal } from '../../domain/ports/signal-writer.js';
import { isoOf } from '../../domain/time.js';
import { eventPart, rowVersion } from '../../domain/versions.js';
import { orNull } from '../../platform/clickhouse/client/row-values.js';
import type { SummaryFacts } from './summary-facts.js';

/** A row of `signals`. Times are ISO 8601, ids are text. */
export type StoredSignalRow = ReturnType<typeof rowOf>;

export function rowOf(record: SignalRecord) {
  const { draft, company, contact } = record;
  return {
    signal_id: draft.signalId,
    signal_type: draft.signalType,
    signal_subtype: draft.signalSubtype,
    signal_name: draft.signalName,
    detected_at: isoOf(draft.detectedAtMs),
    association: draft.association,
    company_domain: company.domain ?? '',
    company_name: company.name ?? '',
    company_network_url: company.networkUrl ?? '',
    industries: company.industries,
    employee_count_low: company.employeeCountLow,
    employee_count_high: company.employeeCountHigh,
    contact_email: contact?.email ?? '',
    contact_network_url: contact?.networkUrl ?? '',
    contact_name: contact?.name ?? '',
    contact_title: contact?.title ?? '',
    summary: draft.data.summary,
    data: JSON.stringify(draft.data),
    source: draft.origin.source,
    event_id: draft.origin.eventId,
    observed_at: isoOf(draft.origin.observedAtMs),
    company_key: company.key,
    contact_key: contact?.key ?? '',
    type_key: foldCase(draft.signalType),
    subtype_key: foldCase(draft.signalSubtype),
    industry_keys: [...new Set(company.industries.map(foldCase))],
    reference: JSON.stringify({ company: draft.company, contact: draft.contact }),
    identifiers: identifiersOf(draft.company, draft.contact),
    embedding_model: record.embeddingModel,
    confidence: draft.confidence,
    version: rowVersion(draft.origin.eventVersion).toString(),
    is_deleted: 0,
  };
}

/** Returns a row that withdraws the row of the key. Missing columns have their defaults. */
export function withdrawalRow(key: SignalKey, eventVersion: bigint) {
  return {
    signal_id: key.signalId,
    detected_at: isoOf(key.detectedAtMs),
    association: 'company' as const,
    data: '{}',
    company_key: key.companyKey,
    contact_key: key.contactKey,
    type_key: key.typeKey,
    reference: '{}',
    confidence: 0,
    version: rowVersion(eventVersion).toString(),
    is_deleted: 1,
  };
}

/** Returns the row of `signal_vectors`: what filters and ranking need, and the packed vector. */
export function vectorRowOf(
  row: Partial<StoredSignalRow>,
  embedding: string,
  { tokens, amounts }: SummaryFacts,
): object {
  return {
    signal_id: row.signal_id,
    detected_at: row.detected_at,
    signal_type: row.signal_type,
    signal_subtype: row.signal_subtype,
    association: row.association,
    company_key: row.company_key,
    contact_key: row.contact_key,
    contact_email: row.contact_email,
    contact_network_url: row.contact_network_url,
    type_key: row.type_key,
    subtype_key: row.subtype_key,
    industry_keys: row.industry_keys,
    employee_count_low: row.employee_count_low,
    employee_count_high: row.employee_count_high,
    confidence: row.confidence,
    version: row.version,
    is_deleted: row.is_deleted,
    largest_money: amounts.money,
    largest_people: amounts.people,
    embedding_base64: embedding,
    tokens,
  };
}

export function recordOf(row: StoredSignalRow, embedding: string): StoredSignal {
  const reference: { company: CompanyReference; contact: ContactReference | null } = JSON.parse(
    row.reference,
  );
  const contact = {
    key: row.contact_key,
    name: orNull(row.contact_name),
    email: orNull(row.contact_email),
    networkUrl: orNull(row.contact_network_url),
    title: orNull(row.contact_title),
  };
  return {
    draft: {
      origin: {
        source: row.source,
        eventId: row.event_id,
        observedAtMs: Date.parse(row.observed_at),
        eventVersion: eventPart(BigInt(row.version)),
      },
      signalId: row.signal_id,
      signalType: row.signal_type,
      signalSubtype: row.signal_subtype,
      signalName: row.signal_name,
      subtypeIsOpen: false,
      confidence: row.confidence,
      detectedAtMs: Date.parse(row.detected_at),
      association: row.association,
      company: reference.company,
      contact: reference.contact,
      data: JSON.parse(row.data),
    },
    company: {
      key: row.company_key,
      domain: orNull(row.company_domain),
      name: orNull(row.company_name),
      networkUrl: orNull(row.company_network_url),
      industries: row.industries,
      employeeCountLow: row.employee_count_low,
      employeeCountHigh: row.employee_count_high,
    },
    contact: reference.contact ? contact : null,
    embeddingModel: row.embedding_model,
    embedding,
    version: BigInt(row.version),
  };
}

function identifiersOf(company: CompanyReference, contact: ContactReference | null): string[] {
  const people = contact ? contactIdentifiers(contact) : [];
  return [...companyIdentifiers(company), ...people.map((identifier) => `contact-${identifier}`)];
}
