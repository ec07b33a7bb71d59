/** Detects whether the browser has any network. */

/** A machine without any network interface always reports offline although local requests succeed: then `navigator.onLine` is ignored. */
let isOnLineTrusted = true;

/** True when a request cannot leave the machine. */
export const isOffline = (): boolean => isOnLineTrusted && !navigator.onLine;

/** An answer arrived. @param wasOffline what `isOffline` returned before the request. */
export function noteAnswer(wasOffline: boolean): void {
  if (wasOffline && !navigator.onLine) isOnLineTrusted = false;
}

/** Resets the state between tests. */
export function resetConnection(): void {
  isOnLineTrusted = true;
}
