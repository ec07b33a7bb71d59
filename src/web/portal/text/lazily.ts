/** What is dear to make and not needed by every page is made when it is first asked for, once. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
