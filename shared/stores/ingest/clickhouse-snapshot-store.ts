/** What was observed of companies, people and boards, in ClickHouse. */

import {
  companyIdentifier,
  evidenceIdentifiers,
} from '../../domain/identity/evidence-identifiers.js';
import type {
  BoardEvidence,
  CompanyEvidence,
  ContactEvidence,
  Evidence,
} from '../../domain/ports/event-records.js';
import { placeKey, type Snapshot, type SnapshotStore } from '../../domain/ports/snapshot-store.js';
import { isoOf } from '../../domain/time.js';
import { eventPart, rowVersion } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { storeUntil } from '../../platform/clickhouse/client/row-values.js';

interface SnapshotRow {
  source: string;
  event_id: string;
  taken_ms: number;
  facts: string;
  jobs: string;
  observed_ms: number;
  row_version: string;
}

const COLUMNS = `source, event_id, toUnixTimestamp64Milli(taken_at) AS taken_ms, facts,
  toUnixTimestamp64Milli(observed_at) AS observed_ms, toString(version) AS row_version`;
const WITHOUT_JOBS = "'[]' AS jobs";

export function createClickHouseSnapshotStore(clickhouse: ClickHouse): SnapshotStore {
  return {
    async at(places) {
      if (places.length === 0) return [];
      const rows = await clickhouse.rows<SnapshotRow>(
        `SELECT ${COLUMNS}, jobs FROM snapshots FINAL
         WHERE (source, event_id) IN (SELECT place.1, place.2 FROM (SELECT arrayJoin(
             arrayZip({sources:Array(String)}, {ids:Array(String)})) AS place))
           AND toUnixTimestamp64Milli(taken_at) IN {times:Array(Int64)}`,
        {
          sources: places.map(({ source }) => source),
          ids: places.map(({ eventId }) => eventId),
          times: places.map(({ takenAtMs }) => takenAtMs),
        },
      );
      const wanted = new Set(places.map(placeKey));
      return rows.map(snapshotOf<Evidence>).filter((each) => wanted.has(placeKey(each)));
    },
    companies: (keys) =>
      holding<CompanyEvidence>(clickhouse, keys.map(companyIdentifier), WITHOUT_JOBS),
    contacts: (identifiers) => holding<ContactEvidence>(clickhouse, identifiers, WITHOUT_JOBS),
    boards: (identifiers, withJobs) =>
      holding<BoardEvidence>(clickhouse, identifiers, withJobs ? 'jobs' : WITHOUT_JOBS),
    async put(snapshots, untilMs) {
      await clickhouse.insert(
        'snapshots',
        snapshots.map((snapshot) => ({ ...rowOf(snapshot), ...storeUntil(untilMs) })),
      );
    },
  };
}

async function holding<E extends Evidence>(
  clickhouse: ClickHouse,
  identifiers: readonly string[],
  jobs: string,
): Promise<Snapshot<E>[]> {
  if (identifiers.length === 0) return [];
  const rows = await clickhouse.rows<SnapshotRow>(
    `SELECT ${COLUMNS}, ${jobs} FROM snapshots FINAL
     WHERE (source, event_id, taken_at) IN (SELECT source, event_id, taken_at
         FROM snapshot_identifiers WHERE identifier IN {wanted:Array(String)})`,
    { wanted: identifiers },
  );
  // The lookup table keeps what was held once.
  const wanted = new Set(identifiers);
  return rows
    .map(snapshotOf<E>)
    .filter(({ source, evidence }) =>
      evidenceIdentifiers(source, evidence).some((each) => wanted.has(each)),
    );
}

function snapshotOf<E extends Evidence>(row: SnapshotRow): Snapshot<E> {
  const evidence: E = JSON.parse(row.facts);
  if (evidence.kind === 'board') evidence.jobs = JSON.parse(row.jobs);
  return {
    source: row.source,
    eventId: row.event_id,
    takenAtMs: row.taken_ms,
    observedAtMs: row.observed_ms,
    eventVersion: eventPart(BigInt(row.row_version)),
    evidence,
  };
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
