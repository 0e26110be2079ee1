/** Builders of valid records of the stores; tests override what they need. */
import { randomUUID } from 'node:crypto';
import type { CompanyReference } from '../../shared/domain/ports/event-records.js';
import type { CompanyRecord, ContactRecord } from '../../shared/domain/ports/identity-store.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import { packVector } from '../../shared/domain/vectors.js';
import { eventVersion } from '../../shared/domain/versions.js';

/** Returns the version of an event that was observed on that day of January. */
export function versionOf(day: number): bigint {
  return eventVersion(Date.UTC(2026, 0, day), '00000');
}

export function companyReference(name: string, more: Partial<CompanyReference> = {}) {
  return {
    name,
    domain: null,
    networkUrl: null,
    cik: null,
    tickers: [],
    board: null,
    country: null,
    aliases: [],
    ...more,
  };
}

export function companyRecord(key: string, more: Partial<CompanyRecord> = {}): CompanyRecord {
  return {
    key,
    domain: key,
    name: `Company ${key}`,
    networkUrl: null,
    industries: ['Software'],
    employeeCountLow: 11,
    employeeCountHigh: null,
    country: 'DE',
    aliases: [],
    boards: [],
    tickers: [],
    cik: null,
    identifiers: [`domain:${key}`],
    source: 'company-profiles',
    eventId: key,
    observedAtMs: Date.UTC(2026, 0, 1),
    ...more,
  };
}

export function contactRecord(email: string, more: Partial<ContactRecord> = {}): ContactRecord {
  return {
    key: `email:${email}`,
    identifiers: [`email:${email}`],
    email,
    networkUrl: null,
    name: 'Ada Example',
    title: 'Engineer',
    employer: null,
    employerKey: '',
    employerDomain: null,
    source: 'contact-profiles',
    eventId: email,
    observedAtMs: Date.UTC(2026, 0, 1),
    ...more,
  };
}

interface SignalChoice {
  id?: string;
  company?: string;
  type?: string;
  subtype?: string;
  detectedAtMs?: number;
  version?: bigint;
  summary?: string;
  contact?: SignalRecord['contact'];
  industries?: string[];
  employees?: [number | null, number | null];
}

export function signalRecord(choice: SignalChoice = {}): SignalRecord {
  const { company = 'acme.example', contact = null, summary = 'Acme raised money' } = choice;
  const [employeeCountLow, employeeCountHigh] = choice.employees ?? [null, null];
  return {
    draft: {
      origin: {
        source: 'feed',
        eventId: 'event',
        observedAtMs: Date.UTC(2026, 0, 1),
        eventVersion: choice.version ?? versionOf(1),
      },
      signalId: choice.id ?? randomUUID(),
      signalType: choice.type ?? 'news',
      signalSubtype: choice.subtype ?? 'general',
      signalName: 'General',
      subtypeIsOpen: false,
      confidence: 1,
      detectedAtMs: choice.detectedAtMs ?? Date.UTC(2026, 0, 1),
      association: contact ? 'contact' : 'company',
      company: companyReference(company, { domain: company }),
      contact,
      data: { summary },
    },
    company: {
      key: company,
      domain: company,
      name: `Company ${company}`,
      networkUrl: null,
      industries: choice.industries ?? [],
      employeeCountLow,
      employeeCountHigh,
    },
    contact,
    embeddingModel: 'test',
    embedding: packVector(Float32Array.of(0, 1, -0.5, 0.25)),
  };
}
