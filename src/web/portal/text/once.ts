/** Lazy, memoized initializer for objects that are expensive and not needed on every page. */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
