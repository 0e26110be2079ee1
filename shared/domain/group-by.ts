/** Groups items by key. Groups are in the order of first occurrence and keep the order of items. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  return groupByEach(items, (item) => [keyOf(item)]);
}

/** Groups items by each of their keys, so that an item is in as many groups as it has keys. */
export function groupByEach<T, K>(
  items: Iterable<T>,
  keysOf: (item: T) => Iterable<K>,
): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}
