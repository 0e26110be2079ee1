/**
 * The process that holds the model's only session: a fault in native code ends only this process.
 * It runs below normal priority, so that the API gets the processor first, finishes a batch before
 * it reads the next message, and ends with the process that started it.
 */
import { reasonOf } from '../../domain/errors.js';
import { lowerPriority } from '../process/lower-priority.js';
import { loadModel } from './load-model.js';
import type { Embedded, WorkerMessage, WorkerRequest } from './messages.js';

async function main(): Promise<void> {
  // A terminal or a service manager signals all processes. The service still embeds while it stops.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  lowerPriority();
  const send = (message: WorkerMessage, whenSent: () => void = () => undefined): void => {
    process.send?.(message, whenSent);
  };
  const model = await loadModel(JSON.parse(process.argv[2] ?? '')).catch((error: unknown) => {
    send({ kind: 'not_loaded', reason: reasonOf(error) }, () => process.exit(1));
  });
  if (!model) return;
  const answer = async ({ texts, isQuestion }: WorkerRequest): Promise<Embedded> =>
    isQuestion
      ? model.embedQuestion(texts[0] ?? '')
      : { vectors: await model.embed(texts), pieces: [], states: new Float32Array() };
  process.on('message', (request: WorkerRequest) => {
    answer(request).then(
      (embedded) => send({ kind: 'embedded', ...embedded }),
      (error: unknown) => send({ kind: 'failed', message: String(error) }),
    );
  });
  send({ kind: 'ready', dimension: model.dimension });
}

await main();
