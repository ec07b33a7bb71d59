/** Lazy, memoized initializer for objects that are expensive and not needed on every page. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
