/** Contract of the snapshot store. */
import { expect, it } from 'vitest';
import { LateWriteError } from '../../../shared/domain/errors.js';
import type {
  BoardEvidence,
  CompanyEvidence,
  Snapshot,
} from '../../../shared/domain/ports/event-records.js';
import type { WantedSnapshots } from '../../../shared/domain/ports/snapshot-store.js';
import { createClickHouseSnapshotStore } from '../../../shared/stores/ingest/clickhouse-snapshot-store.js';
import { describeContract } from '../../helpers/describe-contract.js';
import { companyReference, versionOf } from '../../helpers/records.js';

const DAY = 86_400_000;

function company(eventId: string, day: number, name: string): Snapshot<CompanyEvidence> {
  return {
    source: 'company-profiles',
    eventId,
    takenAtMs: 0,
    observedAtMs: day * DAY,
    eventVersion: versionOf(day),
    evidence: {
      kind: 'company',
      facts: {
        name,
        domain: `${eventId}.example`,
        networkUrl: null,
        industries: [],
        employeeCountLow: null,
        employeeCountHigh: null,
        country: null,
        aliases: [],
        boards: [],
        tickers: [],
        cik: null,
      },
    },
  };
}

function board(slug: string, day: number): Snapshot<BoardEvidence> {
  return {
    source: 'boards',
    eventId: slug,
    takenAtMs: day * DAY,
    observedAtMs: day * DAY,
    eventVersion: versionOf(day),
    evidence: {
      kind: 'board',
      board: slug,
      atMs: day * DAY,
      part: 1,
      parts: 1,
      company: companyReference('Acme'),
      departments: { Sales: 1 },
      jobs: [
        {
          id: '1',
          title: `Job ${day}`,
          department: 'Sales',
          location: null,
          url: null,
          postedAt: null,
        },
      ],
    },
  };
}

describeContract('snapshot store', (store) => {
  const snapshots = () => createClickHouseSnapshotStore(store());
  const read = (wanted: Partial<WantedSnapshots>) =>
    snapshots().read({ keys: [], identifiers: [], jobsOf: [], ...wanted });

  it('keeps the newest version of a snapshot in any order of writes, duplicates included', async () => {
    await snapshots().put([company('acme', 2, 'Acme')]);
    await snapshots().put([company('acme', 1, 'Older')]);
    await snapshots().put([company('acme', 2, 'Acme')]);
    expect(await read({ identifiers: ['company:acme.example', 'company:none.example'] })).toEqual([
      company('acme', 2, 'Acme'),
    ]);
    expect(await read({ keys: [company('acme', 9, ''), board('none', 1)] })).toEqual([
      company('acme', 2, 'Acme'),
    ]);
    expect(await read({})).toEqual([]);
  });

  it('rejects a write after its deadline and keeps the stored snapshot', async () => {
    await snapshots().put([company('late', 1, 'In time')], Date.now() + 60_000);
    const tooLate = snapshots().put([company('late', 2, 'Late')], Date.now() - 1_000);
    await expect(tooLate).rejects.toBeInstanceOf(LateWriteError);
    expect(await read({ keys: [company('late', 9, '')] })).toEqual([company('late', 1, 'In time')]);
  });

  it('keeps every observation of a board, and returns jobs only if requested', async () => {
    await snapshots().put([board('acme', 1), board('acme', 2), board('other', 1)]);
    const identifiers = ['board:boards/acme'];
    const found = await read({ identifiers, jobsOf: identifiers });
    expect(found.sort((a, b) => a.takenAtMs - b.takenAtMs)).toEqual([
      board('acme', 1),
      board('acme', 2),
    ]);
    const without = (each: Snapshot<BoardEvidence>) => ({
      ...each,
      evidence: { ...each.evidence, jobs: [] },
    });
    expect((await read({ identifiers })).sort((a, b) => a.takenAtMs - b.takenAtMs)).toEqual([
      without(board('acme', 1)),
      without(board('acme', 2)),
    ]);
    const atOne = await read({ identifiers, keys: [board('acme', 2)] });
    expect(atOne.sort((a, b) => a.takenAtMs - b.takenAtMs)).toEqual([
      without(board('acme', 1)),
      board('acme', 2),
    ]);
  });
});
