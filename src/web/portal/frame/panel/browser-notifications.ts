/** Browser notifications: off until the user turns them on, stored per user in this browser. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { makeListeners } from '../../ui/listeners.ts';

const keyOf = (userId: number): string => `fascicolo.notifications.${userId}`;
const here = makeListeners();

/** On Android the constructor exists, but a page cannot use it. */
export const canNotify = (): boolean => 'Notification' in window && !/Android/.test(navigator.userAgent);

/** Turned on, and permitted by the browser. */
export const wantsNotifications = (userId: number): boolean =>
  canNotify() && Notification.permission === 'granted' && localStorage.getItem(keyOf(userId)) === 'on';

/** A notification about the same subject replaces the previous one. */
export function notify(content: { title: string; text: string; tag: string }, onClick?: () => void): void {
  const notification = new Notification(content.title, {
    body: content.text,
    tag: content.tag,
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
  const isWanted = useSyncExternalStore(listen, () => wantsNotifications(userId));
  const [answer, setAnswer] = useState<'denied' | 'dismissed' | null>(null);
  const wasRefused = canNotify() && Notification.permission === 'denied';
  useEffect(() => {
    // The permission may change in the browser's settings while the panel is open.
    const asked = navigator.permissions?.query({ name: 'notifications' }).catch(() => null) ?? Promise.resolve(null);
    void asked.then((status) => status?.addEventListener('change', here.tell));
    return () => void asked.then((status) => status?.removeEventListener('change', here.tell));
  }, []);
  const toggle = useCallback(
    async (on: boolean) => {
      const permission = on ? await Notification.requestPermission() : null;
      const granted = permission === 'granted';
      setAnswer(!on || granted ? null : permission === 'denied' ? 'denied' : 'dismissed');
      if (granted) localStorage.setItem(keyOf(userId), 'on');
      else localStorage.removeItem(keyOf(userId));
      here.tell();
      return granted;
    },
    [userId],
  );
  if (!canNotify()) return { state: 'unsupported', turn: toggle };
  return { state: isWanted ? 'on' : wasRefused ? 'denied' : (answer ?? 'off'), turn: toggle };
}

function listen(listener: () => void): () => void {
  const end = here.listen(listener);
  window.addEventListener('storage', listener);
  return () => {
    end();
    window.removeEventListener('storage', listener);
  };
}
