/** Notifications of the browser: wanted by nobody until switched on, kept for each user of this browser (P-19). */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

const keyOf = (userId: number): string => `fascicolo.notifications.${userId}`;
const listeners = new Set<() => void>();
const tellListeners = () => {
  for (const listener of listeners) listener();
};

/** Phones offer the name alone: there a page cannot make one. */
export const canNotify = (): boolean => 'Notification' in window && !/Android/.test(navigator.userAgent);

/** Switched on, and the browser lets it. */
export const wantsNotifications = (userId: number): boolean =>
  canNotify() && Notification.permission === 'granted' && localStorage.getItem(keyOf(userId)) === 'on';

/** One that follows about the same thing takes the place of the one before. */
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

/** `dismissed`: the browser asked, and nobody answered. */
export type NotificationState = 'unsupported' | 'off' | 'on' | 'denied' | 'dismissed';

/** What the switch shows, and what it does: the browser is asked when somebody turns it on, and never otherwise. */
export function useNotificationSwitch(userId: number): {
  state: NotificationState;
  turn: (on: boolean) => Promise<boolean>;
} {
  const wanted = useSyncExternalStore(listen, () => wantsNotifications(userId));
  const [answer, setAnswer] = useState<'denied' | 'dismissed' | null>(null);
  const refused = canNotify() && Notification.permission === 'denied';
  useEffect(() => {
    // Forbidden or allowed in the browser's own settings while the panel is open.
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
