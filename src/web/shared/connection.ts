/** Detects whether the browser has any network. */

/** A machine without any network interface always reports offline although local requests succeed: then `navigator.onLine` is ignored. */
let believed = true;

/** True when a request cannot leave the machine. */
export const isOffline = (): boolean => believed && !navigator.onLine;

/** An answer arrived. @param offline what `isOffline` returned before the request. */
export function wasAnswered(offline: boolean): void {
  if (offline && !navigator.onLine) believed = false;
}

/** Resets the state between tests. */
export function believeAgain(): void {
  believed = true;
}
