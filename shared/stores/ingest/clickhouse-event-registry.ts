/** The registry of ingested events, in ClickHouse. */

import { inSlices } from '../../domain/concurrency/in-slices.js';
import {
  type EventRegistry,
  eventKey,
  type StoredEvent,
} from '../../domain/ports/event-registry.js';
import { isoOf } from '../../domain/time.js';
import { eventPart, rowVersion } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { storeUntil } from '../../platform/clickhouse/client/row-values.js';

interface EventRow {
  source: string;
  event_id: string;
  kind: string;
  observed_ms: number;
  payload_hash: string;
  signal_ids: string[];
  decision: string;
  row_version: string;
}

export function createClickHouseEventRegistry(clickhouse: ClickHouse): EventRegistry {
  return {
    async stored(events) {
      if (events.length === 0) return new Map();
      const rows = await clickhouse.rows<EventRow>(
        `SELECT source, event_id, kind, toUnixTimestamp64Milli(observed_at) AS observed_ms,
           payload_hash, signal_ids, decision, toString(version) AS row_version
         FROM events FINAL
         WHERE (source, event_id) IN (SELECT place.1, place.2 FROM (
           SELECT arrayJoin(arrayZip({sources:Array(String)}, {ids:Array(String)})) AS place))`,
        {
          sources: events.map((event) => event.source),
          ids: events.map((event) => event.eventId),
        },
      );
      const stored = await inSlices(rows, eventOf);
      return new Map(stored.map((event) => [eventKey(event), event]));
    },
    async put(events, untilMs) {
      const until = storeUntil(untilMs);
      const rows = await inSlices(events, (event) => ({ ...rowOf(event), ...until }));
      await clickhouse.insert('events', rows);
    },
  };
}

function eventOf(row: EventRow): StoredEvent {
  return {
    source: row.source,
    eventId: row.event_id,
    kind: row.kind,
    observedAtMs: row.observed_ms,
    payloadHash: row.payload_hash,
    signalIds: row.signal_ids,
    decision: row.decision,
    eventVersion: eventPart(BigInt(row.row_version)),
  };
}

function rowOf(event: StoredEvent): object {
  return {
    source: event.source,
    event_id: event.eventId,
    kind: event.kind,
    observed_at: isoOf(event.observedAtMs),
    payload_hash: event.payloadHash,
    signal_ids: event.signalIds,
    decision: event.decision,
    version: rowVersion(event.eventVersion).toString(),
  };
}
