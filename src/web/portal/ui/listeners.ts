/** The listeners of a store that components read with useSyncExternalStore. */
export function makeListeners() {
  const listeners = new Set<() => void>();
  return {
    tell: (): void => {
      for (const listener of listeners) listener();
    },
    /** @returns a function that ends the listening. */
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
