/** Returns a ClickHouse that accepts every write and answers reads with `parts.rows`. */
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';

export function createFakeClickHouse(
  parts: Pick<ClickHouse, 'rows'> & Partial<ClickHouse>,
): ClickHouse {
  return {
    cluster: null,
    writes: () => null,
    command: async () => undefined,
    insert: async () => undefined,
    ...parts,
  };
}
