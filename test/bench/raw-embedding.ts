/**
 * The physical limit of a load: the model alone, on texts sorted by length, with nothing else
 * running.
 */
import { basename, dirname } from 'node:path';
import { planBatches } from '../../shared/platform/embedding/plan-batches.js';

/** Returns texts per second. */
export async function rawEmbeddingRate(
  modelPath: string,
  texts: readonly string[],
): Promise<number> {
  const { env, pipeline } = await import('@xenova/transformers');
  env.allowRemoteModels = false;
  env.localModelPath = `${dirname(modelPath)}/`;
  const extract = await pipeline('feature-extraction', basename(modelPath), { quantized: true });
  const batches = planBatches(texts, { maxTokens: 1_024, maxTexts: 32 });
  // Skips the library's pooling, which takes as long as half of the model's work.
  const run = async (batch: string[]) =>
    extract.model(extract.tokenizer(batch, { padding: true, truncation: true }));
  for (const batch of batches.slice(0, 3)) await run(batch);
  const started = performance.now();
  for (const batch of batches) await run(batch);
  return texts.length / ((performance.now() - started) / 1_000);
}
