/** Contract of the lease store. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createClickHouseLeaseStore } from '../../../shared/stores/leases/clickhouse-lease-store.js';
import { describeContract } from '../../helpers/describe-contract.js';
import { rewriteAnHourAhead } from '../../helpers/rewrite-an-hour-ahead.js';

describeContract('lease store', (store) => {
  it('returns the last lease written for a name, and null for an unknown name', async () => {
    const leases = createClickHouseLeaseStore(store());
    const lease = (holder: string, expiresAtMs: number) => ({
      name: 'credits',
      holder,
      host: 'host',
      pid: 42,
      command: 'api',
      expiresAtMs,
    });
    expect(await leases.lease('credits')).toBeNull();
    const [one, two] = [lease(randomUUID(), 2_000), lease(randomUUID(), 1_000)];
    await leases.putLease(one);
    await leases.putLease(two);
    expect(await leases.lease('credits')).toMatchObject(two);
    await leases.putLease({ ...two, expiresAtMs: 0 });
    expect(await leases.lease('credits')).toMatchObject({ ...two, expiresAtMs: 0 });
    expect(await leases.lease('other')).toBeNull();
    await rewriteAnHourAhead(store(), 'leases');
    for (const next of [one, two]) {
      await leases.putLease(next);
      expect(await leases.lease('credits')).toMatchObject(next);
    }
  });
});
