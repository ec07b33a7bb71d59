/** Lets one part of the page request a dialog from another: set by the call that needs it, read by the dialog that is mounted once. */
import { makeListeners } from '../../ui/listeners.ts';

export interface SharedState<T> {
  readonly set: (value: T) => void;
  readonly close: () => void;
  /** Null when nothing is requested. */
  readonly read: () => T | null;
  /** @returns a function that unsubscribes. */
  readonly onChange: (listener: () => void) => () => void;
}

export function makeSharedState<T>(): SharedState<T> {
  let current: T | null = null;
  const { tell, listen } = makeListeners();
  const setCurrent = (next: T | null): void => {
    current = next;
    tell();
  };
  return {
    set: setCurrent,
    close: () => setCurrent(null),
    read: () => current,
    onChange: listen,
  };
}
