/** Queries and inserts for the embedded engine. */

export interface EngineQuery {
  sql: string;
  /** Parameter values in ClickHouse's text form, as `param_*` carries them over HTTP. */
  params?: Readonly<Record<string, string>>;
  format: string;
}

export interface EngineInsert {
  /** `INSERT INTO table (columns) FORMAT JSONEachRow` or `JSONCompactEachRow`. */
  sql: string;
  /** Rows in that format, in UTF-8. */
  body: Uint8Array;
  settings?: Readonly<Record<string, string>>;
}
