/**
 * Events that affect each other: careers, job boards, stories in several papers, profiles by which
 * other events are resolved, and new versions of all of them, in any order. Titles of stories are
 * equal or have nothing in common, so that groups do not depend on the order.
 */
import { createRandom, type Random } from './random.js';

export interface CrossingEvent {
  source: string;
  event_id: string;
  observed_at: string;
  payload: object;
}

const FIRST_DAY = Date.UTC(2026, 1, 1);
const DAY_MS = 86_400_000;
const COMPANIES = 9;
const PEOPLE = 6;
const BOARDS = 3;
const TITLES = [
  'A paper mill opens in the valley',
  'Forty electric buses are bought',
  'Late reports are fined',
  'Apprentices learn welding',
] as const;
const PAPERS = ['herald', 'gazette', 'courier', 'tribune'] as const;
const ITEMS = ['1.01', '5.02', '1.01,5.02', '8.01'] as const;

/** Returns `count` events in random order; a few occur twice. */
export function crossingEvents(seed: number, count: number): CrossingEvent[] {
  const random = createRandom(seed);
  const events = Array.from({ length: count }, (_, at) => KINDS[at % KINDS.length]?.(random, at));
  const given = events.flatMap((event) => event ?? []);
  return shuffled([...given, ...given.filter(() => random.chance(0.05))], random);
}

type Maker = (random: Random, at: number) => CrossingEvent;

/** Ids repeat: each event is a newer version, or one that comes too late, of its own moment. */
const event = (source: string, id: string, at: number, payload: object): CrossingEvent => ({
  source,
  event_id: id,
  observed_at: moment(at),
  payload,
});

const moment = (at: number) => new Date(FIRST_DAY + at * 3_600_000).toISOString();
const nameOf = (company: number) => `Quarrel ${'ABCDEFGHIJ'[company % COMPANIES]} Works`;
const domainOf = (company: number) => `works-${company % COMPANIES}.example`;
const tickerOf = (company: number) => `QW${'ABCDEFGHIJ'[company % COMPANIES]}`;

const person: Maker = (random, at) => {
  const number = random.below(PEOPLE);
  return event('contact-profiles', `person-${number}`, at, {
    name: `Person ${number}`,
    email: `person${number}@${domainOf(random.below(2))}`,
    ...(random.chance(0.7) ? { network_url: `network.example/in/person${number}` } : {}),
    title: random.pick(['Engineer', 'Lead', 'Head', 'Chief']),
    company_name: nameOf(random.below(COMPANIES)),
  });
};

const milestone: Maker = (random, at) => {
  const number = random.below(PEOPLE);
  return event('milestone', `milestone-${random.below(12)}`, at, {
    person: { network_url: `network.example/in/person${number}`, name: `Person ${number}` },
    company: { name: nameOf(random.below(COMPANIES)) },
    title: random.pick(['Chair', 'Adviser']),
    occurred_on: moment(at).slice(0, 10),
  });
};

const board: Maker = (random, at) => {
  const number = random.below(BOARDS);
  const jobs = Array.from({ length: 1 + random.below(9) }, () => random.below(14));
  return event('job-board', `board-${number}`, at, {
    company: { name: nameOf(number), domain: domainOf(number) },
    board: `board-${number}`,
    // Some snapshots are of one time, so the newer ones correct the others.
    fetched_at: moment(at - (at % 30)),
    jobs: [...new Set(jobs)].map((job) => ({
      id: `${job}`,
      title: `Job ${job}`,
      department: random.pick(['Sales', 'Works']),
    })),
  });
};

/** A paper publishes a story once, at a fixed time; later versions are about another company. */
const story: Maker = (random, at) => {
  const [title, paper] = [random.pick(TITLES), random.below(PAPERS.length)];
  const round = random.below(3);
  const published = FIRST_DAY + round * 30 * DAY_MS + TITLES.indexOf(title) * 7_919_000 + paper;
  const company = random.below(3);
  return event('news-article', `${PAPERS[paper]}-${round}-${TITLES.indexOf(title)}`, at, {
    title,
    publisher: PAPERS[paper],
    url: `https://${PAPERS[paper]}.example/${round}/${TITLES.indexOf(title)}`,
    published_at: new Date(published).toISOString(),
    companies: [{ name: nameOf(company) }],
    subtype: 'expansion',
  });
};

/** Versions of a profile change its name, domain and tickers. */
const profile: Maker = (random, at) => {
  const company = random.below(COMPANIES);
  const other = random.chance(0.3) ? random.below(COMPANIES) : company;
  return event('company-profiles', `profile-${company}-${random.below(2)}`, at, {
    name: nameOf(random.chance(0.2) ? other : company),
    domain: domainOf(other),
    industries: random.chance(0.5) ? ['Tools'] : [],
    employees: String(10 + at),
    tickers: random.chance(0.6) ? [tickerOf(company)] : [],
    ...(random.chance(0.5) ? { cik: String(1_000_000 + company) } : {}),
  });
};

const filing: Maker = (random, at) => {
  const company = random.below(COMPANIES);
  const id = `filing-${random.below(30)}`;
  return event('sec-filings', id, at, {
    cik: String(1_000_000 + company),
    name: nameOf(random.below(COMPANIES)),
    tickers: random.chance(0.5) ? [tickerOf(company)] : [],
    accessionNumber: id,
    acceptanceDateTime: new Date(FIRST_DAY + random.below(20) * DAY_MS).toISOString(),
    form: '8-K',
    items: random.pick(ITEMS),
  });
};

const plain: Maker = (random, at) => {
  const company = random.below(COMPANIES);
  return event('signal', `signal-${random.below(60)}`, at, {
    signal_type: 'news',
    signal_subtype: random.pick(['general', 'partnership']),
    detected_at: new Date(FIRST_DAY + random.below(20) * DAY_MS).toISOString(),
    company: random.pick<object>([
      { name: nameOf(company) },
      { tickers: [tickerOf(company)] },
      { domain: domainOf(company), name: nameOf(company) },
    ]),
    data: { summary: `What happened at hour ${at}` },
  });
};

const KINDS: readonly Maker[] = [
  plain,
  profile,
  story,
  person,
  filing,
  board,
  story,
  plain,
  milestone,
  profile,
];

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((each) => ({ each, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
