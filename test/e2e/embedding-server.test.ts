/** `EMBEDDING_URL`: load and search with vectors of a fake server, while it is unavailable, and with another model. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type FakeEmbeddingServer,
  startFakeEmbeddingServer,
} from '../fakes/fake-embedding-server.js';
import {
  createAccount,
  createDataFolder,
  type DataFolder,
  jsonOf,
  type RunningService,
  runSignals,
  startService,
} from '../helpers/cli.js';
import { signalEvent } from '../helpers/events.js';
import { eventually } from '../helpers/eventually.js';

const TEXTS = ['a bank lends money', 'a plant closes', 'a rocket flies'];

let folder: DataFolder;
let server: FakeEmbeddingServer;

beforeAll(async () => {
  server = await startFakeEmbeddingServer();
  folder = createDataFolder();
  Object.assign(folder.env, {
    EMBEDDING_URL: server.url,
    EMBEDDING_API_KEY: 'key-of-the-fake-server',
    EMBEDDING_MODEL: 'words-of-acme',
    EMBEDDING_DIMENSIONS: '96',
  });
});

afterAll(async () => {
  folder.remove();
  await server.stop();
});

async function search({ url, key }: RunningService, query: string) {
  const response = await fetch(`${url}/v1/signals/search`, {
    method: 'POST',
    headers: { 'x-api-key': key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { headers, status } = response;
  // biome-ignore lint/suspicious/noExplicitAny: two shapes
  const body: any = await response.json();
  return { status, charged: headers.get('x-credits-charged'), found: body.signals, body };
}

it('load and search use the embedding server, and search returns 503 while it is unavailable', async () => {
  const { key } = await createAccount(folder, 'acme');
  const service = { ...(await startService(folder, '--no-demo')), key };
  const file = join(folder.path, 'events.ndjson');
  const events = TEXTS.map((text) => signalEvent(text, { domain: 'acme.example' }));
  writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  expect(await jsonOf(folder, 'load', file)).toMatchObject({ signals: 3 });
  const [asked] = server.asked;
  expect(asked).toMatchObject({ key: 'key-of-the-fake-server', model: 'words-of-acme' });
  expect(asked?.input.toSorted()).toEqual(TEXTS);

  const { status, body, found } = await search(service, 'which rocket flies?');
  expect(status, JSON.stringify(body)).toBe(200);
  expect(found[0].data.summary).toBe('a rocket flies');
  expect(found[0].score).toBeGreaterThan(found[1].score);

  const { port } = new URL(server.url);
  await server.stop();
  const away = await search(service, 'another question');
  expect([away.status, away.charged, away.body.error]).toEqual([503, null, 'unavailable']);
  server = await startFakeEmbeddingServer(Number(port));
  const again = await eventually(
    () => search(service, 'another question'),
    ({ status }) => status === 200,
  );
  expect(again.found).toHaveLength(3);
  expect(await service.stop()).toBe(0);
});

it('load rejects a model other than the one of the stored vectors', async () => {
  folder.env.EMBEDDING_MODEL = 'words-of-another';
  const file = join(folder.path, 'events.ndjson');
  const { code, stderr } = await runSignals(folder, 'load', file);
  expect(code).toBe(1);
  expect(stderr).toContain('words-of-acme/96');
  expect(stderr).toContain('words-of-another/96');
  folder.env.EMBEDDING_URL = 'ftp://127.0.0.1';
  expect(await runSignals(folder, 'load', file)).toMatchObject({
    code: expect.any(Number),
    stderr: expect.stringContaining('EMBEDDING_URL'),
  });
});
