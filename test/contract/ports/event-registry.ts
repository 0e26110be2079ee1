/** Contract of the event registry. */
import { expect, it } from 'vitest';
import { LateWriteError } from '../../../shared/domain/errors.js';
import { eventKey, type StoredEvent } from '../../../shared/domain/ports/event-registry.js';
import { createClickHouseEventRegistry } from '../../../shared/stores/ingest/clickhouse-event-registry.js';
import { describeContract } from '../../helpers/describe-contract.js';
import { versionOf } from '../../helpers/records.js';

function event(eventId: string, day: number, more: Partial<StoredEvent> = {}): StoredEvent {
  return {
    source: 'feed',
    eventId,
    kind: 'signal',
    observedAtMs: Date.UTC(2026, 0, day),
    payloadHash: `hash-${day}`,
    signalIds: ['0b8f1f4e-9a3e-4bb0-8f0e-2c3c2b1a0d11'],
    decision: '',
    eventVersion: versionOf(day),
    ...more,
  };
}

describeContract('event registry', (store) => {
  const registry = () => createClickHouseEventRegistry(store());
  const stored = async (eventId: string) =>
    (await registry().stored([event(eventId, 1)])).get(eventKey(event(eventId, 1)));

  it('returns stored events and omits unknown ones', async () => {
    const odd = event("o'dd \\ id\n", 1, { decision: 'layoff' });
    await registry().put([odd, event('plain', 2)]);
    const found = await registry().stored([odd, event('plain', 1), event('nobody', 1)]);
    expect([...found.values()].sort((a, b) => a.observedAtMs - b.observedAtMs)).toEqual([
      odd,
      event('plain', 2),
    ]);
    expect(await registry().stored([])).toEqual(new Map());
  });

  it('keeps the newest version in any order of writes, duplicates included', async () => {
    await registry().put([event('moving', 3)]);
    await registry().put([event('moving', 2)]);
    await registry().put([event('moving', 3)]);
    expect(await stored('moving')).toEqual(event('moving', 3));
    await registry().put([event('moving', 4)]);
    expect(await stored('moving')).toEqual(event('moving', 4));
  });

  it('rejects a write after its deadline and keeps the stored event', async () => {
    await registry().put([event('late', 1)], Date.now() + 60_000);
    const tooLate = registry().put([event('late', 2)], Date.now() - 1_000);
    await expect(tooLate).rejects.toBeInstanceOf(LateWriteError);
    expect(await stored('late')).toEqual(event('late', 1));
  });

  it('distinguishes events with the same id from two sources', async () => {
    await registry().put([event('same', 1), event('same', 2, { source: 'other' })]);
    expect(await stored('same')).toEqual(event('same', 1));
  });
});
