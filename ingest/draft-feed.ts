/**
 * A feed definition to start from, drawn from sample payloads: their JSON Schema, a mapping where names
 * tell what a field is, date formats where only one fits. What it cannot know it leaves out and says.
 */
import { createDateReader } from '../shared/normalise/date-formats.js';
import type { FeedDefinition } from '../shared/types.generated.js';
import type { EventKind } from './feed-definitions.js';
import { isObject } from './steps/decode-envelope.js';

export interface DraftFeed {
  definition: FeedDefinition;
  /** What the author has to look at. */
  notes: string[];
}

type Payload = Record<string, unknown>;

/** Fields of each kind with the names that publishers give them, best first. */
const COMPANY: Readonly<Record<string, readonly string[]>> = {
  'company.name': [
    'company_name',
    'company',
    'employer',
    'business',
    'organization',
    'issuer',
    'name',
  ],
  'company.domain': ['company_domain', 'domain', 'website', 'company_url'],
  'company.country': ['company_country_code', 'company_country', 'country_code', 'country'],
};
const LINK = { url: ['url', 'link', 'permalink', 'absolute_url', 'source_url'] };
const KNOWN_NAMES: Readonly<Record<EventKind, Readonly<Record<string, readonly string[]>>>> = {
  'company-profile': {
    name: ['name', 'company_name', 'company', 'legal_name'],
    domain: ['domain', 'website', 'homepage', 'url'],
    network_url: ['network_url', 'profile_url', 'social_url'],
    industries: ['industries', 'industry', 'sector', 'tags'],
    employees: ['employees', 'employee_count', 'team_size', 'headcount'],
    country: ['country', 'country_code', 'hq_country'],
    tickers: ['tickers', 'ticker', 'symbol'],
    cik: ['cik'],
  },
  'contact-profile': {
    email: ['email', 'work_email', 'mail'],
    network_url: ['network_url', 'profile_url'],
    name: ['name', 'full_name'],
    title: ['title', 'job_title', 'position'],
    ...COMPANY,
  },
  filing: {
    ...COMPANY,
    'company.cik': ['cik'],
    form: ['form', 'form_type', 'type'],
    items: ['items'],
    accepted_at: ['acceptancedatetime', 'accepted_at', 'filed_at', 'filingdate'],
    accession: ['accessionnumber', 'accession'],
    ...LINK,
  },
  'funding-round': {
    ...COMPANY,
    round: ['round', 'funding_round_type', 'series', 'stage'],
    amount: ['amount', 'raised_amount_usd', 'raised', 'size'],
    currency: ['currency', 'currency_code'],
    announced_on: ['announced_on', 'announced', 'funded_at', 'date'],
    ...LINK,
  },
  acquisition: {
    'acquirer.name': ['acquirer_name', 'acquirer', 'buyer'],
    'company.name': ['company_name', 'company', 'target', 'acquiree'],
    price: ['price', 'price_amount', 'amount'],
    currency: ['currency', 'price_currency_code'],
    announced_on: ['announced_on', 'acquired_at', 'date'],
    ...LINK,
  },
  layoff: {
    ...COMPANY,
    count: ['count', 'num_employees', 'employees_affected', 'workers', 'laid_off', 'layoff'],
    place: ['city', 'location', 'place', 'county', 'headquarter'],
    notice_on: ['notice_date', 'notice', 'received_date', 'announced', 'date'],
    effective_on: ['effective_date', 'layoff_date', 'start_date'],
    ...LINK,
  },
  'job-board': {
    board: ['board', 'slug'],
    fetched_at: ['fetched_at', 'retrieved_at'],
    jobs: ['jobs', 'response', 'postings'],
  },
  'news-article': {
    title: ['title', 'headline'],
    body: ['body', 'summary', 'description', 'content', 'text'],
    publisher: ['publisher', 'source'],
    published_at: ['published_at', 'publishedat', 'pubdate', 'datetime', 'date'],
    language: ['language', 'lang'],
    ...LINK,
  },
  post: {
    'author.name': ['author_name', 'author', 'name'],
    'author.network_url': ['author_url', 'profile_url'],
    text: ['text', 'content', 'body', 'post'],
    posted_at: ['posted_at', 'published_at', 'created_at', 'date'],
    reactions: ['reactions', 'likes'],
    ...LINK,
  },
  milestone: {
    'person.name': ['person', 'name', 'full_name'],
    'person.email': ['email'],
    'company.name': ['company_name', 'company', 'employer'],
    title: ['title', 'new_title', 'position'],
    'previous.title': ['previous_title', 'old_title'],
    'previous.company.name': ['previous_company', 'old_company'],
    occurred_on: ['occurred_on', 'start_date', 'date'],
  },
  signal: {
    signal_type: ['signal_type', 'type'],
    signal_subtype: ['signal_subtype', 'subtype'],
    detected_at: ['detected_at', 'date'],
    ...COMPANY,
    data: ['data'],
  },
};

/** Dates that mean different days in different countries are for the author to decide. */
const FORMATS = [
  'M/d/yyyy',
  'd/M/yyyy',
  'M/d/yy',
  'd/M/yy',
  'M-d-yy',
  'd-M-yy',
  'd.M.yyyy',
  'd.M.yy',
  'dd-MMM-yyyy',
  'd MMMM yyyy',
  'MMMM d, yyyy',
  'MMM d, yyyy',
  "yyyyMMdd'T'HHmmss'Z'",
  'yyyyMMdd',
  'rfc2822',
];
const DATE_FIELD = /_(at|on)$/;
const NUMBER_FIELDS = new Set(['amount', 'price']);
const MAX_TYPES_DEPTH = 2;

export function draftFeed(source: string, kind: EventKind, samples: readonly Payload[]): DraftFeed {
  const notes: string[] = [];
  const keys = [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
  const fields: Record<string, string> = {};
  const dateKeys: string[] = [];
  const used = new Set<string>();
  for (const [field, names] of Object.entries(KNOWN_NAMES[kind])) {
    const key = findKey(keys, names, used);
    if (key === undefined) continue;
    used.add(key);
    const values = samples.map((sample) => sample[key]);
    fields[field] = expressionOf(field, key, values);
    if (fields[field].startsWith('$date')) dateKeys.push(key);
  }
  const unused = keys.filter((key) => !used.has(key));
  if (unused.length > 0)
    notes.push(`not mapped: ${unused.map((key) => JSON.stringify(key)).join(', ')}`);
  const missing = Object.keys(KNOWN_NAMES[kind]).filter((field) => !(field in fields));
  if (missing.length > 0) notes.push(`no source found for: ${missing.join(', ')}`);
  if (Object.keys(fields).length === 0)
    fields[Object.keys(KNOWN_NAMES[kind])[0] ?? 'name'] = 'null';
  const dateFormats = formatsOf(samples, dateKeys, notes);
  return {
    notes,
    definition: {
      source,
      kind,
      description: 'What the feed is, and what is odd about it.',
      ...(dateFormats.length > 0 ? { date_formats: dateFormats } : {}),
      payload: schemaOf(samples, MAX_TYPES_DEPTH),
      fields,
    },
  };
}

function findKey(
  keys: readonly string[],
  names: readonly string[],
  used: ReadonlySet<string>,
): string | undefined {
  const free = keys.filter((key) => !used.has(key));
  const plain = (key: string) =>
    key
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '');
  const exact = names.map((name) => free.find((key) => plain(key) === name));
  const near = names.map((name) => free.find((key) => plain(key).includes(name)));
  return [...exact, ...near].find((key) => key !== undefined);
}

function expressionOf(field: string, key: string, values: readonly unknown[]): string {
  const path = /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? key : `\`${key}\``;
  const present = values.filter((value) => value !== null && value !== undefined && value !== '');
  const numeric = present.length > 0 && present.every((value) => typeof value === 'number');
  if (DATE_FIELD.test(field)) return numeric ? `$unixTime(${path})` : `$date(${path})`;
  if (NUMBER_FIELDS.has(field)) return `$money(${path}).amount`;
  if (field === 'count') return `$headCount(${path})`;
  if (field === 'industries' || field === 'tickers') return `[${path}]`;
  if (field === 'body' || field === 'text') return `$plainText(${path})`;
  return path;
}

function formatsOf(
  samples: readonly Payload[],
  keys: readonly string[],
  notes: string[],
): string[] {
  const values = keys.flatMap((key) =>
    samples
      .map((sample) => sample[key])
      .filter((value): value is string => typeof value === 'string' && value.trim() !== ''),
  );
  const iso = createDateReader([], 'UTC', 'draft');
  const open = values.filter((value) => iso(value) === undefined);
  if (open.length === 0) return [];
  const fitting = FORMATS.filter((format) => {
    const read = createDateReader([format], 'UTC', 'draft');
    return open.every((value) => read(value) !== undefined);
  });
  // Formats of two-digit years read four digits too.
  const whole = fitting.filter((format) => !/(^|[^y])yy$/.test(format));
  const [format, ...others] = whole.length > 0 ? whole : fitting;
  if (format !== undefined && others.length === 0) return [format];
  const example = JSON.stringify(open[0]);
  notes.push(
    format === undefined
      ? `date_formats: none known reads every date, for instance ${example}; list them`
      : `date_formats: ${example} can be ${[format, ...others].join(' or ')}; choose one`,
  );
  return [];
}

/** JSON Schema that fits every sample; fields every sample has, with a value, are required. */
function schemaOf(samples: readonly Payload[], depth: number): { type: 'object' } & Payload {
  const keys = [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
  const properties = Object.fromEntries(
    keys.map((key) => [
      key,
      valueSchemaOf(
        samples.map((sample) => sample[key]),
        depth - 1,
      ),
    ]),
  );
  const required = keys.filter((key) =>
    samples.every((sample) => sample[key] !== undefined && sample[key] !== null),
  );
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties };
}

function valueSchemaOf(values: readonly unknown[], depth: number): Payload {
  const present = values.filter((value) => value !== undefined);
  const types = [...new Set(present.map(typeOf))].sort();
  const objects = present.filter(isObject);
  if (
    depth > 0 &&
    objects.length > 0 &&
    types.every((type) => type === 'object' || type === 'null')
  ) {
    return { ...schemaOf(objects, depth), ...(types.length > 1 ? { type: types } : {}) };
  }
  return types.length === 1 ? { type: types[0] } : { type: types };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
