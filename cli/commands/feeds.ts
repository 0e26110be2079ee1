/** `signals feeds check`: what each line would become, or why it is rejected; writes nothing. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { loadFeedDefinitions } from '../../ingest/feed-definitions.js';
import { createNormaliseEvent } from '../../ingest/normalise-event.js';
import type { Outcome } from '../../ingest/outcome.js';
import { openFileSource } from '../../ingest/sources/file-source.js';
import { loadSignalTypes } from '../../shared/signal-types.js';
import { loadConfig, table } from '../runtime.js';

interface CheckOptions {
  source?: string;
  json?: boolean;
  quiet?: boolean;
}

/** Vectors in events are checked against the bundled model. */
const BUNDLED_EMBEDDING = { model: 'all-MiniLM-L6-v2', dimension: 384 };

export function addFeedsCommands(program: Command): void {
  program
    .command('feeds')
    .description('feed definitions')
    .command('check')
    .description('show what each line would become, or why it is rejected; writes nothing')
    .argument('<file...>', 'files to check, - for standard input')
    .option('--source <source>', 'lines are bare payloads of this feed')
    .option('--quiet', 'the table at the end only')
    .option('--json', 'print one JSON document')
    .action(checkFiles);
}

async function checkFiles(files: string[], options: CheckOptions): Promise<void> {
  const normalise = createNormaliseEvent({
    feeds: loadFeedDefinitions(loadConfig().feedDirs),
    types: loadSignalTypes(),
    embedding: BUNDLED_EMBEDDING,
  });
  const counts = new Map<string, number>();
  const lines: object[] = [];
  for (const path of files) {
    const file = openFileSource(path);
    let number = 0;
    for await (const line of file.lines()) {
      number += 1;
      if (line.toString('utf8').trim() === '') continue;
      const outcome = await normalise(line, {
        nowMs: Date.now(),
        ...(options.source === undefined ? {} : { source: options.source }),
        ...(file.modifiedMs === null ? {} : { fileTimeMs: file.modifiedMs }),
      });
      const key = keyOf(outcome);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const shown = { file: basename(path), line: number, ...documentOf(outcome) };
      if (options.json) lines.push(shown);
      else if (!options.quiet) process.stdout.write(`${textOf(path, number, outcome)}\n`);
    }
  }
  const outcomes = [...counts].sort((a, b) => b[1] - a[1]);
  if (options.json) {
    const document = { outcomes: Object.fromEntries(outcomes), lines };
    process.stdout.write(`${JSON.stringify(document)}\n`);
    return;
  }
  const rows = outcomes.map(([key, count]) => [key, String(count)]);
  process.stdout.write(`${table([['outcome', 'lines'], ...rows])}\n`);
}

function keyOf(outcome: Outcome): string {
  return outcome.kind === 'rejected' ? `rejected: ${outcome.reason.code}` : outcome.kind;
}

function documentOf(outcome: Outcome): object {
  if (outcome.kind === 'rejected') return { outcome: 'rejected', reason: outcome.reason };
  const { event } = outcome;
  return {
    outcome: outcome.kind,
    source: event.source,
    event_id: event.eventId,
    company_profile: event.companyProfile,
    contact_profile: event.contactProfile,
    signals: event.signals.map((draft) => ({
      signal_id: draft.signalId,
      signal_type: draft.signalType,
      signal_subtype: draft.signalSubtype,
      detected_at: new Date(draft.detectedAtMs).toISOString(),
      association: draft.association,
      company: draft.company,
      contact: draft.contact,
      data: draft.data,
    })),
  };
}

function textOf(path: string, number: number, outcome: Outcome): string {
  const place = `${basename(path)}:${number}`;
  if (outcome.kind === 'rejected') {
    return `${place}  rejected  ${outcome.reason.code}: ${outcome.reason.message}`;
  }
  const { companyProfile, contactProfile, signals } = outcome.event;
  if (companyProfile) return `${place}  company  ${companyProfile.domain ?? companyProfile.name}`;
  if (contactProfile) return `${place}  contact  ${contactProfile.email ?? contactProfile.name}`;
  if (signals.length === 0) return `${place}  ignored`;
  return signals
    .map((draft) => {
      const day = new Date(draft.detectedAtMs).toISOString().slice(0, 10);
      return `${place}  ${draft.signalType}/${draft.signalSubtype}  ${day}  ${draft.data.summary}`;
    })
    .join('\n');
}
