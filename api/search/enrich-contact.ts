/** One person, or many, with their own signals and those of the current employer. */
import { AppError } from '../../shared/errors.js';
import { domainOfEmail } from '../../shared/normalise/identifiers.js';
import type { KnownCompany, KnownContact } from '../../shared/ports/identity-graph.js';
import type { SignalFilter, SignalReader } from '../../shared/ports/signal-reader.js';
import type {
  Contact,
  ContactBulkRequest,
  ContactBulkResponse,
  ContactEnrichRequest,
  ContactEnrichResponse,
  ContactIdentifierPair,
  ContactNotFound,
} from '../../shared/types.generated.js';
import type { EnrichDeps } from './enrich-company.js';
import { type CommonFilters, commonFilter } from './filters.js';
import { inParallel } from './in-parallel.js';
import { mailboxProviders } from './mailbox-providers.js';

/** A person as far as anybody knows: an unknown one has no key, but perhaps an employer. */
interface Person {
  key: string | null;
  contact: Contact;
  employer: KnownCompany | null;
}

export async function enrichContact(
  deps: EnrichDeps,
  request: ContactEnrichRequest,
): Promise<ContactEnrichResponse> {
  const [person] = await findPeople(deps, [request]);
  if (!person) throw new AppError('not_found', 'Neither the person nor the employer is known.');
  return signalsOfPerson(deps.signals, person, request, request.limit);
}

export async function enrichContacts(
  deps: EnrichDeps,
  request: ContactBulkRequest,
): Promise<ContactBulkResponse> {
  const people = await findPeople(deps, request.contacts);
  const results = await inParallel(request.contacts, async (pair, index) => {
    const person = people[index];
    if (!person) return nobody(pair);
    return signalsOfPerson(deps.signals, person, request, request.limit_per_contact);
  });
  return { total_contacts: results.length, results };
}

export function identifierOf(pair: ContactIdentifierPair): string {
  return pair.contact_email ?? pair.contact_network_url ?? '';
}

function nobody(pair: ContactIdentifierPair): ContactNotFound {
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

/** Looks everybody up with two queries; who is unknown may have a known employer by e-mail. */
async function findPeople(
  { identity }: EnrichDeps,
  pairs: readonly ContactIdentifierPair[],
): Promise<(Person | null)[]> {
  const known = await identity.contacts(
    pairs.map(({ contact_email: email, contact_network_url: networkUrl }) => ({
      ...(email === undefined ? {} : { email }),
      ...(networkUrl === undefined ? {} : { networkUrl }),
    })),
  );
  const domains = pairs.map((pair, index) => (known[index] ? null : employerDomain(pair)));
  const wanted = [...new Set(domains.filter((domain) => domain !== null))];
  const found = await identity.companiesByDomain(wanted);
  const byDomain = new Map(wanted.map((domain, index) => [domain, found[index] ?? null]));
  return pairs.map((pair, index) => {
    const contact = known[index];
    return contact
      ? personOf(contact)
      : strangerOf(pair, byDomain.get(domains[index] ?? '') ?? null);
  });
}

function personOf({ key, contact, employer }: KnownContact): Person {
  return { key, contact, employer };
}

function strangerOf(pair: ContactIdentifierPair, employer: KnownCompany | null): Person | null {
  if (!employer) return null;
  return {
    key: null,
    contact: {
      name: null,
      email: pair.contact_email ?? null,
      network_url: pair.contact_network_url ?? null,
      title: null,
    },
    employer,
  };
}

/** A public mailbox says nothing about the employer. */
function employerDomain(pair: ContactIdentifierPair): string | null {
  if (pair.contact_email === undefined) return null;
  const domain = domainOfEmail(pair.contact_email);
  return mailboxProviders().has(domain) ? null : domain;
}

/** The person's own signals first; the employer's fill what is left of `limit`. */
async function signalsOfPerson(
  reader: SignalReader,
  person: Person,
  filters: CommonFilters,
  limit: number,
): Promise<ContactEnrichResponse> {
  const common = commonFilter(filters);
  const own = person.key ? { ...common, contactKeys: [person.key] } : null;
  const employers = person.employer
    ? { ...common, companyKeys: [person.employer.key], association: 'company' as const }
    : null;
  const [mine, theirs, mineByType, theirsByType] = await Promise.all([
    listOf(reader, own, limit),
    listOf(reader, employers, limit),
    countsOf(reader, own),
    countsOf(reader, employers),
  ]);
  const summary = { ...mineByType };
  for (const [type, count] of Object.entries(theirsByType)) {
    summary[type] = (summary[type] ?? 0) + count;
  }
  return {
    contact: person.contact,
    company: person.employer?.company ?? null,
    contact_signals: mine,
    company_signals: theirs.slice(0, limit - mine.length),
    signal_summary: summary,
    total: Object.values(summary).reduce((sum, count) => sum + count, 0),
  };
}

function listOf(reader: SignalReader, filter: SignalFilter | null, limit: number) {
  return filter ? reader.list(filter, { limit }) : Promise.resolve([]);
}

function countsOf(
  reader: SignalReader,
  filter: SignalFilter | null,
): Promise<Record<string, number>> {
  return filter ? reader.countByType(filter) : Promise.resolve({});
}
