/**
 * Trains the news classifier on `seeds/news/phrases.json` and the examples of the catalogue, and
 * writes it with its quality on the labelled headlines and statements of the tests: `npm run
 * train-news`. Those have no part in the training; the threshold comes from cross-validation on the
 * phrases.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNewsClassifier } from '../../../ingest/classify/news-classifier.js';
import { bundledModel, packageRoot } from '../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../shared/domain/schemas/signal-types.js';
import { createEmbedder } from '../../../shared/platform/embedding/embedder.js';
import { createLogger } from '../../../shared/platform/process/logger.js';
import { type Evaluation, evaluate } from './evaluation.js';
import { type Example, trainClassifier } from './train.js';

const FOLDS = 5;
const THRESHOLDS = [0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35];
const folder = join(packageRoot(), 'seeds/news');
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

const START = '<!-- quality: written by npm run train-news -->';
const END = '<!-- end of quality -->';

await main();

async function main(): Promise<void> {
  const model = bundledModel();
  const embedder = await createEmbedder({ model, logger: createLogger('silent') });
  const withVectors = async (labelled: { subtype: string; text: string }[]): Promise<Example[]> => {
    const vectors = await embedder.embed(labelled.map(({ text }) => text));
    return labelled.map((each, index) => ({
      ...each,
      vector: vectors[index] ?? new Float32Array(),
    }));
  };
  const phrases = await withVectors(phrasesOf());
  const headlines = await withVectors(labelledIn('headlines.json'));
  const statements = await withVectors(labelledIn('news-statements.json'));
  const threshold = calibrate(embedder.model, phrases);
  const file = trainClassifier(embedder.model, phrases, threshold);
  writeFileSync(join(folder, 'classifier.json'), `${JSON.stringify(file, null, 1)}\n`);
  const classifier = createNewsClassifier(file);
  const qualityOn = (labelled: readonly Example[]): Evaluation =>
    evaluate(
      labelled.map(({ subtype, text, vector }) => ({
        label: subtype,
        decision: classifier.classify(vector, text).subtype,
      })),
    );
  const quality = qualityOn(headlines);
  writeReport(quality, qualityOn(statements), phrases.length, threshold);
  process.stdout.write(`${phrases.length} phrases, macro F1 ${quality.macroF1.toFixed(3)}\n`);
  await embedder.close();
}

function phrasesOf(): { subtype: string; text: string }[] {
  const phrases: Record<string, string[]> = read(join(folder, 'phrases.json'));
  const news = loadSignalTypes().type('news');
  const examples = (news?.subtypes ?? []).map(
    ({ subtype, examples: own }) => [subtype, own] as const,
  );
  return [...Object.entries(phrases), ...examples].flatMap(([subtype, texts]) =>
    texts.map((text) => ({ subtype, text })),
  );
}

function labelledIn(file: string): { subtype: string; text: string }[] {
  const path = join(packageRoot(), 'test/fixtures', file);
  const labelled: { title: string; body?: string; subtype: string }[] = read(path);
  return labelled.map(({ title, body, subtype }) => ({
    subtype,
    text: body ? `${title}${/[.!?…]$/.test(title) ? '' : '.'} ${body}` : title,
  }));
}

/** Returns the threshold with the best macro F1 over phrases that were left out of the training. */
function calibrate(model: string, phrases: readonly Example[]): number {
  const pairs = THRESHOLDS.map(() => [] as { label: string; decision: string }[]);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const kept = phrases.filter((_, index) => index % FOLDS !== fold);
    const file = trainClassifier(model, kept, 0);
    const classifiers = THRESHOLDS.map((threshold) => createNewsClassifier({ ...file, threshold }));
    for (const { subtype, text, vector } of phrases.filter((_, at) => at % FOLDS === fold)) {
      classifiers.forEach((classifier, index) => {
        pairs[index]?.push({ label: subtype, decision: classifier.classify(vector, text).subtype });
      });
    }
  }
  const scores = pairs.map((each) => evaluate(each).macroF1);
  return THRESHOLDS[scores.indexOf(Math.max(...scores))] ?? 0;
}

function writeReport(
  quality: Evaluation,
  onStatements: Evaluation,
  phrases: number,
  threshold: number,
): void {
  const path = join(folder, 'README.md');
  const text = readFileSync(path, 'utf8');
  const labelled = labelledBy(quality);
  const percent = (share: number) => share.toFixed(2);
  const lines = quality.classes.map((each) => {
    const others = each.takenFor.map(({ name, times }) => `${name} ${times}`).join(', ');
    return `| ${each.name} | ${each.labelled} | ${percent(each.precision)} | ${percent(each.recall)} | ${percent(each.f1)} | ${others} |`;
  });
  const report = [
    START,
    '',
    `Trained on ${phrases} phrases, threshold ${threshold}. On ${labelled} labelled headlines: macro F1 ${quality.macroF1.toFixed(3)}, accuracy ${quality.accuracy.toFixed(3)}.`,
    '',
    '| subtype | labelled | precision | recall | F1 | taken for |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
    `On ${labelledBy(onStatements)} statements, of the classes that they have: macro F1 ${onStatements.macroF1.toFixed(3)}, accuracy ${onStatements.accuracy.toFixed(3)} (${onStatements.classes.map(({ name, f1 }) => `${name} ${percent(f1)}`).join(', ')}).`,
    '',
    END,
  ].join('\n');
  const from = text.indexOf(START);
  const to = text.indexOf(END) + END.length;
  writeFileSync(path, `${text.slice(0, from)}${report}${text.slice(to)}`);
}

function labelledBy({ classes }: Evaluation): number {
  return classes.reduce((sum, { labelled }) => sum + labelled, 0);
}
