/** Implements `signals sql`: runs read-only SQL, for people and scripts. */
import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { withRuntime } from '../compose/with-runtime.js';
import { print, UsageError } from '../terminal/output.js';

/** Matches a statement that names its format. `ORDER BY format DESC` names none. */
const OWN_FORMAT = /\bFORMAT\s+(?!(?:ASC|DESC)$)\w+$/i;

export function addSqlCommand(program: Command): void {
  program
    .command('sql')
    .description('run a read-only SQL statement on ClickHouse')
    .argument('<statement>', 'a SELECT, SHOW, DESCRIBE or EXPLAIN statement')
    .addOption(
      new Option('--format <format>', 'ClickHouse output format')
        .argParser(parseFormat)
        .default('PrettyCompact')
        .conflicts('json'),
    )
    .option('--json', 'print {"rows": [...]}')
    // A statement may begin with a comment, which looks like an option.
    .allowUnknownOption()
    .action(async (statement: string, options: { format: string; json?: boolean }) => {
      const bare = statement.trim().replace(/;\s*$/, '');
      // Every line is blank or a comment.
      if (bare.split('\n').every((line) => /^(?:--|$)/.test(line.trim())))
        throw new UsageError('The statement is empty. Write for example "SELECT 1".');
      if (options.json && OWN_FORMAT.test(bare)) {
        throw new UsageError('--json sets the format. Leave FORMAT out of the statement.');
      }
      await withRuntime('sql', async ({ connection }) => {
        if (options.json) {
          const lines = await text(await connection.readForAnalyst(bare, 'JSONEachRow'));
          // Each line is a row as JSON. It is not parsed, because 64-bit numbers would lose digits.
          return print(`{"rows":[${lines.trimEnd().replaceAll('\n', ',')}]}\n`);
        }
        const stream = await connection.readForAnalyst(bare, options.format);
        // A terminal gets whole characters, a pipe gets the bytes.
        if (process.stdout.isTTY) stream.setEncoding('utf8');
        for await (const chunk of stream) print(chunk);
      });
    });
}

function parseFormat(text: string): string {
  if (/^\w+$/.test(text)) return text;
  throw new InvalidArgumentError('Use the name of a format, for example CSV.');
}
