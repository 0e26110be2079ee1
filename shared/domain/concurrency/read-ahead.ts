/** The items in their order; the next one is made while the reader works on the one before. */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  try {
    let next = source.next();
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // It is told to the reader when it is due.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    // Not awaited: the item that is under way may never come.
    source.return?.().catch(() => undefined);
  }
}
