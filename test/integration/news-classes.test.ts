/** Quality of the news classifier with the bundled model on headlines that it was not trained on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../seeds/news/train/evaluation.js';
import { bundledModel, packageRoot } from '../../shared/domain/package-root.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { envelope } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

interface Headline {
  title: string;
  body?: string;
  subtype: string;
}

const labelledIn = (file: string): Headline[] =>
  JSON.parse(readFileSync(join(packageRoot(), 'test/fixtures', file), 'utf8'));
const headlines = labelledIn('headlines.json');
/** Sentences of companies, agencies and markets, many of them neutral, in another style than the training phrases. */
const statements = labelledIn('news-statements.json');
const MODEL = bundledModel();

let embedder: Embedder;
let service: TestService;

beforeAll(async () => {
  embedder = await createEmbedder({ model: MODEL, logger: createLogger('silent') });
  service = await startTestService({ embedder });
});

afterAll(async () => {
  await service.stop();
  await embedder.close();
});

const article = (title: string, body: string | undefined, id: string, more: object = {}) =>
  envelope(
    'news-article',
    { title, body: body ?? null, companies: [{ name: `Company ${id}` }], ...more },
    { event_id: id },
  );

async function subtypes(): Promise<Map<string, string>> {
  const rows = await service.clickhouse.rows<{ event_id: string; signal_subtype: string }>(
    'SELECT event_id, signal_subtype FROM signals FINAL',
  );
  return new Map(rows.map((row) => [row.event_id, row.signal_subtype]));
}

/** Loads the headlines under ids that begin with `prefix`, and returns the quality of their classification. */
async function qualityOn(labelled: readonly Headline[], prefix: string) {
  await service.load(
    labelled.map(({ title, body }, at) => article(title, body, `${prefix}-${at}`)),
  );
  const found = await subtypes();
  return evaluate(
    labelled.map(({ subtype }, at) => ({
      label: subtype,
      decision: found.get(`${prefix}-${at}`) ?? '',
    })),
  );
}

describe('News classifier', () => {
  it('reaches a macro F1 of at least 0.75 on headlines', async () => {
    expect(headlines.length).toBeGreaterThanOrEqual(300);
    const { macroF1, classes } = await qualityOn(headlines, 'h');
    expect(classes).toHaveLength(19);
    expect(macroF1).toBeGreaterThanOrEqual(0.75);
    // Every class must reach a minimum.
    for (const { name, f1 } of classes) expect(f1, name).toBeGreaterThan(0.5);
  });

  it('reaches a macro F1 of at least 0.85 on statements in other styles', async () => {
    expect(statements.length).toBeGreaterThanOrEqual(250);
    const { macroF1, classes } = await qualityOn(statements, 's');
    expect(classes).toHaveLength(11);
    expect(macroF1).toBeGreaterThanOrEqual(0.85);
    for (const { name, f1 } of classes) expect(f1, name).toBeGreaterThan(0.75);
  });

  it('keeps the stored subtype if the same content arrives again', async () => {
    const story = article('Norvale pays a special dividend', undefined, 'kept');
    await service.load([story]);
    expect((await subtypes()).get('kept')).toBe('dividend');
    const [stored] = (
      await service.ingestStores.registry.stored([{ source: 'news-article', eventId: 'kept' }])
    ).values();
    if (!stored) throw new Error('the event is not in the registry');
    expect(stored.decision).toBe('dividend');
    // Simulates the decision of an earlier classifier.
    await service.ingestStores.registry.put([{ ...stored, decision: 'newDebt' }]);
    await service.load([{ ...story, observed_at: '2026-05-09T00:00:00.000Z' }]);
    expect((await subtypes()).get('kept')).toBe('newDebt');
    const corrected = article('Norvale shuts its oldest plant for good', undefined, 'kept');
    await service.load([{ ...corrected, observed_at: '2026-05-10T00:00:00.000Z' }]);
    expect((await subtypes()).get('kept')).toBe('plantClosure');
  });

  it('prefers the subtype given by the publisher', async () => {
    await service.load([
      article('Norvale pays a special dividend', undefined, 'tagged', { subtype: 'Layoff' }),
    ]);
    expect((await subtypes()).get('tagged')).toBe('layoff');
  });

  it('yields a second signal for another subject in the body', async () => {
    const body =
      'Quarterly sales rose. The maker will invest $2 billion in artificial intelligence data centres.';
    await service.load([article('Norvale posts record quarterly revenue', body, 'two')]);
    const rows = await service.clickhouse.rows(
      `SELECT signal_subtype AS subtype FROM signals FINAL WHERE event_id = 'two' ORDER BY subtype`,
    );
    expect(rows).toEqual([{ subtype: 'aiInvestment' }, { subtype: 'financialResults' }]);
  });
});
