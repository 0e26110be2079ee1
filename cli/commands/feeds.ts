/** Implements `signals feeds …`: shows what feed definitions do with lines, and drafts new ones. */
import type { Command } from 'commander';
import { EVENT_KINDS } from '../../ingest/kinds/event-kinds.js';
import { type CheckOptions, checkFeeds } from './feeds-check.js';
import { type NewOptions, newFeed } from './feeds-new.js';

export function addFeedsCommands(program: Command): void {
  const feeds = program.command('feeds').description('check and create feed definitions');
  feeds
    .command('check')
    .description(
      'show what each line would become, or why it would be rejected; without files, run the examples of all definitions',
    )
    .argument('[file...]', 'files to check, or - for standard input')
    .option('--source <source>', 'lines are bare payloads of this feed')
    .option('--quiet', 'print only the table at the end')
    .option('--json', 'print the result as one JSON document')
    .action((files: string[], options: CheckOptions) => checkFeeds(files, options));
  feeds
    .command('new')
    .description('write a draft of a feed definition, based on sample lines')
    .argument('<source>', 'name of the feed')
    .argument('<file>', 'NDJSON or CSV with payloads or envelopes, or - for standard input')
    .requiredOption(
      '--kind <kind>',
      `event kind of the feed: ${Object.keys(EVENT_KINDS).join(', ')}`,
    )
    .option('--force', 'overwrite an existing definition, or replace a built-in feed')
    .option('--json', 'print the result as one JSON document')
    .action((source: string, file: string, options: NewOptions) => newFeed(source, file, options));
}
