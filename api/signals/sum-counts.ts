/** The sums by type, in the order in which types appear. A type may have any name, such as `constructor`. */
export function sumCounts(...counts: Readonly<Record<string, number>>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [type, count] of counts.flatMap((each) => Object.entries(each))) {
    sums.set(type, (sums.get(type) ?? 0) + count);
  }
  return sums;
}
