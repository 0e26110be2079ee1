/**
 * Measures search on sets of events and questions that outsiders wrote, who had not seen the search
 * (`npm run evaluate:outside`, or with files of such sets as arguments): asks each question over
 * HTTP. `--questions` also prints the questions whose first five answers are not all right.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledModel, packageRoot } from '../../shared/domain/package-root.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { startTestService, type TestService } from '../helpers/test-service.js';
import { meanOf, type Quality, qualityOf } from './measures.js';

interface OutsideSet {
  about: string;
  events: object[];
  questions: OutsideQuestion[];
}

interface OutsideQuestion {
  query: string;
  kind: string;
  /** Grades of signals by the `event_id` of their event; others are wrong. */
  grades: Record<string, number>;
}

interface Answer extends OutsideQuestion {
  quality: Quality;
  found: { eventId: string; summary: string }[];
}

const FOLDER = join(packageRoot(), 'test/evaluate/outside');
const SHOWN = 10;
const withQuestions = process.argv.includes('--questions');
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = given.length > 0 ? given : readdirSync(FOLDER).map((file) => join(FOLDER, file));

const embedder = await createEmbedder({ model: bundledModel(), logger: createLogger('silent') });
try {
  const all: Quality[] = [];
  for (const file of files.sort()) all.push(...(await report(file, embedder)));
  if (files.length > 1) print(lineOf('all', all));
} finally {
  await embedder.close();
}

async function report(file: string, embedder: Embedder): Promise<Quality[]> {
  const { about, events, questions } = JSON.parse(readFileSync(file, 'utf8')) as OutsideSet;
  const service = await startTestService({ embedder });
  try {
    const { rejectedLines } = await service.load(events);
    for (const { reason } of rejectedLines) print(`rejected: ${reason.message}`);
    const answers = await ask(service, questions);
    print(`${file.replace(/^.*\//, '')}: ${about}`);
    for (const kind of new Set(questions.map((question) => question.kind))) {
      print(lineOf(kind, qualitiesOf(answers.filter((answer) => answer.kind === kind))));
    }
    print(lineOf('all', qualitiesOf(answers)));
    if (withQuestions) for (const answer of answers) printMisses(answer);
    return qualitiesOf(answers);
  } finally {
    await service.stop();
  }
}

async function ask(service: TestService, questions: readonly OutsideQuestion[]): Promise<Answer[]> {
  const stored = await service.clickhouse.rows<{ id: string; eventId: string }>(
    'SELECT toString(signal_id) AS id, event_id AS eventId FROM signals FINAL',
  );
  const eventOf = new Map(stored.map(({ id, eventId }) => [id, eventId]));
  const key = await service.createKey();
  const answers: Answer[] = [];
  for (const question of questions) {
    const { status, body } = await service.call('POST', '/v1/signals/search', {
      key,
      body: { query: question.query, limit: SHOWN },
    });
    if (status !== 200) throw new Error(`${question.query}: ${JSON.stringify(body)}`);
    const signals = body.signals as { signal_id: string; data: { summary: string } }[];
    const found = signals.map(({ signal_id: id, data }) => ({
      eventId: eventOf.get(id) ?? '',
      summary: data.summary,
    }));
    const quality = qualityOf(
      found.map(({ eventId }) => eventId),
      new Map(Object.entries(question.grades)),
    );
    answers.push({ ...question, quality, found });
  }
  return answers;
}

function printMisses({ query, kind, quality, found, grades }: Answer): void {
  if (quality.precision === 1) return;
  print(`${query}  (${kind})  ${quality.ndcg.toFixed(2)} ${quality.precision.toFixed(2)}`);
  for (const { eventId, summary } of found.slice(0, 5)) {
    print(`    ${grades[eventId] ?? 0} ${eventId} ${summary.slice(0, 110)}`);
  }
}

function qualitiesOf(answers: readonly Answer[]): Quality[] {
  return answers.map(({ quality }) => quality);
}

function lineOf(name: string, all: readonly Quality[]): string {
  const ndcg = meanOf(all.map((each) => each.ndcg)).toFixed(3);
  const precision = meanOf(all.map((each) => each.precision)).toFixed(3);
  return `  ${name.padEnd(12)} ${String(all.length).padStart(4)} questions  nDCG@10 ${ndcg}  P@5 ${precision}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
