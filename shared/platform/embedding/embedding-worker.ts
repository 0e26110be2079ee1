/**
 * The process that holds the model's only session: a fault in native code ends it alone. It runs below
 * normal priority, so that the API gets the processor first, finishes a batch before it reads the next
 * message, and ends with the process that started it.
 */
import { lowerPriority } from '../process/lower-priority.js';
import type { WorkerMessage, WorkerRequest, WorkerSettings } from './messages.js';

async function main(): Promise<void> {
  // A terminal or a service manager signals all processes: the service still embeds while it stops.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  lowerPriority();
  const { env, pipeline } = await import('@xenova/transformers');
  const { localModelPath, model }: WorkerSettings = JSON.parse(process.argv[2] ?? '');
  env.allowRemoteModels = localModelPath === null;
  if (localModelPath !== null) env.localModelPath = localModelPath;
  const extract = await pipeline('feature-extraction', model, { quantized: true });
  const embed = async (texts: string[]): Promise<Float32Array> => {
    // Cut to the model's length by its tokenizer.
    const output = await extract(texts, { pooling: 'mean', normalize: true });
    return Float32Array.from(output.data);
  };
  const send = (message: WorkerMessage): void => {
    process.send?.(message, () => undefined);
  };
  const probe = await embed(['ready']);
  process.on('message', ({ id, texts }: WorkerRequest) => {
    embed(texts).then(
      (vectors) => send({ kind: 'embedded', id, vectors }),
      (error: unknown) => send({ kind: 'failed', id, message: String(error) }),
    );
  });
  send({ kind: 'ready', dimension: probe.length });
}

await main();
