/** Contract of the progress store. */
import { expect, it } from 'vitest';
import { createClickHouseProgressStore } from '../../../shared/stores/ingest/clickhouse-progress-store.js';
import { describeContract } from '../../helpers/describe-contract.js';

describeContract('progress store', (store) => {
  it('returns the last saved progress of a file, and null for an unknown file', async () => {
    const progress = createClickHouseProgressStore(store());
    expect(await progress.progress('unknown')).toBeNull();
    const first = { fileKey: 'file', lines: 100, tallies: { accepted: 90 }, ended: false };
    const last = { fileKey: 'file', lines: 250, tallies: { accepted: 240 }, ended: true };
    await progress.putProgress(first);
    await progress.putProgress(last);
    expect(await progress.progress('file')).toEqual(last);
  });

  it('returns the last written value of a fact, and null for an unknown one', async () => {
    const facts = createClickHouseProgressStore(store());
    expect(await facts.fact('model')).toBeNull();
    await facts.putFact('model', 'first');
    await facts.putFact('model', "second 'ü'");
    expect(await facts.fact('model')).toBe("second 'ü'");
  });
});
