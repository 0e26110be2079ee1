/**
 * A `SignalWriter` that writes to ClickHouse and then to the vector store; only then does a write
 * resolve. If the process dies in between, the batch is delivered again. What it writes again is
 * written to both stores; what is unchanged in ClickHouse is compared with the vector store by
 * version. So both stores end equal.
 */
import type { SignalWriter } from '../../domain/ports/signal-writer.js';
import type { VectorWriter } from '../../domain/ports/vector-writer.js';
import { bringUpToDate, vectorRecordOf } from './bring-up-to-date.js';

export function writeBothStores(signals: SignalWriter, vectors: VectorWriter): SignalWriter {
  return {
    ...signals,
    async write(records, moved, withdrawn) {
      const versions = await signals.write(records, moved, withdrawn);
      const versionOf = (signalId: string): bigint => {
        const version = versions.get(signalId);
        if (version === undefined) throw new Error('a written signal has no version');
        return version;
      };
      await vectors.write({
        records: records.map((record) =>
          vectorRecordOf({ ...record, version: versionOf(record.draft.signalId) }),
        ),
        removed: withdrawn.map(({ key: { signalId } }) => ({
          signalId,
          version: versionOf(signalId),
        })),
      });
      return versions;
    },
    ensureVectors: (signalIds) => bringUpToDate(signals, vectors, signalIds),
  };
}
