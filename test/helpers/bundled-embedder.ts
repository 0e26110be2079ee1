/** Starts the bundled model, for tests that need what it says of real texts. */
import { bundledModel } from '../../shared/domain/package-root.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { createLogger } from '../../shared/platform/process/logger.js';

/** Close it after use. */
export function bundledEmbedder(): Promise<Embedder> {
  return createEmbedder({ model: bundledModel(), logger: createLogger('silent') });
}
