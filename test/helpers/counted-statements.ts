/** Wraps a ClickHouse and counts the statements that reach it. */
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';

interface CountedStatements {
  clickhouse: ClickHouse;
  /** Returns and clears the counts: in all, and reads or writes by table. */
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
        // An insert of no rows sends nothing.
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
