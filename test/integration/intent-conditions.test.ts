/**
 * What counts as intent, with the bundled model: conditions of a question only filter, a theme is
 * looked for in texts and not in names, and signals that meet half of a question count little.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledEmbedder } from '../helpers/bundled-embedder.js';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const NOW = '2026-05-15T12:00:00.000Z';
const DETECTED = { detected_at: '2026-05-14T12:00:00.000Z' };

const COMPANIES: [name: string, country: string, industry: string][] = [
  ['Quillby Tooling', 'Germany', 'Machinery'],
  ['Flapjack Mills', 'Germany', 'Packaged Foods'],
  ['Crinkle Savings', 'Germany', 'Banks'],
  ['Zigzag Bank', 'Italy', 'Banks'],
  ['Dapplewood Security', 'Canada', 'Cybersecurity'],
  ['Oddfellow Games', 'Canada', 'Games'],
  ['Larkspur Genomics', 'Italy', 'Biotechnology'],
  ['Gossamer Cloud', 'Norway', 'Data Platforms'],
];

const SIGNALS: [company: string, type: string, subtype: string, summary: string][] = [
  [
    'Quillby Tooling',
    'news',
    'layoff',
    'Quillby Tooling lays off 690 people. Orders from shipyards fell.',
  ],
  [
    'Flapjack Mills',
    'hiring-trends',
    'jobPosting',
    'Flapjack Mills is hiring a Senior HR Business Partner for its People team.',
  ],
  [
    'Zigzag Bank',
    'news',
    'layoff',
    'Zigzag Bank cuts 12 percent of its workforce. Stan Fauxley, Chief Financial Officer, told staff that costs had grown faster than sales.',
  ],
  ['Oddfellow Games', 'news', 'layoff', 'Oddfellow Games lays off 40 people after a weak quarter.'],
  ['Larkspur Genomics', 'news', 'layoff', 'Job cuts at Larkspur Genomics hit the vaccine team.'],
  [
    'Crinkle Savings',
    'news',
    'aiInvestment',
    'Crinkle Savings puts $25 million into machine learning against payment fraud.',
  ],
  ['Quillby Tooling', 'news', 'aiInvestment', 'AI budget at Quillby Tooling grows by 24 percent.'],
  [
    'Zigzag Bank',
    'work-milestones',
    'newRole',
    'Uma Demoray started a new role as Chief Financial Officer at Zigzag Bank.',
  ],
  [
    'Flapjack Mills',
    'work-milestones',
    'newRole',
    'Victor Notreal started a new role as Head of People at Flapjack Mills.',
  ],
  [
    'Dapplewood Security',
    'sec-8k',
    'auditorChange',
    'DAPPLEWOOD SECURITY changed its certifying accountant.',
  ],
  [
    'Oddfellow Games',
    'sec-8k',
    'cybersecurityIncident',
    'ODDFELLOW GAMES reported a material cybersecurity incident.',
  ],
  [
    'Gossamer Cloud',
    'news',
    'executiveChange',
    'Change at the top of Gossamer Cloud. Pia Testwell takes over next month.',
  ],
  [
    'Oddfellow Games',
    'news',
    'fundingAnnouncement',
    'Oddfellow Games raised $42 million in a Series A funding round.',
  ],
  [
    'Larkspur Genomics',
    'news',
    'fundingAnnouncement',
    'Larkspur Genomics raised $4 million in a seed funding round.',
  ],
  [
    'Gossamer Cloud',
    'news',
    'fundingAnnouncement',
    'Gossamer Cloud raised $85 million in a private equity funding round.',
  ],
  ['Quillby Tooling', 'news', 'dividend', 'Quillby Tooling suspends its dividend.'],
  [
    'Crinkle Savings',
    'news',
    'dividend',
    'Crinkle Savings suspends its dividend. The board decided so after the first quarter.',
  ],
  [
    'Zigzag Bank',
    'news',
    'dividend',
    'Zigzag Bank suspends its dividend. The record date is at the end of the month.',
  ],
  [
    'Flapjack Mills',
    'news',
    'dividend',
    'Flapjack Mills raises its dividend by 35 percent. The record date is at the end of the month.',
  ],
  [
    'Gossamer Cloud',
    'news',
    'financialResults',
    'Gossamer Cloud slips into the red in the second quarter.',
  ],
  [
    'Larkspur Genomics',
    'news',
    'financialResults',
    'Profit at Larkspur Genomics rises 22 percent.',
  ],
  [
    'Quillby Tooling',
    'sec-8k',
    'bankruptcy',
    'QUILLBY TOOLING filed for bankruptcy or entered receivership.',
  ],
  [
    'Oddfellow Games',
    'sec-8k',
    'bankruptcy',
    'ODDFELLOW GAMES filed for bankruptcy or entered receivership.',
  ],
  [
    'Gossamer Cloud',
    'sec-8k',
    'bankruptcy',
    'GOSSAMER CLOUD filed for bankruptcy or entered receivership.',
  ],
  [
    'Zigzag Bank',
    'sec-8k',
    'debtAcceleration',
    'ZIGZAG BANK reported an event that accelerates a financial obligation.',
  ],
  [
    'Crinkle Savings',
    'sec-8k',
    'delistingNotice',
    'CRINKLE SAVINGS received a delisting notice or failed a listing rule.',
  ],
];

const domainOf = (name: string) => `${name.toLowerCase().replace(' ', '')}.example`;

interface Result {
  company: { name: string };
  intent_score: number;
  explanation: { relevance: number; contribution: number }[];
}

let service: TestService;
let key: string;

beforeAll(async () => {
  const embedder = await bundledEmbedder();
  service = await startTestService({ embedder, clock: { now: () => Date.parse(NOW) } });
  key = await service.createKey({ earlyAccess: true });
  await service.load(
    COMPANIES.map(([name, country, industry]) =>
      companyProfile(domainOf(name), name, { country, industries: [industry] }),
    ),
  );
  await service.load(
    SIGNALS.map(([name, type, subtype, summary]) =>
      signalEvent(
        summary,
        { name, domain: domainOf(name) },
        { ...DETECTED, signal_type: type, signal_subtype: subtype },
      ),
    ),
  );
});

afterAll(async () => {
  await service.stop();
  await service.embedder.close();
});

async function ask(query: string, more: object = {}): Promise<Result[]> {
  const body = { query, min_signals: 1, ...more };
  return (await service.call('POST', '/v1/intent/companies', { key, body })).body.results;
}

const namesOf = (results: readonly Result[]) => results.map(({ company }) => company.name);
const relevanceOf = (results: readonly Result[], name: string): number =>
  results.find(({ company }) => company.name === name)?.explanation[0]?.relevance ?? 0;

describe('A condition of an intent question', () => {
  it.each([
    ['layoffs in Germany', ['Quillby Tooling']],
    ['biotech companies with layoffs', ['Larkspur Genomics']],
    ['banks investing in AI', ['Crinkle Savings']],
    ['layoffs of more than 500 people', ['Quillby Tooling']],
    ['companies that raised a seed round', ['Larkspur Genomics']],
    ['layoffs at Oddfellow Games', ['Oddfellow Games']],
    ['new CFO', ['Zigzag Bank']],
    ['new head of people', ['Flapjack Mills']],
    ['layoffs in Norway', []],
  ])('is met by every signal that counts: "%s"', async (query, expected) => {
    expect(namesOf(await ask(query))).toEqual(expected);
  });

  it('adds nothing to the relevance', async () => {
    const all = await ask('layoffs');
    const german = await ask('layoffs in Germany');
    const one = relevanceOf(german, 'Quillby Tooling');
    expect(one).toBeCloseTo(relevanceOf(all, 'Quillby Tooling'), 1);
    expect(one).toBeGreaterThan(0.6);
  });
});

describe('A theme of an intent question', () => {
  it('is found in texts, not in names or industries of companies', async () => {
    const found = await ask('cybersecurity');
    expect(namesOf(found)[0]).toBe('Oddfellow Games');
    expect(relevanceOf(found, 'Dapplewood Security')).toBeLessThan(0.2);
    expect(relevanceOf(await ask('cloud'), 'Gossamer Cloud')).toBeLessThan(0.2);
  });
});

describe('A signal that meets half of an intent question', () => {
  it('counts little, if others meet all of it', async () => {
    const found = await ask('dividend cut');
    expect(namesOf(found).slice(0, 3).sort()).toEqual([
      'Crinkle Savings',
      'Quillby Tooling',
      'Zigzag Bank',
    ]);
    expect(relevanceOf(found, 'Zigzag Bank')).toBeGreaterThan(0.6);
    expect(relevanceOf(found, 'Flapjack Mills')).toBeLessThan(relevanceOf(found, 'Zigzag Bank'));
    // Filings of other misfortunes reach half of the relevance.
    const bankrupt = await ask('bankruptcy');
    expect(namesOf(bankrupt)).toHaveLength(3);
    expect(
      Math.min(...namesOf(bankrupt).map((name) => relevanceOf(bankrupt, name))),
    ).toBeGreaterThan(0.6);
    expect(namesOf(await ask('profit is falling'))[0]).toBe('Gossamer Cloud');
  });

  it('counts the same whichever companies are requested', async () => {
    const all = await ask('dividend cut');
    const domains = [domainOf('Flapjack Mills')];
    expect(relevanceOf(await ask('dividend cut', { domains }), 'Flapjack Mills')).toBe(
      relevanceOf(all, 'Flapjack Mills'),
    );
  });
});

describe('The explanation of an intent score', () => {
  it('has contributions that add up to 1', async () => {
    for (const { explanation } of await ask('layoffs in Germany')) {
      const sum = explanation.reduce((total, each) => total + each.contribution, 0);
      expect(sum).toBeCloseTo(1, 9);
    }
  });
});
