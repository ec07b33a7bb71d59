/** Whether this tab belongs to a dealer's tablet, which goes from one customer to the next (P-13, P-19). */
const MARK = 'fascicolo.tablet';

/** Told with the path of a customer's pages when the tablet leaves its list for them, with none once it is back; kept by the tab alone. */
export const noteTablet = (path: string): void => sessionStorage.setItem(MARK, path);

function mark(): string | null {
  try {
    return sessionStorage.getItem(MARK);
  } catch {
    // A browser that keeps nothing is nobody's tablet.
    return null;
  }
}

export const isOnTablet = (): boolean => mark() !== null;

/** A step back to the pages of a customer who has left. */
export function isLeftBehind(): boolean {
  const path = mark();
  return path !== null && path !== location.pathname;
}

export function backToList(): void {
  noteTablet('');
  location.replace('/device');
}
