/** Whether somebody looks at any tab of the product in this browser: each says so by a lock that it holds while it is in front (P-19). */
const NAME = 'fascicolo.looked-at';

/** In front, and the keyboard is here: a window beside another program is not looked at. */
export const isInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Starts saying so. @returns how to stop. */
export function sayLookedAt(): () => void {
  let release: (() => void) | null = null;
  const say = (looked: boolean) => {
    if (looked === (release !== null)) return;
    if (!looked) {
      release?.();
      release = null;
      return;
    }
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks.request(NAME, { mode: 'shared' }, () => until);
  };
  const look = () => say(isInFront());
  look();
  window.addEventListener('focus', look);
  window.addEventListener('blur', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('focus', look);
    window.removeEventListener('blur', look);
    document.removeEventListener('visibilitychange', look);
    say(false);
  };
}

export async function isLookedAt(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === NAME);
}
