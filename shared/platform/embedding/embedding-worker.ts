/**
 * The process that holds the model's only session: a fault in native code ends it alone. It runs below
 * normal priority, so that the API gets the processor first, finishes a batch before it reads the next
 * message, and ends with the process that started it.
 */
import { lowerPriority } from '../process/lower-priority.js';
import { loadModel } from './load-model.js';
import type { Embedded, WorkerMessage, WorkerRequest } from './messages.js';

async function main(): Promise<void> {
  // A terminal or a service manager signals all processes: the service still embeds while it stops.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  lowerPriority();
  const send = (message: WorkerMessage): void => {
    process.send?.(message, () => undefined);
  };
  const model = await loadModel(JSON.parse(process.argv[2] ?? '')).catch((error: unknown) => {
    send({ kind: 'not_loaded', reason: reasonOf(error) });
  });
  if (!model) {
    process.exitCode = 1;
    process.disconnect();
    return;
  }
  const answer = async ({ texts, isQuestion }: WorkerRequest): Promise<Embedded> =>
    isQuestion
      ? model.embedQuestion(texts[0] ?? '')
      : { vectors: await model.embed(texts), pieces: [], states: new Float32Array() };
  process.on('message', (request: WorkerRequest) => {
    const { id } = request;
    answer(request).then(
      (embedded) => send({ kind: 'embedded', id, ...embedded }),
      (error: unknown) => send({ kind: 'failed', id, message: String(error) }),
    );
  });
  send({ kind: 'ready', dimension: model.dimension });
}

/** A failed download says why in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

await main();
