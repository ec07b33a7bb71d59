/** Browser notifications: off until the user turns them on, stored per user in this browser. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

const keyOf = (userId: number): string => `fascicolo.notifications.${userId}`;
const listeners = new Set<() => void>();
const tellListeners = () => {
  for (const listener of listeners) listener();
};

/** On Android the constructor exists, but a page cannot use it. */
export const canNotify = (): boolean => 'Notification' in window && !/Android/.test(navigator.userAgent);

/** Turned on, and permitted by the browser. */
export const wantsNotifications = (userId: number): boolean =>
  canNotify() && Notification.permission === 'granted' && localStorage.getItem(keyOf(userId)) === 'on';

/** A notification about the same subject replaces the previous one. */
export function notify(what: { title: string; text: string; tag: string }, onClick?: () => void): void {
  const notification = new Notification(what.title, {
    body: what.text,
    tag: what.tag,
    lang: document.documentElement.lang,
  });
  notification.onclick = () => {
    window.focus();
    notification.close();
    onClick?.();
  };
}

/** `dismissed`: the user closed the browser's prompt without an answer. */
export type NotificationState = 'unsupported' | 'off' | 'on' | 'denied' | 'dismissed';

/** The state of the switch and its action: the browser prompts only when the user turns it on. */
export function useNotificationSwitch(userId: number): {
  state: NotificationState;
  turn: (on: boolean) => Promise<boolean>;
} {
  const wanted = useSyncExternalStore(listen, () => wantsNotifications(userId));
  const [answer, setAnswer] = useState<'denied' | 'dismissed' | null>(null);
  const refused = canNotify() && Notification.permission === 'denied';
  useEffect(() => {
    // The permission may change in the browser's settings while the panel is open.
    const asked = navigator.permissions?.query({ name: 'notifications' }).catch(() => null) ?? Promise.resolve(null);
    void asked.then((status) => status?.addEventListener('change', tellListeners));
    return () => void asked.then((status) => status?.removeEventListener('change', tellListeners));
  }, []);
  const turn = useCallback(
    async (on: boolean) => {
      const permission = on ? await Notification.requestPermission() : null;
      const granted = permission === 'granted';
      setAnswer(!on || granted ? null : permission === 'denied' ? 'denied' : 'dismissed');
      if (granted) localStorage.setItem(keyOf(userId), 'on');
      else localStorage.removeItem(keyOf(userId));
      tellListeners();
      return granted;
    },
    [userId],
  );
  if (!canNotify()) return { state: 'unsupported', turn };
  return { state: wanted ? 'on' : refused ? 'denied' : (answer ?? 'off'), turn };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
