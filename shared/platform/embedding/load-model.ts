/** Loads and runs a model of this machine, in native code. For processes that do nothing else. */
import { type ModelStates, unitMeans } from './mean-pooling.js';
import type { Embedded, WorkerSettings } from './messages.js';
import { cacheFolder } from './model-files.js';

export async function loadModel({ localModelPath, model }: WorkerSettings) {
  const { env, pipeline, Tensor } = await import('@xenova/transformers');
  env.allowRemoteModels = localModelPath === null;
  env.cacheDir = cacheFolder();
  if (localModelPath !== null) env.localModelPath = localModelPath;
  const extract = await pipeline('feature-extraction', model, { quantized: true });
  const run = async (inputs: object): Promise<Omit<ModelStates, 'mask'>> => {
    const output = await extract.model(inputs);
    const { data, dims } = output.last_hidden_state ?? output.logits ?? output.token_embeddings;
    return { data, width: dims[2], length: dims[1] };
  };
  /** The tokenizer truncates texts to the model's length, and pads the shorter texts of a batch. */
  const inputsOf = (texts: string[]): Inputs =>
    extract.tokenizer(texts, { padding: true, truncation: true });
  /** Returns the vectors of all texts, one after the other. */
  const embed = async (texts: string[]): Promise<Float32Array> => {
    const inputs = inputsOf(texts);
    return unitMeans({ ...(await run(inputs)), mask: inputs.attention_mask.data });
  };
  const marks = idsOf(inputsOf(['']));
  const [begin, end] = marks;
  const hasMarks = marks.length === 2;
  return {
    dimension: (await embed(['ready'])).length,
    embed,
    async embedQuestion(text: string): Promise<Embedded> {
      const inputs = inputsOf([text]);
      const states = await run(inputs);
      const vectors = unitMeans({ ...states, mask: inputs.attention_mask.data });
      if (!hasMarks) return { vectors, pieces: [], states: new Float32Array() };
      const { data, width } = states;
      return { vectors, pieces: idsOf(inputs).slice(1, -1), states: data.slice(width, -width) };
    },
    /**
     * Returns the state that each word piece has alone, one after the other. Rejects if the
     * tokenizer does not put exactly one mark before a text and one after it.
     */
    async pieceStates(pieces: readonly number[]): Promise<Float32Array> {
      if (begin === undefined || end === undefined || !hasMarks) {
        throw new Error(
          'the tokenizer does not put one special token before a text and one after it',
        );
      }
      const dims = [pieces.length, 3];
      const ids = pieces.flatMap((piece) => [BigInt(begin), BigInt(piece), BigInt(end)]);
      const all = (value: bigint) =>
        new Tensor('int64', new BigInt64Array(ids.length).fill(value), dims);
      const { data, width } = await run({
        input_ids: new Tensor('int64', BigInt64Array.from(ids), dims),
        attention_mask: all(1n),
        token_type_ids: all(0n),
      });
      const states = new Float32Array(pieces.length * width);
      pieces.forEach((_, at) => {
        const start = (3 * at + 1) * width;
        states.set(data.subarray(start, start + width), at * width);
      });
      return states;
    },
  };
}

interface IdTensor {
  data: BigInt64Array;
}

interface Inputs {
  input_ids: IdTensor;
  attention_mask: IdTensor;
}

function idsOf({ input_ids: { data } }: Inputs): number[] {
  return Array.from(data, Number);
}
