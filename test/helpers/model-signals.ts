/**
 * Signals for the contract of vector indexes: of few texts and few times, so that many tie and the
 * id decides. Also generates every filter, with values at and around the stored ones.
 */
import fc from 'fast-check';
import { companyProfile, envelope } from './events.js';
import { anyCase, eventOfDraft, type ModelDraft, withStoredIds } from './model-events.js';
import type { ModelCompany, ModelContact, ModelFilter, ModelSignal } from './naive-model.js';
import type { TestService } from './test-service.js';

export const NOW_MS = Date.parse('2026-06-15T12:00:00.000Z');
export const TEXTS = [
  'plant closes',
  'bank lends',
  'robot built',
  'rocket flies',
  'chip sold',
  'bank lends $2.5 million, then $64,000',
  'plant closes: 300 people laid off',
  'plant sold for 2 billion euros with a thousand employees',
];
/** The largest amounts of the texts that contain any, money in dollars. */
export const AMOUNTS: ReadonlyMap<string, { money: number; people: number }> = new Map([
  ['bank lends $2.5 million, then $64,000', { money: 2.5e6, people: 0 }],
  ['plant closes: 300 people laid off', { money: 0, people: 300 }],
  ['plant sold for 2 billion euros with a thousand employees', { money: 2.2e9, people: 1_000 }],
]);

const DAY_MS = 86_400_000;
const TYPES = ['news', 'sec-8k', 'Größe-Ω'];
const SUBTYPES = ['layoff', 'STRASSE', 'général', 'jobChange'];
const INDUSTRIES = ['Software', 'Énergie', 'Straßenbau'];

/** Ranges with both ends, with one open end, and none. */
const SIZES: [text: string | null, low: number | null, high: number | null][] = [
  ['10-50', 10, 50],
  ['51+ employees', 51, null],
  ['less than 9', null, 9],
  [null, null, null],
];

interface SizedCompany extends ModelCompany {
  employees: string | null;
}

const companies: SizedCompany[] = Array.from({ length: 8 }, (_, at) => {
  const [employees, low, high] = SIZES[at % SIZES.length] ?? [null, null, null];
  return {
    domain: `company${at}.example`,
    name: `Company ${'ABCDEFGH'[at]} Works`,
    industries: INDUSTRIES.filter((_each, index) => (at + index) % 2 === 0),
    low,
    high,
    employees,
  };
});

const people: ModelContact[] = Array.from({ length: 3 }, (_, at) => ({
  email: `person${at}@company${at}.example`,
  networkUrl: `network.example/in/person-${at}`,
  name: `Person ${at}`,
  title: 'Engineer',
}));

/** Loads companies, people and `count` signals; returns the signals with their stored ids. */
export async function loadModelSignals(
  service: TestService,
  count: number,
): Promise<ModelSignal[]> {
  await service.load(
    companies.map(({ domain, name, industries, employees }) =>
      companyProfile(domain, name, { industries, employees }),
    ),
  );
  await service.load(
    people.map(({ email, networkUrl, name, title }) =>
      envelope('contact-profiles', { email, network_url: networkUrl, name, title }),
    ),
  );
  const drafts = fc.sample(draft, { numRuns: count, seed: 11 }).map(modelOf);
  await service.load(drafts.map(eventOfDraft), 64);
  return withStoredIds(service, drafts);
}

const draft = fc.record({
  type: fc.constantFrom(...TYPES),
  subtype: fc.constantFrom(...SUBTYPES),
  daysAgo: fc.integer({ min: 1, max: 12 }),
  company: fc.constantFrom(...companies),
  contact: fc.option(fc.constantFrom(...people), { freq: 2 }),
  text: fc.constantFrom(...TEXTS),
});

type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

function modelOf(each: Draft, at: number): ModelDraft {
  return {
    eventId: `model-${at}`,
    type: each.type,
    subtype: each.subtype,
    detectedAtMs: NOW_MS - each.daysAgo * DAY_MS,
    association: each.contact ? 'contact' : 'company',
    company: each.company,
    contact: each.contact,
    summary: each.text,
  };
}

const someOf = (values: readonly string[]) =>
  fc.array(anyCase(values), { minLength: 1, maxLength: 2 });

/** Times at and around every signal's, and years outside the range of a store. */
export const DATES = [
  ...[0, 1, 2, 12, 13].flatMap((days) => [-1, 0, 1].map((off) => NOW_MS - days * DAY_MS + off)),
  Date.UTC(1201, 0),
  Date.UTC(3201, 0),
].map((ms) => new Date(ms).toISOString());
const date = fc.constantFrom(...DATES);

/** Numbers at and around every bound of `SIZES`. */
export const HEAD_COUNTS = [0, 1, 8, 9, 10, 11, 49, 50, 51, 52, 1_000_000];
const headCount = fc.constantFrom(...HEAD_COUNTS);

const everyFilter = fc.record({
  signal_types: someOf([...TYPES, 'unknown-type']),
  signal_subtypes: someOf([...SUBTYPES, 'unknown']),
  company_industries: someOf(INDUSTRIES),
  association: fc.constantFrom('company' as const, 'contact' as const),
  detected_after: date,
  detected_before: date,
  employee_count_min: headCount,
  employee_count_max: headCount,
  company_domain: fc.constantFrom(...companies.map(({ domain }) => domain), 'none.example'),
  contact_email: fc.constantFrom(...people.map(({ email }) => email), 'no@none.example'),
  contact_network_url: fc.constantFrom(...people.map(({ networkUrl }) => networkUrl)),
});

const FILTER_NAMES = [
  'signal_types',
  'signal_subtypes',
  'company_industries',
  'association',
  'detected_after',
  'detected_before',
  'employee_count_min',
  'employee_count_max',
  'company_domain',
  'contact_email',
  'contact_network_url',
] as const;

/** Every filter alone, and up to four together. */
export const modelFilters: fc.Arbitrary<ModelFilter> = fc
  .tuple(everyFilter, fc.subarray([...FILTER_NAMES], { maxLength: 4 }))
  .map(([all, names]) => Object.fromEntries(names.map((name) => [name, all[name]])));
