/**
 * The process that holds the model's only session: a fault in native code ends it alone. It runs below
 * normal priority, so that the API gets the processor first, finishes a batch before it reads the next
 * message, and ends with the process that started it.
 */
import { lowerPriority } from '../process/lower-priority.js';
import type { Embedded, WorkerMessage, WorkerRequest, WorkerSettings } from './messages.js';

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
  const embedQuestion = async (text: string): Promise<Embedded> => {
    const inputs = extract.tokenizer([text], { padding: true, truncation: true });
    const { last_hidden_state: output } = await extract.model(inputs);
    const ids = Array.from(inputs.input_ids.data as BigInt64Array, Number);
    const states = Float32Array.from(output.data as Float32Array);
    const width = states.length / ids.length;
    return {
      vectors: meanOf(states, width),
      pieces: ids.slice(1, -1),
      states: states.slice(width, -width),
    };
  };
  const send = (message: WorkerMessage): void => {
    process.send?.(message, () => undefined);
  };
  const probe = await embed(['ready']);
  const answer = async ({ texts, isQuestion }: WorkerRequest): Promise<Embedded> =>
    isQuestion
      ? embedQuestion(texts[0] ?? '')
      : { vectors: await embed(texts), pieces: [], states: new Float32Array() };
  process.on('message', (request: WorkerRequest) => {
    const { id } = request;
    answer(request).then(
      (embedded) => send({ kind: 'embedded', id, ...embedded }),
      (error: unknown) => send({ kind: 'failed', id, message: String(error) }),
    );
  });
  send({ kind: 'ready', dimension: probe.length });
}

/** The mean of all states, of length 1: what pooling makes of a text. */
function meanOf(states: Float32Array, width: number): Float32Array {
  const sum = new Float32Array(width);
  states.forEach((value, at) => {
    sum[at % width] = (sum[at % width] ?? 0) + value;
  });
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

await main();
