/** The judged questions and the signals that are searched: those of the demo, and invented ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDates } from '../../cli/compose/demo.js';
import { packageRoot } from '../../shared/domain/package-root.js';
import type { SignalFilter } from '../../shared/domain/ports/signal-reader.js';
import type { Grades } from './measures.js';

export interface StoredText {
  id: string;
  eventId: string;
  atMs: number;
  summary: string;
  /** Industries and country of the company, for example `Financials, Banks DE`. */
  company: string;
}

export interface JudgedQuestion {
  query: string;
  /** True if the question is in the half that must not be looked at while constants are chosen. */
  isHeldOut: boolean;
  filter: SignalFilter;
  grades: Grades;
}

interface QuestionFile {
  /** The first rule that matches a summary and its company gives the grade. */
  demo: {
    query: string;
    kept: boolean;
    rules: { pattern: string; grade: number; ignoreCase?: boolean; company?: string }[];
  }[];
  invented: { query: string; kept: boolean; grades: Record<string, number> }[];
}

interface Translation {
  language: string;
  of: string;
  query: string;
}

interface InventedText {
  id: string;
  signal_type: string;
  /** `null` if the classifier is to decide, as for a publisher without tags. */
  signal_subtype: string | null;
  summary: string;
}

const DEMO_DAY = '2026-06-01';
/** A time after all signals of the demo and before all invented ones. */
const BORDER_MS = Date.parse('2026-07-01T00:00:00.000Z');
const INVENTED_AT = '2026-08-01T00:00:00.000Z';

export function demoEvents(): object[] {
  const folder = join(packageRoot(), 'seeds/demo');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ndjson'))
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(withDates(Buffer.from(line), DEMO_DAY).toString()));
}

export function inventedEvents(): object[] {
  return readJson<InventedText[]>('texts.json').map(
    ({ id, signal_type: type, signal_subtype: subtype, summary }) => {
      const company = { domain: `${id}.example` };
      const payload =
        subtype === null
          ? { title: summary, published_at: INVENTED_AT, companies: [company] }
          : {
              signal_type: type,
              signal_subtype: subtype,
              detected_at: INVENTED_AT,
              company,
              data: { summary },
            };
      const source = subtype === null ? 'news-article' : 'signal';
      return { source, event_id: id, observed_at: INVENTED_AT, payload };
    },
  );
}

export function judgedQuestions(stored: readonly StoredText[]): JudgedQuestion[] {
  const { demo, invented } = readJson<QuestionFile>('questions.json');
  const ofDemo = stored.filter(({ atMs }) => atMs < BORDER_MS);
  const idOf = new Map(stored.map(({ eventId, id }) => [eventId, id]));
  return [
    ...demo.map(({ query, kept, rules }) => ({
      query,
      isHeldOut: kept,
      filter: { detectedBeforeMs: BORDER_MS },
      grades: gradesBy(rules, ofDemo),
    })),
    ...invented.map(({ query, kept, grades }) => ({
      query,
      isHeldOut: kept,
      filter: { detectedAfterMs: BORDER_MS },
      grades: new Map(Object.entries(grades).map(([text, grade]) => [idOf.get(text) ?? '', grade])),
    })),
  ];
}

/** Returns questions of one half as people ask them in other languages, and the English ones. */
export function translatedQuestions(
  questions: readonly JudgedQuestion[],
  isHeldOut: boolean,
): { language: string; question: JudgedQuestion; english: JudgedQuestion }[] {
  const translated = readJson<Translation[]>('translations.json').map(({ language, of, query }) => {
    const english = questions.find((each) => each.query === of);
    if (!english) throw new Error(`"${of}" is no judged question`);
    return { language, question: { ...english, query }, english };
  });
  return translated.filter(({ english }) => english.isHeldOut === isHeldOut);
}

export function isIn({ detectedBeforeMs, detectedAfterMs }: SignalFilter, atMs: number): boolean {
  return atMs < (detectedBeforeMs ?? Infinity) && atMs > (detectedAfterMs ?? 0);
}

function gradesBy(
  rules: QuestionFile['demo'][number]['rules'],
  texts: readonly StoredText[],
): Grades {
  const patterns = rules.map(({ pattern, grade, ignoreCase, company }) => ({
    grade,
    pattern: new RegExp(pattern, ignoreCase ? 'i' : ''),
    company: new RegExp(company ?? ''),
  }));
  return new Map(
    texts.flatMap(({ id, summary, company: own }) => {
      const rule = patterns.find(
        ({ pattern, company }) => pattern.test(summary) && company.test(own),
      );
      return rule ? [[id, rule.grade] as const] : [];
    }),
  );
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(packageRoot(), 'test/evaluate', file), 'utf8'));
}
