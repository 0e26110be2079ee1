/** Values as rows of ClickHouse hold them. */

export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Empty text stands for unknown in ClickHouse. */
export function orNull(text: string): string | null {
  return text === '' ? null : text;
}
