/**
 * Finds people by email or profile URL, as they are known today. Without a profile, events with
 * only an email have another key than those with a profile URL; a person then has the keys of both.
 */
import { groupByEach } from '../../domain/group-by.js';
import type {
  ContactIdentifiers,
  KnownCompany,
  KnownContact,
} from '../../domain/ports/identity-graph.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { orNull } from '../../platform/clickhouse/client/row-values.js';
import { loadCompanies } from './load-companies.js';

interface PersonRow {
  contact_key: string;
  /** Emails and URLs of a profile, former ones included. A signal has none. */
  identifiers: string[];
  name: string;
  email: string;
  network_url: string;
  title: string;
  company_key: string;
  company_domain: string;
  company_name: string;
}

type ContactLookup = ReturnType<typeof indexRows>;

interface FoundContact {
  row: PersonRow;
  keys: readonly [string, ...string[]];
}

export async function loadContacts(
  clickhouse: ClickHouse,
  people: readonly ContactIdentifiers[],
): Promise<(KnownContact | null)[]> {
  const emails = people.flatMap(({ email }) => (email === undefined ? [] : [email]));
  const urls = people.flatMap(({ networkUrl }) => (networkUrl === undefined ? [] : [networkUrl]));
  if (emails.length + urls.length === 0) return people.map(() => null);
  const first = indexRows(await readRows(clickhouse, emails, urls));
  // Their other emails are read too: events with only such an email are about the same person if
  // nobody else has it.
  const others = new Set(
    people.flatMap((each) => emailsWithSameUrl(findRow(each, first)?.row, first)),
  );
  for (const email of emails) others.delete(email);
  const lookup =
    others.size === 0 ? first : indexRows(await readRows(clickhouse, [...emails, ...others], urls));
  const found = people.map((each) => findContact(each, lookup));
  const employers = await loadCompanies(
    clickhouse,
    found.flatMap((each) => each?.row.company_key || []),
  );
  return found.map((each) => each && contactOf(each, employers));
}

const emailId = (email: string): string => `email:${email}`;
const networkId = (url: string): string => `network:${url}`;
const isProfile = ({ identifiers }: PersonRow): boolean => identifiers.length > 0;

/**
 * Finds rows by the identifiers that they show (`current`), and profiles by all that they have or
 * had (`holders`). `rows`: profiles first, then the newest signals.
 */
function indexRows(rows: readonly PersonRow[]) {
  const current = groupByEach(rows, ({ email, network_url: url }) => [
    ...(email === '' ? [] : [emailId(email)]),
    ...(url === '' ? [] : [networkId(url)]),
  ]);
  const holders = groupByEach(rows, ({ identifiers }) => identifiers);
  const profiles = new Map(rows.filter(isProfile).map((row) => [row.contact_key, row]));
  return { rows, current, holders, profiles };
}

/**
 * Finds the row of the person who is meant, and the identifier that found it: the email, or the
 * profile URL if the email is unknown. Of several rows, the one with both is preferred, then the
 * first profile or row with a URL; profiles come first, newest first. A former holder comes last.
 * `null` if nobody is found.
 */
function findRow(
  { email, networkUrl }: ContactIdentifiers,
  { current, holders, profiles }: ContactLookup,
): { row: PersonRow; identifier: string } | null {
  const identifiers = [
    ...(email === undefined ? [] : [emailId(email)]),
    ...(networkUrl === undefined ? [] : [networkId(networkUrl)]),
  ];
  for (const identifier of identifiers) {
    const rows = current.get(identifier) ?? [];
    const row =
      rows.find((each) => each.email === email && each.network_url === networkUrl) ??
      rows.find((each) => isProfile(each) || each.network_url !== '') ??
      rows[0] ??
      holders.get(identifier)?.[0];
    if (row) return { row: profiles.get(row.contact_key) ?? row, identifier };
  }
  return null;
}

/** Returns emails that events name together with the row's URL. A profile has none. */
function emailsWithSameUrl(row: PersonRow | undefined, { current }: ContactLookup): string[] {
  if (!row || isProfile(row) || row.network_url === '') return [];
  const rows = current.get(networkId(row.network_url)) ?? [];
  return rows.flatMap(({ email }) => (email === '' ? [] : [email]));
}

/**
 * Returns the person's profile or, without one, the newest signal that has one of the identifiers,
 * preferably one with an employer. `null` if nobody is found.
 */
function findContact(person: ContactIdentifiers, lookup: ContactLookup): FoundContact | null {
  const meant = findRow(person, lookup);
  if (!meant) return null;
  const keys = new Set([
    ...keysWithIdentifier(meant.identifier, lookup),
    ...keysOfUnsharedEmails(meant.row, lookup),
  ]);
  const mainKey = meant.row.contact_key;
  keys.delete(mainKey);
  const foundBy = (row: PersonRow): FoundContact => ({ row, keys: [mainKey, ...keys] });
  if (isProfile(meant.row)) return foundBy(meant.row);
  const rows = lookup.rows.filter(
    ({ email, network_url: url, contact_key: key }) =>
      (email === person.email || url === person.networkUrl) && (key === mainKey || keys.has(key)),
  );
  return foundBy(rows.find((row) => row.company_key !== '') ?? rows[0] ?? meant.row);
}

/**
 * Returns keys of signals with the identifier. For a profile URL that no profile holds, these are
 * all keys; otherwise only the key of events that name this identifier alone, unless a profile has
 * it.
 */
function keysWithIdentifier(
  identifier: string,
  { current, holders, profiles }: ContactLookup,
): string[] {
  const keys = (current.get(identifier) ?? []).map(({ contact_key: key }) => key);
  const isFreeUrl = identifier.startsWith(networkId('')) && !holders.has(identifier);
  return keys.filter((key) => isFreeUrl || (key === identifier && !profiles.has(key)));
}

/**
 * Returns keys of events with an email alone that only this person has: no profile holds it, and no
 * signal names it with another URL.
 */
function keysOfUnsharedEmails(row: PersonRow, lookup: ContactLookup): string[] {
  const { current, holders } = lookup;
  return emailsWithSameUrl(row, lookup)
    .map(emailId)
    .filter((identifier) => {
      const rows = current.get(identifier) ?? [];
      return (
        !holders.has(identifier) &&
        rows.some(({ contact_key: key }) => key === identifier) &&
        rows.every((each) => ['', row.network_url].includes(each.network_url))
      );
    });
}

/**
 * Reads the profiles and, per key, email and URL, the newest signal, preferably with a company.
 * Profiles come first; both are sorted newest first.
 */
async function readRows(
  clickhouse: ClickHouse,
  emails: readonly string[],
  urls: readonly string[],
): Promise<PersonRow[]> {
  const params = { identifiers: [...emails.map(emailId), ...urls.map(networkId)] };
  const keys = `SELECT contact_key FROM contact_identifiers
    WHERE identifier IN {identifiers:Array(String)}`;
  const [profiles, named] = await Promise.all([
    clickhouse.rows<PersonRow>(
      `SELECT contact_key, identifiers, name, email, network_url, title, company_key,
         company_domain, company_name
       FROM contacts FINAL WHERE contact_key IN (${keys})
         AND hasAny(identifiers, {identifiers:Array(String)})
       ORDER BY observed_at DESC, contact_key`,
      params,
    ),
    clickhouse.rows<PersonRow>(
      `SELECT contact_key, [] AS identifiers, contact_name AS name, contact_email AS email,
         contact_network_url AS network_url, contact_title AS title, company_key, company_domain,
         company_name
       FROM signals FINAL
       WHERE (company_key, detected_at, signal_id) IN (
           SELECT company_key, detected_at, signal_id FROM signals_by_contact FINAL
           WHERE contact_key IN (${keys})
           ORDER BY company_key = '', detected_at DESC, toString(signal_id)
           LIMIT 1 BY contact_key, contact_email, contact_network_url)
       ORDER BY detected_at DESC, toString(signal_id)`,
      params,
    ),
  ]);
  return [...profiles, ...named];
}

function contactOf(
  { row, keys }: FoundContact,
  employers: ReadonlyMap<string, KnownCompany>,
): KnownContact {
  return {
    keys,
    contact: {
      name: orNull(row.name),
      email: orNull(row.email),
      network_url: orNull(row.network_url),
      title: orNull(row.title),
    },
    employer: row.company_key === '' ? null : (employers.get(row.company_key) ?? employerOf(row)),
  };
}

function employerOf(row: PersonRow): KnownCompany {
  return {
    key: row.company_key,
    company: {
      name: orNull(row.company_name),
      domain: orNull(row.company_domain),
      network_url: null,
      industries: [],
      employee_count_low: null,
      employee_count_high: null,
    },
  };
}
