/** Counts the statements that reach ClickHouse. */
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';

interface CountedStatements {
  clickhouse: ClickHouse;
  /** What was sent since the last call: how often each table was read or written. */
  take(): { total: number; tables: Record<string, number> };
}

export function countStatements(inner: ClickHouse): CountedStatements {
  let sent: string[] = [];
  return {
    clickhouse: {
      ...inner,
      rows(...asked: Parameters<ClickHouse['rows']>) {
        sent.push(`read ${tablesOf(asked[0])}`);
        return inner.rows(...asked);
      },
      command(...asked) {
        sent.push(asked[0]);
        return inner.command(...asked);
      },
      insert(table, rows, ...more) {
        // Nothing is sent for no rows.
        if (!('length' in rows) || rows.length > 0) sent.push(`insert ${table}`);
        return inner.insert(table, rows, ...more);
      },
    },
    take() {
      const tables: Record<string, number> = {};
      for (const each of sent.sort()) tables[each] = (tables[each] ?? 0) + 1;
      const total = sent.length;
      sent = [];
      return { total, tables };
    },
  };
}

function tablesOf(sql: string): string {
  return [...new Set([...sql.matchAll(/FROM (\w+)/g)].map(([, name]) => name))].join(', ');
}
