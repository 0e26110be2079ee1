/** Converts origins of lines to columns of outcomes and rejected lines, and back. */
import type { Origin } from '../../domain/ports/ingest-outcomes.js';
import { wellFormed } from '../../domain/well-formed.js';

export interface OriginRow {
  origin_kind: Origin['kind'];
  origin_name: string;
  topic_partition: number;
}

const NO_PARTITION = -1;

export function originColumns({ kind, name, partition }: Origin): OriginRow {
  return {
    origin_kind: kind,
    origin_name: wellFormed(name),
    topic_partition: partition ?? NO_PARTITION,
  };
}

export function originOf(row: OriginRow): Omit<Origin, 'run'> {
  const { origin_kind: kind, origin_name: name, topic_partition: partition } = row;
  return { kind, name, partition: partition === NO_PARTITION ? null : partition };
}
