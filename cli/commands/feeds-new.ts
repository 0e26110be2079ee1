/** Implements `signals feeds new`: drafts a feed definition from sample lines. */
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { draftFeed } from '../../ingest/feeds/draft-feed.js';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { EVENT_KINDS, isKind } from '../../ingest/kinds/event-kinds.js';
import { openFileSource } from '../../ingest/sources/file-source.js';
import { isObject } from '../../shared/domain/is-object.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import { parseJson } from '../../shared/domain/parse-json.js';
import { replaceFile } from '../../shared/platform/process/replace-file.js';
import { makeFolder } from '../compose/folder-faults.js';
import { loadConfig } from '../compose/with-runtime.js';
import { printNotice, printResult, UsageError } from '../terminal/output.js';

export interface NewOptions {
  kind: string;
  force?: boolean;
  json?: boolean;
}

const MAX_SAMPLES = 1_000;

export async function newFeed(source: string, file: string, options: NewOptions): Promise<void> {
  const { kind } = options;
  if (!isKind(kind)) {
    throw new UsageError(
      `--kind ${kind} is unknown. Use one of ${Object.keys(EVENT_KINDS).join(', ')}.`,
    );
  }
  if (!/^[a-z0-9][a-z0-9_-]*$/i.test(source)) {
    throw new UsageError(`${source} is not a valid feed name. Use letters, digits, - and _.`);
  }
  const config = loadConfig();
  const folder = config.feedDirs.at(-1) ?? '.';
  const path = join(folder, `${source}.json`);
  if (existsSync(path) && !options.force) {
    throw new UsageError(`${path} already exists. Use --force to overwrite it.`);
  }
  if (loadFeedDefinitions([productFeeds()]).feed(source) && !options.force) {
    throw new UsageError(
      `${source} is a built-in feed, which this would replace. Choose another name, or use --force.`,
    );
  }
  const { samples, hasEnvelopes } = await readSamples(file);
  if (samples.length === 0) throw new UsageError(`${file}: no line is a JSON object.`);
  const { definition, notes } = draftFeed(source, kind, samples);
  // A definition does not hold private data, and a service of another user, as in a container, must
  // be able to read it.
  if (relative(config.dataDir, folder).split(sep)[0] === '..') process.umask(0o022);
  makeFolder('SIGNALS_FEEDS_DIR', folder);
  // A part of a definition, as on a full disk, would keep every process from starting.
  replaceFile(path, `${JSON.stringify(definition, null, 2)}\n`, 0o666);
  for (const note of notes) printNotice(note);
  printResult(
    options.json,
    { path, definition, notes },
    () => `${path}\nnext: signals feeds check ${hasEnvelopes ? '' : `--source ${source} `}${file}`,
  );
}

/** Returns the payloads of the first lines. Envelopes, which name their source, are unwrapped. */
async function readSamples(file: string) {
  const samples: Record<string, unknown>[] = [];
  let hasEnvelopes = false;
  for await (const line of openFileSource(file, { bare: true }).lines()) {
    if (samples.length >= MAX_SAMPLES) break;
    const value = parseJson(line.toString('utf8'));
    if (!isObject(value)) continue;
    const { payload } = value;
    if (isObject(payload) && 'event_id' in value && 'source' in value) {
      hasEnvelopes = true;
      samples.push(payload);
    } else {
      samples.push(value);
    }
  }
  return { samples, hasEnvelopes };
}
