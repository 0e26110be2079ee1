/** The bundled model in its worker process: similarity, order, priority, and a crash of the worker. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledModel, packageRoot } from '../../shared/domain/package-root.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { until } from '../helpers/eventually.js';
import { childrenOf, commandOf, isRunning } from '../helpers/processes.js';

let embedder: Awaited<ReturnType<typeof createEmbedder>>;

beforeAll(async () => {
  embedder = await createEmbedder({
    model: MODEL,
    logger: createLogger('silent'),
  });
});

afterAll(() => embedder.close());

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) throw new Error('a vector is missing');
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

const MODEL = bundledModel();

const texts = (count: number, mark: string) =>
  Array.from({ length: count }, (_, at) => `Company ${at} opens a ${mark} in its home town.`);

describe('Embedder', () => {
  it('explains why a model cannot be loaded and which setting to change', async () => {
    // A folder without a model in it.
    const model = join(packageRoot(), 'schemas');
    const started = createEmbedder({ model, logger: createLogger('silent') });
    await expect(started).rejects.toThrow(/did not load \(.*tokenizer.*\); EMBEDDING_MODEL names/);
  });

  it('names the folder of a model that does not exist', async () => {
    const started = createEmbedder({ model: '/no/such/model', logger: createLogger('silent') });
    await expect(started).rejects.toThrow('the folder /no/such/model does not exist');
  });

  it('returns unit vectors of dimension 384 with the known similarity', async () => {
    const pair = ['A man is eating food.', 'A man is eating a piece of bread.'];
    const [first, second] = await embedder.embed(pair);
    expect(embedder.dimension).toBe(384);
    expect(cosine(first, first)).toBeCloseTo(1, 4);
    expect(Math.abs(cosine(first, second) - 0.755)).toBeLessThan(0.02);
  });

  it('returns vectors in the order of the texts, equal ones for equal texts', async () => {
    const mixed = ['short', `long ${'word '.repeat(400)}`, 'short', '', 'a text of some length'];
    const together = await embedder.embed(mixed);
    expect(together).toHaveLength(5);
    expect(together[0]).toEqual(together[2]);
    const [alone] = await embedder.embed(['a text of some length']);
    expect(cosine(together[4], alone)).toBeGreaterThan(0.97);
  });

  it('embeds a question before queued batches and does not block the event loop', async () => {
    let batchDone = false;
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    const batch = embedder.embed(texts(400, 'plant')).then(() => {
      batchDone = true;
    });
    await embedder.embedQuestion('a question');
    expect(batchDone).toBe(false);
    await batch;
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(20);
  });

  it('fails pending texts if the worker crashes, and continues with a new worker', async () => {
    const held = embedder.embed(texts(400, 'shop'));
    embedder.crash();
    await expect(held).rejects.toMatchObject({ code: 'unavailable', retriable: true });
    const { vector } = await embedder.embedQuestion('still here');
    expect(vector).toHaveLength(384);
  });

  it.runIf(process.platform === 'linux')(
    'ends the worker when its parent is killed, but not on SIGINT or SIGTERM',
    async () => {
      const script = `
      import { createEmbedder } from './shared/platform/embedding/embedder.ts';
      const logger = { warn() {} };
      await createEmbedder({ model: ${JSON.stringify(MODEL)}, logger });
      console.log('ready');`;
      const parent = spawn(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '-e', script],
        {
          cwd: packageRoot(),
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      await once(parent.stdout, 'data');
      const [worker = 0] = childrenOf(parent.pid).filter((pid) =>
        commandOf(pid).includes('embedding-worker'),
      );
      // A terminal sends signals to the worker, too, but the service decides when it ends.
      process.kill(worker, 'SIGINT');
      process.kill(worker, 'SIGTERM');
      await sleep(200);
      expect(isRunning(worker)).toBe(true);
      parent.kill('SIGKILL');
      await until(async () => !isRunning(worker));
    },
  );
});
