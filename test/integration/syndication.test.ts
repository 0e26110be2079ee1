/** The same story from several publishers must become one signal, in any order of arrival. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyData } from '../helpers/empty-tables.js';
import { companyProfile, envelope } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

beforeEach(() => emptyData(service.clickhouse));

afterAll(() => service.stop());

const rows = <T = Record<string, unknown>>(sql: string) => service.clickhouse.rows<T>(sql);

interface StoryText {
  title: string;
  day: number;
  publisher: string;
  company?: object;
  subtype?: string;
  body?: string;
}

const article = ({ title, day, publisher, company, subtype, body }: StoryText) =>
  envelope(
    'news-article',
    {
      title,
      body: body ?? null,
      publisher,
      url: `https://${publisher.toLowerCase()}.example/${day}`,
      published_at: `2026-04-${String(day).padStart(2, '0')}T08:00:00Z`,
      companies: [company ?? { name: 'Vellum Works' }],
      subtype: subtype ?? 'expansion',
    },
    { event_id: `${publisher}-${day}-${title.length}` },
  );

interface Group {
  id: string;
  title: string;
  company: string;
  sources: string;
}

async function groups(): Promise<{ title: string; company: string; sources: string[] }[]> {
  const found = await rows<Group>(
    `SELECT JSONExtractString(data, 'title') AS title, company_domain AS company,
       arrayStringConcat(arrayMap(x -> JSONExtractString(x, 'publisher'),
         JSONExtractArrayRaw(data, 'sources')), ',') AS sources
     FROM signals FINAL ORDER BY detected_at, title, company, sources`,
  );
  return found.map((each) => ({ ...each, sources: each.sources.split(',') }));
}

describe('Stories with equal headlines', () => {
  it('become one signal with all sources, which is also returned for superseded ids', async () => {
    await service.load([
      article({ title: 'Vellum Works opens a mill', day: 3, publisher: 'Alpha' }),
    ]);
    const [first] = await rows<{ id: string }>(
      'SELECT toString(signal_id) AS id FROM signals FINAL',
    );
    await service.load([
      article({ title: 'Vellum works opens a mill!', day: 2, publisher: 'Beta' }),
      article({ title: 'Vellum Works Opens A Mill - Gamma', day: 4, publisher: 'Gamma' }),
      article({ title: 'Vellum Works opens a mill', day: 20, publisher: 'Delta' }),
      article({ title: 'Vellum Works opens a mill', day: 3, publisher: 'Eta', subtype: 'general' }),
      article({
        title: 'Vellum Works opens a mill',
        day: 3,
        publisher: 'Zeta',
        company: { name: 'Other' },
      }),
    ]);
    expect(await groups()).toEqual([
      { title: 'Vellum works opens a mill!', company: '', sources: ['Beta', 'Alpha', 'Gamma'] },
      { title: 'Vellum Works opens a mill', company: '', sources: ['Eta'] },
      { title: 'Vellum Works opens a mill', company: '', sources: ['Zeta'] },
      { title: 'Vellum Works opens a mill', company: '', sources: ['Delta'] },
    ]);
    const kept = await service.call('GET', `/v1/signals/${first?.id}`);
    expect(kept.body.data.sources).toHaveLength(3);
    const stories = await rows<{ id: string }>(
      'SELECT toString(story_id) AS id FROM stories FINAL WHERE group_id != story_id',
    );
    expect(stories).toHaveLength(2);
    for (const { id } of stories) {
      const answer = await service.call('GET', `/v1/signals/${id}`);
      expect(answer.body.signal_id).toBe(first?.id);
    }
  });

  it('are grouped only while they resolve to the same company', async () => {
    const story = { title: 'A mill opens', day: 3 };
    await service.load([
      article({ ...story, publisher: 'Alpha', company: { name: 'Vellum Works Ltd' } }),
      article({ ...story, publisher: 'Beta', company: { domain: 'vellum.example' } }),
    ]);
    expect(await groups()).toHaveLength(2);
    await service.load([companyProfile('vellum.example', 'Vellum Works')]);
    expect(await groups()).toEqual([
      {
        title: 'A mill opens',
        company: 'vellum.example',
        sources: expect.arrayContaining(['Alpha', 'Beta']),
      },
    ]);
    await service.load([companyProfile('vellumworks.example', 'Vellum Works Inc.')]);
    expect(await groups()).toEqual([
      { title: 'A mill opens', company: '', sources: ['Alpha'] },
      { title: 'A mill opens', company: 'vellum.example', sources: ['Beta'] },
    ]);
  });

  it('are ungrouped if a newer version of one has another headline', async () => {
    const alpha = article({ title: 'A mill opens', day: 3, publisher: 'Alpha' });
    const beta = article({ title: 'A mill opens', day: 3, publisher: 'Beta' });
    await service.load([alpha, beta]);
    expect(await groups()).toHaveLength(1);
    const corrected = article({ title: 'A mill closes', day: 3, publisher: 'Alpha' });
    await service.load([
      { ...corrected, event_id: alpha.event_id, observed_at: '2026-05-02T00:00:00.000Z' },
    ]);
    expect(await groups()).toEqual([
      { title: 'A mill closes', company: '', sources: ['Alpha'] },
      { title: 'A mill opens', company: '', sources: ['Beta'] },
    ]);
  });
});

describe('Story with nearly equal meaning', () => {
  it('joins the group of the story it repeats, unlike a merely similar one', async () => {
    const body = 'The paper maker doubles its capacity with a second mill near the river';
    await service.load([
      article({ title: 'Vellum Works opens mill', day: 3, publisher: 'Alpha', body }),
      article({ title: 'Vellum Works opens new mill', day: 5, publisher: 'Beta', body }),
      article({ title: 'Vellum Works opens new mill', day: 6, publisher: 'Gamma', body }),
      article({ title: 'Chairman of Vellum Works speaks', day: 5, publisher: 'Delta' }),
    ]);
    expect(await groups()).toEqual([
      { title: 'Vellum Works opens mill', company: '', sources: ['Alpha', 'Beta', 'Gamma'] },
      { title: 'Chairman of Vellum Works speaks', company: '', sources: ['Delta'] },
    ]);
  });
});

describe('Groups of stories', () => {
  it('are the same for any order of arrival, and unchanged by a replay', async () => {
    const days = [1, 5, 8, 9, 12, 16, 20];
    const events = [
      ...days.map((day) => article({ title: 'A mill opens', day, publisher: `Paper${day}` })),
      ...days.slice(0, 3).map((day) =>
        article({
          title: 'A mill opens',
          day,
          publisher: `Journal${day}`,
          company: { domain: 'vellum.example' },
        }),
      ),
      companyProfile('vellum.example', 'Vellum Works'),
    ];
    let reference: unknown;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(events, { minLength: events.length }),
        fc.integer({ min: 1, max: 6 }),
        async (shuffled, batchEvents) => {
          await emptyData(service.clickhouse);
          await service.load(shuffled, batchEvents);
          const before = await rows(
            'SELECT * EXCEPT (version) FROM signals FINAL ORDER BY signal_id',
          );
          reference ??= await groups();
          expect(await groups()).toEqual(reference);
          await service.load(shuffled.toReversed(), 3);
          expect(
            await rows('SELECT * EXCEPT (version) FROM signals FINAL ORDER BY signal_id'),
          ).toEqual(before);
        },
      ),
      { numRuns: process.env.LONG ? 40 : 3 },
    );
  });
});
