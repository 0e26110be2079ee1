/** Work on many items, a few at a time, results in the order of the items. */

const AT_ONCE = 4;

export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>();
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, items.length) }, async () => {
      for (const [index, item] of queue) results.set(index, await work(item, index));
    }),
  );
  return items.flatMap((_, index) => {
    const result = results.get(index);
    return result === undefined ? [] : [result];
  });
}
