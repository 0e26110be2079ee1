/** Questions with a misspelt company name, over HTTP with the bundled model. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledEmbedder } from '../helpers/bundled-embedder.js';
import { openEmbedded } from '../helpers/clickhouse-adapters.js';
import { countStatements } from '../helpers/counted-statements.js';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const NAMES = [
  ...['Tesla Motors', 'TeleCIS Wireless', 'Nikola Corp', 'Nikolai Foods', 'Facebook', 'Facelift'],
  ...['Amazon', 'Amaze Labs', 'Microsoft', 'Wells Fargo', 'Caterpillar', 'LinkedIn', 'Linkable'],
];
const TOLD: Readonly<Record<string, string>> = {
  fundingAnnouncement: 'raised $40 million in a series B round',
  executiveHire: 'names a new chief executive officer and changes its board',
  acquisition: 'acquires a maker of sensors',
  layoff: 'lays off 300 people',
};

let service: TestService;
let statements: ReturnType<typeof countStatements>;

beforeAll(async () => {
  const embedder = await bundledEmbedder();
  const open = await openEmbedded();
  statements = countStatements(open.clickhouse);
  const adapter = { ...open, clickhouse: statements.clickhouse };
  service = await startTestService({ embedder, adapter });
  const domainOf = (name: string) => `${name.toLowerCase().replace(' ', '')}.example`;
  await service.load(NAMES.map((name) => companyProfile(domainOf(name), name)));
  await service.load(
    NAMES.flatMap((name) =>
      Object.entries(TOLD).map(([subtype, told]) =>
        signalEvent(`${name} ${told}`, { domain: domainOf(name) }, { signal_subtype: subtype }),
      ),
    ),
  );
});

afterAll(async () => {
  await service.stop();
  await service.embedder.close();
});

/** Searches and returns the first summary, and how often signals, companies and spellings were read. */
async function asked(query: string): Promise<{ first: string; spellings: number; reads: number }> {
  statements.take();
  const answer = await service.call('POST', '/v1/signals/search', { body: { query, limit: 5 } });
  // Ignores accounts, logs and versions of signals, which are read at other times.
  const reads = Object.entries(statements.take().tables).filter(
    ([table]) => /^read (?:signal|compan)/.test(table) && !table.includes('signal_keys'),
  );
  const countOf = (rows: typeof reads) => rows.reduce((sum, [, count]) => sum + count, 0);
  return {
    first: answer.body.signals[0]?.data.summary ?? '',
    spellings: countOf(reads.filter(([table]) => table.includes('company_spellings'))),
    reads: countOf(reads),
  };
}

describe('Misspelt company name', () => {
  it.each([
    ['how much has Telsa Motors rasied', 'Tesla Motors raised'],
    ['how much has telsa motors raised', 'Tesla Motors raised'],
    ['Nikolla board and excutive changes', 'Nikola Corp names'],
    ['Facebok acquisitions', 'Facebook acquires'],
    ['acquisitions of facebok', 'Facebook acquires'],
    ['Amazn layoffs', 'Amazon lays off'],
    ['Micorsoft layoffs', 'Microsoft lays off'],
    ['wels fargo layoffs', 'Wells Fargo lays off'],
    ['caterpiller acquisitions', 'Caterpillar acquires'],
    ['linkdin funding', 'LinkedIn raised'],
  ])(
    'ranks signals of the company first, with one lookup of spellings: "%s"',
    async (query, first) => {
      const found = await asked(query);
      expect(found.first).toContain(first);
      expect(found.spellings).toBe(1);
    },
  );

  it.each([
    'Tesla acquisitions',
    'robotics companies in Germany that raised series B',
    'closing stores in Paris, dividends',
    'bridge financing',
    'Entlassungen bei Autoherstellern',
    'levée de fonds en France',
  ])('is not looked up for a question without one: "%s"', async (query) => {
    expect((await asked(query)).spellings).toBe(0);
  });

  it('costs exactly one more statement', async () => {
    // Uses another company, because answers are cached.
    const [right, wrong] = [await asked('Facebook lawsuits'), await asked('Amazn lawsuits')];
    expect(wrong.reads).toBe(right.reads + 1);
  });

  it('is explained with the corrected word', async () => {
    const answer = await service.call('POST', '/v1/signals/search', {
      body: { query: 'Amazn layoffs', limit: 1, explain: true },
    });
    const [signal] = answer.body.signals;
    expect(signal.explanation.matches).toContainEqual(
      expect.objectContaining({ query_word: 'Amazon', summary_word: 'Amazon' }),
    );
  });
});
