/**
 * The worker thread that holds the model's only session. It runs below normal priority, so that the
 * API's thread gets the processor first; a batch is finished before the next message is read.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerMessage, WorkerRequest, WorkerSettings } from './messages.js';

const LOWER_PRIORITY = 5;

async function main(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('embedding-worker runs as a worker thread');
  lowerPriority();
  const { env, pipeline } = await import('@xenova/transformers');
  const { localModelPath, model }: WorkerSettings = workerData;
  env.allowRemoteModels = localModelPath === null;
  if (localModelPath !== null) env.localModelPath = localModelPath;
  const extract = await pipeline('feature-extraction', model, { quantized: true });
  const embed = async (texts: string[]): Promise<Float32Array> => {
    // Cut to the model's length by its tokenizer.
    const output = await extract(texts, { pooling: 'mean', normalize: true });
    return Float32Array.from(output.data);
  };
  const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const probe = await embed(['ready']);
  port.on('message', (request: WorkerRequest) => {
    if (request.kind === 'close') {
      port.close();
      return;
    }
    if (request.kind === 'crash') throw new Error('asked to crash');
    embed(request.texts).then(
      (vectors) => send({ kind: 'embedded', id: request.id, vectors }, [bufferOf(vectors)]),
      (error: unknown) => send({ kind: 'failed', id: request.id, message: String(error) }),
    );
  });
  send({ kind: 'ready', dimension: probe.length });
}

/** On Linux the call concerns this thread and those it starts from now on; elsewhere the process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, LOWER_PRIORITY);
  } catch {
    // Not allowed here: the worker runs at normal priority.
  }
}

function bufferOf(vectors: Float32Array): ArrayBuffer {
  const { buffer } = vectors;
  if (!(buffer instanceof ArrayBuffer)) throw new Error('vectors in shared memory');
  return buffer;
}

await main();
