/** What a start prints: the demo key only on a terminal or on request, and how to create accounts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDataFolder,
  type DataFolder,
  jsonOf,
  startServer,
  startService,
} from '../helpers/cli.js';
import { fundingRoundLines } from '../helpers/funding-rounds.js';

let folder: DataFolder;

beforeEach(() => {
  folder = createDataFolder();
});

afterEach(() => folder.remove());

describe('Start on loaded data without an account', () => {
  it('does not load the demo, and explains how to create an account', async () => {
    const file = join(folder.path, 'rounds.ndjson');
    writeFileSync(file, fundingRoundLines(3));
    await jsonOf(folder, 'load', file);
    const service = await startService(folder);
    expect(service.welcome).toContain('accounts create');
    expect(service.welcome).not.toMatch(/sig_live_|X-Signals-Loading/);
    expect(await service.stop()).toBe(0);
    const { counts } = await jsonOf(folder, 'status');
    expect(counts).toMatchObject({ signals: 3, events: 3 });
  });
});

describe('First start with captured output', () => {
  it('prints no key, and explains how to issue one', async () => {
    const service = await startServer(folder, 'serve');
    expect(service.welcome).not.toContain('sig_live_');
    expect(service.welcome).toContain('keys issue --account demo');
    const { keys } = await jsonOf(folder, 'keys', 'list', '--account', 'demo');
    expect(keys).toEqual([]);
    const { key } = await jsonOf(folder, 'keys', 'issue', '--account', 'demo');
    const answer = await fetch(`${service.url}/v1/account`, { headers: { 'x-api-key': key } });
    expect(answer.status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});
