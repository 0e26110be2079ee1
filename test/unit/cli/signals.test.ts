/** Commands of `signals` that end before they open a store. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { loadCommand } from '../../../cli/signals.js';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { envelope, signalEvent } from '../../helpers/events.js';
import { fundingRoundLine } from '../../helpers/funding-rounds.js';

it.each([
  ['feeds', 'check'],
  ['feeds', 'check', 'rounds.ndjson'],
  ['produce', 'rounds.ndjson'],
])('signals rejects an unknown --source (case %#: %s)', async (...args) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = process.exitCode;
  try {
    await (await loadCommand([...args, '--source', 'warn-tk']))();
    const [[text] = []] = write.mock.calls;
    expect(text).toMatch(/^error: --source warn-tk is unknown\. Use one of .*\bwarn-tx\b/);
    expect(process.exitCode).toBe(2);
  } finally {
    write.mockRestore();
    process.exitCode = before;
  }
});

it.each([
  [['load', 'rounds.csv.gz'], /^error: rounds\.csv\.gz: .*--source/],
  [['produce', 'rounds.csv.gz'], /^error: rounds\.csv\.gz: .*--source/],
  [['feeds', 'new', 'layoff', 'x', '--kind', 'layoff'], /^error: layoff is a built-in.*--force/],
  [['feeds', 'new', 'warn-ny', 'x', '--kind', 'layoff'], /^error: warn-ny is a built-in.*--force/],
])(
  'signals rejects CSV without --source, and names of built-in feeds for new ones: %j',
  async (args, message) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const before = process.exitCode;
    try {
      await (await loadCommand(args))();
      const [[text] = []] = write.mock.calls;
      expect(text).toMatch(message);
      expect(process.exitCode).toBe(2);
    } finally {
      write.mockRestore();
      process.exitCode = before;
    }
  },
);

it('signals help does not help with a command that does not exist', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = process.exitCode;
  try {
    await (await loadCommand(['help', 'nope']))();
    expect(write.mock.calls.join('')).toContain("unknown command 'nope'");
    expect(process.exitCode).toBe(2);
  } finally {
    write.mockRestore();
    process.exitCode = before;
  }
});

it.each([['accounts', 'create'], ['feeds', 'check'], ['load']])(
  'signals help follows the path %s %s',
  async (...path) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const before = process.exitCode;
    try {
      await (await loadCommand(['help', ...path]))();
      const [[text] = []] = write.mock.calls;
      expect(text).toContain(`Usage: signals ${path.join(' ')} [options]`);
      expect(process.exitCode).toBe(0);
    } finally {
      write.mockRestore();
      process.exitCode = before;
    }
  },
);

it('signals feeds check prints no control characters of a publisher', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signals-check-'));
  const file = join(folder, 'rounds.ndjson');
  writeFileSync(file, fundingRoundLine(0).replace('Company 0', 'Company \\u001b[2J\\u009b5n'));
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const before = process.exitCode;
  try {
    await (await loadCommand(['feeds', 'check', file]))();
    const [[text] = []] = write.mock.calls;
    expect(text).toMatch(/^rounds\.ndjson:1 .* observed \d{4}-\S+Z {2}.*\[2J/);
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  } finally {
    write.mockRestore();
    process.exitCode = before;
    rmSync(folder, { recursive: true });
  }
});

describe('signals feeds check --json', () => {
  const check = async (event: object, environment: Record<string, string> = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'signals-check-'));
    const file = join(folder, 'events.ndjson');
    writeFileSync(file, JSON.stringify(event));
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const before = process.exitCode;
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    try {
      await (await loadCommand(['feeds', 'check', '--json', file]))();
      return JSON.parse(String(write.mock.calls[0]?.[0])).lines[0];
    } finally {
      vi.unstubAllEnvs();
      write.mockRestore();
      process.exitCode = before;
      rmSync(folder, { recursive: true });
    }
  };

  it('names no subtype of news that a load would classify', async () => {
    const article = { title: 'Acme lays off 500 employees', companies: [{ name: 'Acme' }] };
    const open = await check(envelope('news-article', article));
    expect(open.signals[0]).toMatchObject({ signal_subtype: null, signal_name: null });
    const tagged = await check(envelope('news-article', { ...article, subtype: 'layoff' }));
    expect(tagged.signals[0]).toMatchObject({ signal_subtype: 'layoff', signal_name: 'Layoff' });
  });

  const SERVER = { EMBEDDING_URL: 'http://127.0.0.1:9', EMBEDDING_MODEL: 'foo' };

  it.each([
    [{ ...SERVER, EMBEDDING_DIMENSIONS: '8' }, 'foo', 8, true],
    [{ ...SERVER, EMBEDDING_DIMENSIONS: '8' }, 'foo', 9, false],
    [{ ...SERVER, EMBEDDING_DIMENSIONS: '8' }, 'bar', 8, false],
    [SERVER, 'foo', 9, true],
    [{ EMBEDDING_MODEL: './own/foo' }, 'foo', 8, true],
    [{}, 'all-MiniLM-L6-v2', 384, true],
    [{}, 'all-MiniLM-L6-v2', 8, false],
  ])('with %j accepts a vector of %s with length %i: %s', async (settings, model, length, is) => {
    const vector = Array.from({ length }, (_, at) => (at === 0 ? 1 : 0));
    const event = { ...signalEvent('Acme grows', { name: 'Acme' }), embedding: { model, vector } };
    const { outcome, reason } = await check(event, settings);
    expect([outcome, reason?.code]).toEqual(
      is ? ['accepted', undefined] : ['rejected', 'invalid_embedding'],
    );
  });
});

it.each(['--version', '-V'])('signals %s prints the version of the package', async (option) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const before = process.exitCode;
  try {
    await (await loadCommand([option]))();
    const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
    expect(write.mock.calls.map(([text]) => text)).toEqual([`${version}\n`]);
    expect(process.exitCode).toBe(0);
  } finally {
    write.mockRestore();
    process.exitCode = before;
  }
});
