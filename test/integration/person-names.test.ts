/** Questions that name a person, over HTTP with the bundled model. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledEmbedder } from '../helpers/bundled-embedder.js';
import { openEmbedded } from '../helpers/clickhouse-adapters.js';
import { countStatements } from '../helpers/counted-statements.js';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const PEOPLE = [
  'Wanda Dummyfield',
  'Otto Placeholder',
  'Olive Demoray',
  'Series Sample',
  'Zoe Faux',
];
const POSTS = [
  'We bring biscuits to the trade fair.',
  'Our budget for artificial intelligence grew.',
];

let service: TestService;
let statements: ReturnType<typeof countStatements>;

beforeAll(async () => {
  const embedder = await bundledEmbedder();
  const open = await openEmbedded();
  statements = countStatements(open.clickhouse);
  service = await startTestService({
    embedder,
    adapter: { ...open, clickhouse: statements.clickhouse },
  });
  const company = { domain: 'example-freight.example' };
  await service.load([
    companyProfile(company.domain, 'Example Freight'),
    companyProfile('olive.example', 'Olive Demoray'),
  ]);
  await service.load([
    signalEvent('Olive Demoray lays off 300 people', { domain: 'olive.example' }),
    signalEvent('Example Freight raised $4 million in a series A round', company),
    ...PEOPLE.flatMap((name) =>
      POSTS.map((post) =>
        signalEvent(post, company, {
          signal_type: 'network-post-contact',
          contact: {
            name,
            email: `${name.toLowerCase().replace(' ', '.')}@example-freight.example`,
          },
        }),
      ),
    ),
  ]);
});

afterAll(async () => {
  await service.stop();
  await service.embedder.close();
});

/** Searches, and counts how often names of people were read. */
async function asked(query: string, more: object = {}) {
  statements.take();
  const answer = await service.call('POST', '/v1/signals/search', {
    body: { query, limit: 2, explain: true, ...more },
  });
  const reads = Object.entries(statements.take().tables).filter(([table]) =>
    table.includes('contact_names'),
  );
  return {
    people: answer.body.signals.map((signal: { contact: { name: string } | null }) =>
      signal.contact ? signal.contact.name : null,
    ),
    first: answer.body.signals[0],
    lookups: reads.reduce((sum, [, count]) => sum + count, 0),
  };
}

describe('Name of a person', () => {
  it.each([
    ['posts by Wanda Dummyfield', 'Wanda Dummyfield'],
    ['Wanda Dummyfield', 'Wanda Dummyfield'],
    ["Wanda Dummyfield's posts", 'Wanda Dummyfield'],
    ['what did Otto Placeholder write', 'Otto Placeholder'],
    ['posts by Otto Placehoder', 'Otto Placeholder'],
    ['posts by otto placeholder', 'Otto Placeholder'],
    ['otto placeholder', 'Otto Placeholder'],
    ['Placeholder Otto posts', 'Otto Placeholder'],
  ])('puts the signals of the person first: "%s"', async (query, name) => {
    expect((await asked(query)).people).toEqual([name, name]);
  });

  it('costs one statement, whether somebody has it or not', async () => {
    expect((await asked('posts by Nobody Known')).lookups).toBe(1);
    expect((await asked('posts by Series Sample')).lookups).toBe(1);
  });

  it('is combined with what else is asked, and explained', async () => {
    const { people, first } = await asked('Zoe Faux artificial intelligence post');
    expect(people[0]).toBe('Zoe Faux');
    expect(first.data.summary).toBe(POSTS[1]);
    expect(first.explanation.matches).toContainEqual(
      expect.objectContaining({ query_word: 'Zoe Faux', met_by: 'contact' }),
    );
  });

  it('is not meant if a company has it', async () => {
    const { people, first, lookups } = await asked('Olive Demoray');
    expect(people[0]).toBeNull();
    expect(first.data.summary).toMatch(/^Olive Demoray lays off/);
    expect(lookups).toBe(0);
  });

  it.each(['Series A rounds in New York', 'layoffs', 'who left Example Freight', 'Wanda'])(
    'is not looked up for a question without one: "%s"',
    async (query) => {
      expect((await asked(query)).lookups).toBe(0);
    },
  );

  it('is not any word with a capital', async () => {
    const { first } = await asked('Raised Money In A Series A Round');
    expect(first.data.summary).toMatch(/^Example Freight raised/);
  });

  it('stays within the filters of the request', async () => {
    const filters = { contact_email: 'zoe.faux@example-freight.example' };
    const { people } = await asked('posts by Wanda Dummyfield', filters);
    expect(people).toEqual(['Zoe Faux', 'Zoe Faux']);
  });
});
