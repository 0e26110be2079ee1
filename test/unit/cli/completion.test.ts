/** Shell completion for a program described like the `signals` command. Needs bash, which evaluates the script. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completionScript } from '../../../cli/commands/completion.js';

function program(): Command {
  const root = new Command('signals');
  root.command('serve').description("start; don't stop").option('--no-demo', 'without demo data');
  const keys = root.command('keys').description('keys: all of them');
  keys
    .command('issue')
    .option('-a, --account <id>', 'the account')
    .addOption(new Option('--grace <time>', 'how long').choices(['1h', '24h']));
  keys.command('hidden', { hidden: true });
  root.command('completion').addArgument(new Argument('<shell>').choices(['bash', 'zsh']));
  return root;
}

const folder = mkdtempSync(join(tmpdir(), 'signals-completion-'));
const script = join(folder, 'signals.bash');
beforeAll(() => writeFileSync(script, completionScript(program(), 'bash')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the words that bash offers for the last word. */
function offered(...words: string[]): string[] {
  const run = `source ${script}
    [[ $(complete -p signals) == *'-F _signals signals' ]] || exit 3
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _signals
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-uc', run, 'bash', 'signals', ...words],
    {
      encoding: 'utf8',
      timeout: 10_000,
    },
  );
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((word) => word !== '');
}

it.each<[string[], string[]]>([
  [[''], ['serve', 'keys', 'completion']],
  [['s'], ['serve']],
  [['keys', ''], ['issue']],
  [
    ['serve', '--'],
    ['--no-demo', '--help'],
  ],
  [['keys', 'issue', '--acc'], ['--account']],
  [
    ['keys', 'issue', '--grace', ''],
    ['1h', '24h'],
  ],
  [['keys', 'issue', '--grace', '2'], ['24h']],
  [['keys', 'issue', '-a', ''], []],
  [['keys', 'issue', '--account', 'serve', '--g'], ['--grace']],
  [
    ['completion', ''],
    ['bash', 'zsh'],
  ],
  [
    ['unknown', ''],
    ['serve', 'keys', 'completion'],
  ],
])('bash completion offers the expected words for %j', (words, expected) => {
  expect(offered(...words)).toEqual(expected);
});

it('zsh runs the completion of bash, which omits hidden commands', () => {
  const [load, ...lines] = completionScript(program(), 'zsh').split('\n');
  expect(load).toBe('autoload -U +X bashcompinit && bashcompinit');
  expect(lines.join('\n')).toBe(completionScript(program(), 'bash'));
  expect(lines.join('\n')).not.toContain('hidden');
});
