/** Which pages of the browser are open: a draft is taken over only from one that is gone. */

/** Without a secure context there is no `crypto.randomUUID`. */
export const pageId = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;

const LOCK = 'fascicolo.page.';
const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);

let leave = (): void => undefined;
/** The browser releases the lock when the page ends, also by a crash. */
function enter(): void {
  locks?.request(LOCK + pageId, () => new Promise<void>((resolve) => (leave = resolve))).catch(() => undefined);
}

if (locks) {
  enter();
  addEventListener('pagehide', () => leave());
  addEventListener('pageshow', ({ persisted }) => persisted && enter());
}

/** Empty outside a secure context, where nothing tells. */
export async function openPages(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.replace(LOCK, '')));
}
