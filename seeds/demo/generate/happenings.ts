/** Invents news, layoffs, jobs, posts, careers and passages: events in the shape of a kind. */
import type { DemoCompany } from './cast.js';
import { PASSAGES, POSTS } from './posts.js';
import { Random } from './random.js';
import { type DemoEvent, someDay, timeAgo } from './records.js';
import { STORY_SUBTYPES, type Story, tellOfOffice, tellStory, wordsOf } from './stories.js';

const STORIES_PER_COMPANY = 10;
const PUBLISHERS = [
  'The Springfall Ledger',
  'Northwick Business Post',
  'Daily Placeholder',
  'Trade Wind Weekly',
];

export function inventNews(companies: readonly DemoCompany[]): DemoEvent[] {
  const random = new Random(5);
  return companies.flatMap((company, at) =>
    Array.from({ length: STORIES_PER_COMPANY }, (_, n) => {
      const subtype = STORY_SUBTYPES[(at * 3 + n * 7) % STORY_SUBTYPES.length] ?? 'general';
      const partner = random.pick(companies.filter((each) => each !== company));
      const story = tellStory(random, company, partner.name, subtype);
      return newsOf(random, company, `${company.slug}-${n}`, story);
    }),
  );
}

/** Invents news of every eighth company, which opens an office in another country. */
export function inventOffices(companies: readonly DemoCompany[]): DemoEvent[] {
  const random = new Random(11);
  return companies
    .filter((_, at) => at % 8 === 3)
    .map((company) => {
      const abroad = random.pick(companies.filter(({ country }) => country !== company.country));
      const story = tellOfOffice(random, company, abroad);
      return newsOf(random, company, `${company.slug}-office`, story);
    });
}

function newsOf(random: Random, company: DemoCompany, id: string, story: Story): DemoEvent {
  const time = timeAgo(random, someDay(random));
  return {
    source: 'news-article',
    event_id: id,
    observed_at: time,
    payload: {
      title: story.title,
      body: `<p>${story.body}</p>`,
      url: `https://news.example/${id}`,
      publisher: random.pick(PUBLISHERS),
      published_at: time,
      companies: [{ name: company.name, domain: company.domain }],
      subtype: story.subtype,
      language: 'en',
    },
  };
}

export function inventLayoffs(companies: readonly DemoCompany[]): DemoEvent[] {
  const random = new Random(6);
  return companies
    .filter((_, at) => at % 2 === 0)
    .map((company, at): DemoEvent => {
      const days = someDay(random);
      const closure = at % 4 === 0;
      const site = random.pick(company.sector.sites);
      return {
        source: 'layoff',
        event_id: `notice-${company.slug}`,
        observed_at: `@-${days}d12:00`,
        payload: {
          company: { name: company.name, country: company.country },
          count: random.integer(2, 80) * 5,
          place: `${company.city}`,
          notice_on: `@-${days}d`,
          closure,
          reason: random.pick([
            `less demand for its ${random.pick(company.sector.products)}`,
            `the ${site} moves abroad`,
            'costs have risen faster than sales',
            'a large customer left',
          ]),
        },
      };
    });
}

export function inventHiring(companies: readonly DemoCompany[]): DemoEvent[] {
  const random = new Random(7);
  const boards = companies
    .filter((_, at) => at % 2 === 1)
    .map((company): DemoEvent => {
      const openings = Object.entries(company.sector.departments).flatMap(([department, titles]) =>
        titles.map((title) => ({ department, title })),
      );
      const time = timeAgo(random, random.integer(1, 30));
      return {
        source: 'job-board',
        event_id: `${company.slug}-snapshot`,
        observed_at: time,
        payload: {
          company: { name: company.name, domain: company.domain },
          board: company.slug,
          fetched_at: time,
          jobs: random.some(openings, 7).map(({ department, title }, n) => ({
            id: 4_000_000 + n,
            title: `${random.pick(['', 'Senior ', 'Lead '])}${title}`,
            department,
            location: company.city,
            url: `https://jobs.example/${company.slug}/${n}`,
            posted_at: null,
          })),
        },
      };
    });
  const trends = companies
    .filter((_, at) => at % 2 === 0)
    .map((company): DemoEvent => {
      const department = random.pick(Object.keys(company.sector.departments));
      const count = random.integer(6, 40);
      const [subtype, summary] = random.pick([
        [
          'hiringSurge',
          `${company.name} doubled its open positions in ${department} to ${count} within a month.`,
        ],
        [
          'hiringSlowdown',
          `${company.name} took ${count} job postings in ${department} offline and hires no one there for now.`,
        ],
        [
          'newDepartment',
          `${company.name} posts its first jobs in ${department} and builds a new team in ${company.city}.`,
        ],
      ] as const);
      return signal(random, company, `trend-${company.slug}`, 'hiring-trends', subtype, {
        summary,
        department,
        open_jobs: count,
      });
    });
  return [...boards, ...trends];
}

export function inventPosts(companies: readonly DemoCompany[]): DemoEvent[] {
  const random = new Random(8);
  const topics = Object.keys(POSTS);
  return companies.flatMap((company, at) =>
    [0, 1, 2].map((n): DemoEvent => {
      const topic = topics[(at + n * 3) % topics.length] ?? 'general';
      const partner = random.pick(companies.filter((each) => each !== company));
      const text = random.pick(POSTS[topic] ?? [])(wordsOf(random, company, partner.name));
      const person = company.people[n % company.people.length];
      const author =
        n === 2 || !person
          ? { type: 'company', name: company.name, domain: company.domain }
          : { type: 'person', name: person.name, email: person.email, title: person.title };
      const time = timeAgo(random, someDay(random));
      return {
        source: 'post',
        event_id: `post-${company.slug}-${n}`,
        observed_at: time,
        payload: {
          author,
          ...(n === 2 ? {} : { company: { name: company.name, domain: company.domain } }),
          text,
          posted_at: time,
          url: `https://network.example/posts/${company.slug}-${n}`,
          reactions: random.integer(0, 900),
          subtype: topic,
        },
      };
    }),
  );
}

export function inventMilestones(companies: readonly DemoCompany[]): DemoEvent[] {
  const random = new Random(9);
  return companies.flatMap((company) =>
    random.some(company.people, 2).map((person, n): DemoEvent => {
      const former = random.pick(companies.filter((each) => each !== company));
      const step = random.pick([
        {
          subtype: 'jobChange',
          previous: { company: { name: former.name, domain: former.domain } },
        },
        {
          subtype: 'promotion',
          previous: { title: random.pick(['Senior Manager', 'Director', 'Team Lead']) },
        },
        { subtype: 'workAnniversary', years: random.integer(1, 25) },
        { subtype: 'newRole' },
      ]);
      const days = someDay(random);
      return {
        source: 'milestone',
        event_id: `milestone-${company.slug}-${n}`,
        observed_at: `@-${days}d12:00`,
        payload: {
          person: { name: person.name, email: person.email, network_url: person.networkUrl },
          company: { name: company.name, domain: company.domain },
          title: person.title,
          occurred_on: `@-${days}d`,
          ...step,
        },
      };
    }),
  );
}

/** Invents passages of annual and current reports, tagged by their topic. */
export function inventPassages(companies: readonly DemoCompany[]): DemoEvent[] {
  const random = new Random(10);
  const tags = Object.keys(PASSAGES);
  return companies
    .filter((company) => company.cik !== null)
    .flatMap((company, at) =>
      [0, 1, 2, 3].map((n): DemoEvent => {
        const current = n === 3;
        const tag = current
          ? at % 2 === 0
            ? 'aiInvestment'
            : 'supplyChainRisk'
          : (tags[(at + n * 2) % tags.length] ?? 'aiInvestment');
        const partner = random.pick(companies.filter((each) => each !== company));
        const summary = random.pick(PASSAGES[tag] ?? [])(wordsOf(random, company, partner.name));
        return signal(
          random,
          company,
          `passage-${company.slug}-${n}`,
          current ? 'sec-8k' : '10k',
          tag,
          {
            summary: current ? `${summary.replace('annual report', 'current report')}` : summary,
          },
        );
      }),
    );
}

function signal(
  random: Random,
  company: DemoCompany,
  id: string,
  type: string,
  subtype: string,
  data: { summary: string; [field: string]: unknown },
): DemoEvent {
  const time = timeAgo(random, someDay(random));
  return {
    source: 'signal',
    event_id: id,
    observed_at: time,
    payload: {
      signal_type: type,
      signal_subtype: subtype,
      detected_at: time,
      association: 'company',
      company: { name: company.name, domain: company.domain },
      data,
    },
  };
}
