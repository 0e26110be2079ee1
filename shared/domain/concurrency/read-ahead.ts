/** Yields the items in order. The next one is made while the reader works on the current one. */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  try {
    let next = source.next();
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // The reader gets the failure when the item is due. Until then it is not unhandled.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    // Not awaited, because the item that is being made may never come.
    source.return?.().catch(() => undefined);
  }
}
