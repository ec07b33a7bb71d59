/** Whether the browser has any network at all, as far as it knows. */

/** A machine with nothing but itself says for ever that it is offline, and is answered all the same: then it is not asked. */
let believed = true;

/** True when what is sent now cannot leave the machine. */
export const isOffline = (): boolean => believed && !navigator.onLine;

/** An answer came. @param offline what `isOffline` said before it was asked for. */
export function wasAnswered(offline: boolean): void {
  if (offline && !navigator.onLine) believed = false;
}

/** Believed again: tests leave nothing behind. */
export function believeAgain(): void {
  believed = true;
}
