/** Implements `signals sql`: runs read-only SQL, for people and scripts. */
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { withRuntime } from '../compose/with-runtime.js';
import { print } from '../terminal/output.js';

export function addSqlCommand(program: Command): void {
  program
    .command('sql')
    .description('run a read-only SQL statement on ClickHouse')
    .argument('<statement>', 'a SELECT, SHOW, DESCRIBE or EXPLAIN statement')
    .option('--format <format>', 'ClickHouse output format', 'PrettyCompact')
    .option('--json', 'print {"rows": [...]}')
    .action(async (statement: string, options: { format: string; json?: boolean }) => {
      await withRuntime('sql', async ({ connection }) => {
        const bare = statement.trim().replace(/;\s*$/, '');
        if (options.json) {
          const lines = await text(await connection.readForAnalyst(`${bare}\nFORMAT JSONEachRow`));
          // Each line is a row as JSON. It is not parsed, because 64-bit numbers would lose digits.
          return print(`{"rows":[${lines.trimEnd().replaceAll('\n', ',')}]}\n`);
        }
        const stream = await connection.readForAnalyst(withFormat(bare, options.format));
        // A terminal gets whole characters, a pipe gets the bytes.
        if (process.stdout.isTTY) stream.setEncoding('utf8');
        for await (const chunk of stream) print(chunk);
      });
    });
}

/** Adds the format, unless the statement has its own. */
function withFormat(bare: string, format: string): string {
  return /\bFORMAT\s+\w+$/i.test(bare) ? bare : `${bare}\nFORMAT ${format.replace(/\W/g, '')}`;
}
