/** Finds one person or many, with their own signals and those of the current employer. */
import { createRequire } from 'node:module';
import { AppError } from '../../shared/domain/errors.js';
import { sumCounts } from '../../shared/domain/normalise/sum-counts.js';
import type { ContactIdentifiers, KnownCompany } from '../../shared/domain/ports/identity-graph.js';
import type { SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type {
  Contact,
  ContactBulkRequest,
  ContactBulkResponse,
  ContactEnrichRequest,
  ContactEnrichResponse,
  ContactIdentifierPair,
  ContactNotFound,
} from '../../shared/domain/schemas/types.generated.js';
import { perCall, priceText } from '../operations/price.js';
import type { CallContext } from '../services/services.js';
import { type CommonFilters, commonFilter } from './filters.js';
import { joinSignals, NO_SIGNALS, signalsOfEach } from './signals-of-each.js';

/** What is known of a person. An unknown person has no keys, but the employer may be known. */
interface Person {
  keys: readonly string[];
  contact: Contact;
  employer: KnownCompany | null;
}

export async function enrichContact(
  deps: CallContext,
  request: ContactEnrichRequest,
): Promise<ContactEnrichResponse> {
  const [person] = await findPeople(deps, [request]);
  if (!person)
    throw new AppError('not_found', 'No person and no employer matches the given identifiers.');
  if (person.keys.length === 0) notifyOfEmployer(deps, person);
  const describe = await signalsOfPeople(deps.signals, [person], request, request.limit);
  return describe(person);
}

/** Says that signals of an employer cost less in another call. */
function notifyOfEmployer({ notify }: CallContext, { employer }: Person): void {
  const domain = employer?.company.domain;
  if (!domain) return;
  const price = priceText(perCall('companies/enrich'));
  notify?.(
    `Nobody is known by these identifiers: the signals are those of the employer. \`POST /v1/companies/enrich\` with \`domain\`: \`${domain}\` returns them for ${price}.`,
  );
}

export async function enrichContacts(
  deps: CallContext,
  request: ContactBulkRequest,
): Promise<ContactBulkResponse> {
  const people = await findPeople(deps, request.contacts);
  const found = people.filter((person) => person !== null);
  const limit = request.limit_per_contact;
  const describe = await signalsOfPeople(deps.signals, found, request, limit);
  const results = request.contacts.map((pair, index) => {
    const person = people[index];
    return person ? describe(person) : contactNotFound(pair);
  });
  return { total_contacts: results.length, results };
}

export function identifierOf(pair: ContactIdentifierPair): string {
  return pair.contact_email ?? pair.contact_network_url ?? '';
}

/** Returns the identifiers as the store expects them. */
export function identifiersOf(pair: ContactIdentifierPair): ContactIdentifiers {
  return { email: pair.contact_email, networkUrl: pair.contact_network_url };
}

/** Returns the result for a person who was not found. */
function contactNotFound(pair: ContactIdentifierPair): ContactNotFound {
  return {
    contact: null,
    company: null,
    identifier: identifierOf(pair),
    contact_signals: [],
    company_signals: [],
    signal_summary: {},
    total: 0,
  };
}

/** Uses two queries. An unknown person may still have an employer, by the domain of the email. */
async function findPeople(
  { identity }: CallContext,
  pairs: readonly ContactIdentifierPair[],
): Promise<(Person | null)[]> {
  const contacts = await identity.contacts(pairs.map(identifiersOf));
  const domainOfEach = pairs.map((pair, index) => (contacts[index] ? null : employerDomain(pair)));
  const companies = await identity.companies(domainOfEach.filter((domain) => domain !== null));
  return pairs.map(
    (pair, index) =>
      contacts[index] ?? unknownContact(pair, companies.get(domainOfEach[index] ?? '')),
  );
}

/** Returns an unknown person with a known employer; `null` without one. */
function unknownContact(
  pair: ContactIdentifierPair,
  employer: KnownCompany | undefined,
): Person | null {
  if (!employer) return null;
  return {
    keys: [],
    contact: {
      name: null,
      email: pair.contact_email ?? null,
      network_url: pair.contact_network_url ?? null,
      title: null,
    },
    employer,
  };
}

/** Returns the domain of the email; `null` without one, or if it is that of a public mailbox. */
function employerDomain(pair: ContactIdentifierPair): string | null {
  if (pair.contact_email === undefined) return null;
  const domain = pair.contact_email.replace(/^.*@/, '');
  return publicMailboxes().has(domain) ? null : domain;
}

let mailboxes: ReadonlySet<string> | undefined;

/** Returns the domains of mailboxes that anybody can have. They say nothing about the employer. */
function publicMailboxes(): ReadonlySet<string> {
  if (!mailboxes) {
    const domains: string[] = createRequire(import.meta.url)('email-providers/all.json');
    mailboxes = new Set(domains);
  }
  return mailboxes;
}

/** Reads signals of people: own signals first, those of the employer fill the rest of `limit`. */
async function signalsOfPeople(
  reader: SignalReader,
  people: readonly Person[],
  filters: CommonFilters,
  limit: number,
): Promise<(person: Person) => ContactEnrichResponse> {
  const common = commonFilter(filters);
  const ofCompanies = { ...common, association: 'company' as const };
  const keys = people.flatMap((person) => person.keys);
  const employers = people.flatMap(({ employer }) => employer?.key ?? []);
  const [byContact, byCompany] = await Promise.all([
    signalsOfEach(reader, 'contact', keys, common, limit),
    signalsOfEach(reader, 'company', employers, ofCompanies, limit),
  ]);
  return ({ keys: contactKeys, contact, employer }) => {
    const own = joinSignals(
      contactKeys.map((key) => byContact.get(key) ?? NO_SIGNALS),
      limit,
    );
    const company = byCompany.get(employer?.key ?? '') ?? NO_SIGNALS;
    const sums = sumCounts(Object.entries(own.byType), Object.entries(company.byType));
    return {
      contact,
      company: employer?.company ?? null,
      contact_signals: own.signals,
      company_signals: company.signals.slice(0, limit - own.signals.length),
      signal_summary: Object.fromEntries(sums),
      total: [...sums.values()].reduce((total, count) => total + count, 0),
    };
  };
}
