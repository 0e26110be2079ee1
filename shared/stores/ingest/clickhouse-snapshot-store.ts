/** Reads and writes snapshots of companies, people and job boards in ClickHouse. */
import { evidenceIdentifiers } from '../../domain/identity/evidence-identifiers.js';
import { type Evidence, type Snapshot, snapshotKeyText } from '../../domain/ports/event-records.js';
import type { SnapshotStore } from '../../domain/ports/snapshot-store.js';
import { isoOf } from '../../domain/time.js';
import { eventPart, rowVersion } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { storeUntil } from '../../platform/clickhouse/client/row-values.js';

interface SnapshotRow extends Omit<Snapshot, 'eventVersion' | 'evidence'> {
  facts: string;
  jobs: string;
  row_version: string;
}

const COLUMNS = `source, event_id AS eventId, toUnixTimestamp64Milli(taken_at) AS takenAtMs, facts,
  toUnixTimestamp64Milli(observed_at) AS observedAtMs, toString(version) AS row_version`;
const KEYS = `SELECT key.1, key.2, fromUnixTimestamp64Milli(key.3, 'UTC')
  FROM (SELECT arrayJoin(arrayZip({sources:Array(String)}, {ids:Array(String)},
    {times:Array(Int64)})) AS key)`;
const WITH_JOBS = `if((source, event_id, taken_at) IN (${KEYS})
  OR hasAny(identifiers, {jobsOf:Array(String)}), jobs, '[]') AS jobs`;
const WITHOUT_JOBS = "'[]' AS jobs";

export function createClickHouseSnapshotStore(clickhouse: ClickHouse): SnapshotStore {
  return {
    async read({ keys, identifiers, jobsOf }) {
      if (keys.length + identifiers.length === 0) return [];
      const jobs = keys.length + jobsOf.length > 0 ? WITH_JOBS : WITHOUT_JOBS;
      const rows = await clickhouse.rows<SnapshotRow>(
        `SELECT ${COLUMNS}, ${jobs} FROM snapshots FINAL
         WHERE (source, event_id, taken_at) IN (SELECT source, event_id, taken_at
             FROM snapshot_identifiers WHERE identifier IN {wanted:Array(String)}
           UNION ALL ${KEYS})`,
        {
          wanted: identifiers,
          sources: keys.map(({ source }) => source),
          ids: keys.map(({ eventId }) => eventId),
          times: keys.map(({ takenAtMs }) => takenAtMs),
          jobsOf,
        },
      );
      // The lookup table also keeps former identifiers; their snapshots are dropped here.
      const wanted = new Set([...keys.map(snapshotKeyText), ...identifiers]);
      return rows
        .map(snapshotOf)
        .filter((each) =>
          [snapshotKeyText(each), ...evidenceIdentifiers(each.source, each.evidence)].some((key) =>
            wanted.has(key),
          ),
        );
    },
    async put(snapshots, untilMs) {
      await clickhouse.insert(
        'snapshots',
        snapshots.map((snapshot) => ({ ...rowOf(snapshot), ...storeUntil(untilMs) })),
      );
    },
  };
}

function snapshotOf({ facts, jobs, row_version, ...snapshot }: SnapshotRow): Snapshot {
  const evidence: Evidence = JSON.parse(facts);
  if (evidence.kind === 'board') evidence.jobs = JSON.parse(jobs);
  return { ...snapshot, eventVersion: eventPart(BigInt(row_version)), evidence };
}

function rowOf(snapshot: Snapshot): object {
  const { evidence } = snapshot;
  const { jobs, ...facts } = evidence.kind === 'board' ? evidence : { ...evidence, jobs: [] };
  return {
    source: snapshot.source,
    event_id: snapshot.eventId,
    taken_at: isoOf(snapshot.takenAtMs),
    kind: evidence.kind,
    identifiers: evidenceIdentifiers(snapshot.source, evidence),
    facts: JSON.stringify(facts),
    jobs: JSON.stringify(jobs),
    observed_at: isoOf(snapshot.observedAtMs),
    version: rowVersion(snapshot.eventVersion).toString(),
  };
}
