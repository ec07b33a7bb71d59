/** Whether any tab of the product in this browser is in front: each holds a lock while it is. */
const NAME = 'fascicolo.looked-at';

/** Visible and focused: a window beside another program's does not count. */
export const isInFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Starts reporting whether this tab is visible and has the focus. @returns a function that stops it. */
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
