/** Detects whether any tab of the product in this browser is in front: each tab holds a lock while it is. */
const NAME = 'fascicolo.looked-at';

/** Visible and focused: a window next to another program's does not count. */
export const isInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Starts reporting whether this tab is visible and has the focus. @returns a function that stops it. */
export function reportTabInFront(): () => void {
  let release: (() => void) | null = null;
  const setInFront = (isShown: boolean) => {
    if (isShown === (release !== null)) return;
    if (!isShown) {
      release?.();
      release = null;
      return;
    }
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks.request(NAME, { mode: 'shared' }, () => until);
  };
  const update = () => setInFront(isInFront());
  update();
  window.addEventListener('focus', update);
  window.addEventListener('blur', update);
  document.addEventListener('visibilitychange', update);
  return () => {
    window.removeEventListener('focus', update);
    window.removeEventListener('blur', update);
    document.removeEventListener('visibilitychange', update);
    setInFront(false);
  };
}

export async function isTabInFront(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === NAME);
}
