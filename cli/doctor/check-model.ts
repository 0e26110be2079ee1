/** Checks the embedding model: can it make a vector, and did it make the stored vectors? */
import { existsSync } from 'node:fs';
import { reasonOf } from '../../shared/domain/errors.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { createRemoteEmbedder } from '../../shared/platform/embedding/remote-embedder.js';
import type { EmbeddingConfig } from '../../shared/platform/process/config.js';
import { type Check, type Finding, ok, problem, warning } from './checks.js';

const QUICK = { startWaitMs: 0, questionWaitMs: 0 };
const SAMPLE = 'Acme raises a Series A round';
/** Time limit of this check: a model is read from a disk that may be slow. */
const TIMEOUT_MS = 60_000;

/** `stored` is the model and dimension of the stored vectors, `null` if none are known. */
export function modelCheck(
  { model, server }: EmbeddingConfig,
  storedModel: Promise<string | null>,
  logger: Logger,
): Check {
  return {
    name: 'model',
    timeoutMs: TIMEOUT_MS,
    async run() {
      if (!server && !existsSync(model)) {
        const remedy = 'Set EMBEDDING_MODEL to the folder of a model, or leave it unset.';
        const isPath = model.startsWith('/');
        return isPath
          ? problem(`${model} does not exist. ${remedy}`)
          : warning(`${model} is not on this machine: it is loaded from a hub at the start.`);
      }
      try {
        const embedder = server
          ? await createRemoteEmbedder({ server, logger, limits: QUICK })
          : await createEmbedder({ model, logger });
        try {
          await embedder.embedQuestion(SAMPLE);
        } finally {
          await embedder.close();
        }
        return modelFinding(`${embedder.model}/${embedder.dimension}`, await storedModel);
      } catch (error) {
        const remedy = server
          ? 'Check EMBEDDING_URL, EMBEDDING_API_KEY and EMBEDDING_MODEL, and that the server runs.'
          : 'Check EMBEDDING_MODEL, and that its files are complete.';
        return problem(`${server?.model ?? model}: ${reasonOf(error)}. ${remedy}`);
      }
    },
  };
}

function modelFinding(current: string, stored: string | null): Finding {
  if (stored === null || stored === current) return ok(current);
  const remedy = 'Set EMBEDDING_MODEL to the model of the stored vectors.';
  return problem(
    `The stored vectors were made by ${stored}, but the model is ${current}. ${remedy}`,
  );
}
