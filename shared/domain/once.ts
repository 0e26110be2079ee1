/** Makes a value at the first call, and returns it at every call. If that fails, the next tries. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
