/** A document on screen reads its notifications: at once, or when somebody comes back to it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { markRead } from '#contract/calls/identity.ts';
import { ask } from '../../api/client.ts';
import { refresh } from '../../api/keys.ts';
import { isInFront } from '../../api/live/tab-visibility.ts';
import { unreadQuery } from '../../api/queries/notifications.ts';

/** @param documentId absent until its page knows that it may be seen. */
export function useReadNotifications(documentId: number | undefined): void {
  const client = useQueryClient();
  // Another number: something has come, perhaps of this document.
  const count = useQuery(unreadQuery).data?.count ?? 0;
  useEffect(() => {
    if (count === 0 || documentId === undefined) return;
    const waiting = new AbortController();
    const read = () => {
      if (!isInFront()) return;
      waiting.abort();
      const done = () => void refresh(client, markRead);
      // They stay unread until the next opening when this fails.
      ask(markRead, { body: { documentId } }).then(done, () => undefined);
    };
    window.addEventListener('focus', read, waiting);
    document.addEventListener('visibilitychange', read, waiting);
    read();
    return () => waiting.abort();
  }, [client, count, documentId]);
}
