/** Detects whether this tab belongs to a dealer's tablet, which is used by one customer after the other. */
const STORAGE_KEY = 'fascicolo.tablet';

/**
 * Called with the path of a customer's pages when the tablet opens them from its list, and with an empty path on the
 * return; kept only in this tab.
 */
export const storeTabletPath = (path: string): void => sessionStorage.setItem(STORAGE_KEY, path);

function readTabletPath(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    // A browser without session storage is not a tablet.
    return null;
  }
}

export const isOnTablet = (): boolean => readTabletPath() !== null;

/** The user went back to the pages of a previous customer. */
export function isPreviousCustomerPage(): boolean {
  const path = readTabletPath();
  return path !== null && path !== location.pathname;
}

export function returnToList(): void {
  storeTabletPath('');
  location.replace('/device');
}
