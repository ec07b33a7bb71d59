/** Detects whether this tab belongs to a dealer's tablet, which is used by one customer after the other. */
const MARK = 'fascicolo.tablet';

/**
 * Called with the path of a customer's pages when the tablet opens them from its list, and with an empty path on the
 * return; kept only in this tab.
 */
export const noteTablet = (path: string): void => sessionStorage.setItem(MARK, path);

function mark(): string | null {
  try {
    return sessionStorage.getItem(MARK);
  } catch {
    // A browser without session storage is not a tablet.
    return null;
  }
}

export const isOnTablet = (): boolean => mark() !== null;

/** The user went back to the pages of a previous customer. */
export function isLeftBehind(): boolean {
  const path = mark();
  return path !== null && path !== location.pathname;
}

export function backToList(): void {
  noteTablet('');
  location.replace('/device');
}
