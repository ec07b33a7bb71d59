/** Lets one part of the page request a dialog from another: set by the call that needs it, read by the dialog that is mounted once. */
export interface Asked<T> {
  readonly ask: (value: T) => void;
  readonly close: () => void;
  /** Null when nothing is requested. */
  readonly read: () => T | null;
  /** @returns a function that ends the listening. */
  readonly onChange: (listener: () => void) => () => void;
}

export function makeAsked<T>(): Asked<T> {
  let asked: T | null = null;
  const listeners = new Set<() => void>();
  const become = (next: T | null): void => {
    asked = next;
    for (const listener of listeners) listener();
  };
  return {
    ask: become,
    close: () => become(null),
    read: () => asked,
    onChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
