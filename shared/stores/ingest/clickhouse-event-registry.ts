/** Reads and writes the registry of ingested events in ClickHouse. */
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

interface EventRow extends Omit<StoredEvent, 'eventVersion'> {
  row_version: string;
}

export function createClickHouseEventRegistry(clickhouse: ClickHouse): EventRegistry {
  return {
    async stored(events) {
      if (events.length === 0) return new Map();
      const rows = await clickhouse.rows<EventRow>(
        `SELECT source, event_id AS eventId, kind, toUnixTimestamp64Milli(observed_at) AS observedAtMs,
           payload_hash AS payloadHash, signal_ids AS signalIds, decision, toString(version) AS row_version
         FROM events FINAL
         WHERE (source, event_id) IN (SELECT place.1, place.2 FROM (
           SELECT arrayJoin(arrayZip({sources:Array(String)}, {ids:Array(String)})) AS place))`,
        {
          sources: events.map((event) => event.source),
          ids: events.map((event) => event.eventId),
        },
      );
      const stored = await inSlices(rows, ({ row_version, ...event }): [string, StoredEvent] => [
        eventKey(event),
        { ...event, eventVersion: eventPart(BigInt(row_version)) },
      ]);
      return new Map(stored);
    },
    async put(events, untilMs) {
      const until = storeUntil(untilMs);
      const rows = await inSlices(events, (event) => ({ ...rowOf(event), ...until }));
      await clickhouse.insert('events', rows);
    },
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
