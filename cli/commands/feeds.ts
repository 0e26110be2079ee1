/** `signals feeds …`: see what feed definitions do to lines, and start a new one. */
import type { Command } from 'commander';
import { KIND_SCHEMAS } from '../../ingest/feeds/feed-definitions.js';
import { type CheckOptions, checkFeeds } from './feeds-check.js';
import { type NewOptions, newFeed } from './feeds-new.js';

export function addFeedsCommands(program: Command): void {
  const feeds = program.command('feeds').description('feed definitions');
  feeds
    .command('check')
    .description(
      'show what each line would become, or why it is rejected; without files, run the examples of every definition',
    )
    .argument('[file...]', 'files to check, - for standard input')
    .option('--source <source>', 'lines are bare payloads of this feed')
    .option('--quiet', 'the table at the end only')
    .option('--json', 'print one JSON document')
    .action((files: string[], options: CheckOptions) => checkFeeds(files, options));
  feeds
    .command('new')
    .description('write a definition to start from, drawn from sample lines')
    .argument('<source>', 'name of the feed')
    .argument('<file>', 'NDJSON or CSV with payloads or envelopes, - for standard input')
    .requiredOption('--kind <kind>', `what its events are: ${Object.keys(KIND_SCHEMAS).join(', ')}`)
    .option('--force', 'overwrite a definition that exists')
    .option('--json', 'print one JSON document')
    .action((source: string, file: string, options: NewOptions) => newFeed(source, file, options));
}
