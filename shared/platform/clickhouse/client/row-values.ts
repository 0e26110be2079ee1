/** Values as rows of ClickHouse hold them. */

/** Empty text stands for unknown in ClickHouse. */
export function orNull(text: string): string | null {
  return text === '' ? null : text;
}
