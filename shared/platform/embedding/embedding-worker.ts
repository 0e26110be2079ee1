/**
 * The process that holds the model's only session: a fault in native code ends it alone. It runs below
 * normal priority, so that the API gets the processor first, finishes a batch before it reads the next
 * message, and ends with the process that started it.
 */
import { lowerPriority } from '../process/lower-priority.js';
import { type ModelStates, unitMeans } from './mean-pooling.js';
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
  /** Cut to the model's length by its tokenizer; shorter texts of a batch are padded. */
  const read = async (texts: string[]) => {
    const inputs = extract.tokenizer(texts, { padding: true, truncation: true });
    const output = await extract.model(inputs);
    const { data, dims } = output.last_hidden_state ?? output.logits ?? output.token_embeddings;
    const states: ModelStates = {
      data,
      width: dims[2],
      length: dims[1],
      mask: inputs.attention_mask.data,
    };
    return { states, ids: Array.from(inputs.input_ids.data as BigInt64Array, Number) };
  };
  const embed = async (texts: string[]): Promise<Float32Array> =>
    unitMeans((await read(texts)).states);
  const embedQuestion = async (text: string): Promise<Embedded> => {
    const { states, ids } = await read([text]);
    const { data, width } = states;
    return {
      vectors: unitMeans(states),
      pieces: ids.slice(1, -1),
      states: data.slice(width, -width),
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

await main();
