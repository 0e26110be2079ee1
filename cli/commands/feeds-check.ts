/**
 * Implements `signals feeds check`: what each line would become, or why it is rejected, and a table
 * by outcome and reason. Without files it runs the examples of every definition. Writes nothing.
 */
import { basename } from 'node:path';
import type { FeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { checkExamples } from '../../ingest/normalise/check-examples.js';
import {
  createNormaliseEvent,
  type NormaliseEvent,
} from '../../ingest/normalise/normalise-event.js';
import { describeOutcome, profileOf } from '../../ingest/outcomes/describe-outcome.js';
import type { Outcome } from '../../ingest/outcomes/outcome.js';
import { openFileSource } from '../../ingest/sources/file-source.js';
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import { loadSignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { isoOf } from '../../shared/domain/time.js';
import type { Config } from '../../shared/platform/process/config.js';
import { readFeeds } from '../compose/read-feeds.js';
import { loadConfig } from '../compose/with-runtime.js';
import { counted, print, printable, printResult, table } from '../terminal/output.js';
import { requireKnownSource } from '../terminal/require-source.js';

export interface CheckOptions {
  source?: string;
  json?: boolean;
  quiet?: boolean;
}

/** Lengths of vectors, by model. That of another model is known only to it or to its server. */
const DIMENSIONS = new Map([['all-MiniLM-L6-v2', 384]]);

export async function checkFeeds(files: readonly string[], options: CheckOptions): Promise<void> {
  const config = loadConfig();
  const feeds = readFeeds(config);
  requireKnownSource(options.source, () => feeds);
  const types = loadSignalTypes();
  const normalise = createNormaliseEvent({ feeds, types, embedding: embeddingOf(config) });
  if (files.length === 0) return showExamples(feeds, normalise, options);
  const counts = new Map<string, number>();
  const lines: object[] = [];
  for (const path of files) {
    const file = openFileSource(path, { bare: options.source !== undefined });
    let number = 0;
    for await (const line of file.lines()) {
      number += 1;
      if (line.toString('utf8').trim() === '') continue;
      const outcome = await normalise(line, {
        nowMs: Date.now(),
        source: options.source,
        fileTimeMs: file.modifiedMs,
      });
      const { kind } = outcome;
      const key = kind === 'rejected' ? `rejected: ${outcome.reason.code}` : kind;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const shown = { file: basename(path), line: number, ...describeOutcome(outcome) };
      if (options.json) lines.push(shown);
      else if (!options.quiet) {
        print(`${printable(textOf(path, number, outcome))}\n`);
      }
    }
  }
  const outcomes = [...counts].sort((a, b) => b[1] - a[1]);
  printResult(options.json, { outcomes: Object.fromEntries(outcomes), lines }, () =>
    table([
      ['outcome', 'reason', 'lines'],
      ...outcomes.map(([key, count]) => {
        const [outcome = '', reason = ''] = key.split(': ');
        return [outcome, reason, String(count)];
      }),
    ]),
  );
}

/** Returns the model that vectors in events must come from. */
function embeddingOf({ embedding: { model: path, server } }: Config) {
  const model = server?.model ?? basename(path);
  return { model, dimension: server?.dimensions ?? DIMENSIONS.get(model) ?? null };
}

async function showExamples(
  feeds: FeedDefinitions,
  normalise: NormaliseEvent,
  options: CheckOptions,
): Promise<void> {
  const wanted = options.source === undefined ? feeds.sources() : [options.source];
  const results = [];
  for (const source of wanted) {
    const feed = feeds.feed(source);
    if (feed) results.push(...(await checkExamples(feed, normalise, Date.now())));
  }
  const failed = results.filter(({ differences }) => differences.length > 0);
  const noted = results.filter(({ notes }) => notes.length > 0);
  if (failed.length > 0) process.exitCode = 1;
  printResult(options.json, { examples: results.length, failed, noted }, () =>
    [
      ...noted.flatMap(({ source, number, notes }) =>
        notes.map((note) => `${source}, example ${number}: note: ${note}`),
      ),
      ...failed.flatMap(({ source, number, differences }) =>
        differences.map((difference) => `${source}, example ${number}: ${difference}`),
      ),
      `${counted(results.length, 'example')}, ${failed.length} failed`,
    ].join('\n'),
  );
}

function textOf(path: string, number: number, outcome: Outcome): string {
  const place = `${basename(path)}:${number}`;
  if (outcome.kind === 'rejected') {
    return `${place}  rejected  ${outcome.reason.code}: ${outcome.reason.message}`;
  }
  const { event, notes = [] } = outcome;
  return [...becomes(event), ...notes.map((note) => `note: ${note}`)]
    .map((text) => `${place}  ${text}`)
    .join('\n');
}

/** Returns what an event would become, one text for each signal. */
function becomes(event: NormalisedEvent) {
  const ofFile = event.hasOwnTime ? '' : ', as the file';
  const observed = `observed ${isoOf(event.observedAtMs)}${ofFile}`;
  const profile = profileOf(event);
  if (profile && 'employer' in profile)
    return [`contact  ${observed}  ${profile.email ?? profile.name}`];
  if (profile) return [`company  ${observed}  ${profile.domain ?? profile.name}`];
  if (event.signals.length === 0) return [`ignored  ${observed}`];
  return event.signals.map((draft) => {
    const day = isoOf(draft.detectedAtMs).slice(0, 10);
    const subtype = draft.subtypeIsOpen ? '(classified when loaded)' : draft.signalSubtype;
    return `${draft.signalType}/${subtype}  ${day}  ${observed}  ${draft.data.summary}`;
  });
}
