/**
 * Splits lists that are longer than a server accepts in one parameter (`http_max_field_value_size`,
 * which no request can raise). The parts are sent as several parameters, and the statement joins
 * them to one list again. So there is one query with the same result, whatever the length.
 */
import { formatQueryParams } from '@clickhouse/client-common';

export type BoundQuery = [sql: string, params: Record<string, unknown>];

/** Splits the long lists of a query. No single value comes near a sensible limit. */
export function splitLongLists(
  sql: string,
  params: Record<string, unknown>,
  maxBytes: number,
): BoundQuery {
  let joined = sql;
  const split: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    const parts = Array.isArray(value) ? splitList(value, maxBytes) : [value];
    const names = parts.map((_, index) => (index === 0 ? name : `${name}_part${index}`));
    for (const [index, part] of parts.entries()) split[names[index] ?? name] = part;
    if (parts.length > 1) joined = joinParts(joined, name, names);
  }
  return [joined, split];
}

function joinParts(sql: string, name: string, names: readonly string[]): string {
  return sql.replaceAll(
    new RegExp(`\\{${name}:([^{}]+)\\}`, 'g'),
    (_, type: string) => `arrayConcat(${names.map((each) => `{${each}:${type}}`).join(', ')})`,
  );
}

function splitList(list: readonly unknown[], maxBytes: number): unknown[][] {
  if (bytesOf(list) <= maxBytes) return [[...list]];
  const parts: unknown[][] = [[]];
  let size = 0;
  for (const item of list) {
    // The two brackets around the item are counted in place of the comma.
    const bytes = bytesOf([item]);
    if (size + bytes > maxBytes && size > 0) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(item);
    size += bytes;
  }
  return parts;
}

function bytesOf(list: readonly unknown[]): number {
  return Buffer.byteLength(formatQueryParams({ value: list }));
}
