/** Marks a document's notifications as read when the document is on screen: immediately, or when the user returns to the tab. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { markRead } from '#contract/calls/identity.ts';
import { ask } from '../../api/client.ts';
import { isInFront } from '../../api/live/tab-visibility.ts';
import { unreadQuery } from '../../api/queries/notifications.ts';
import { refresh } from '../../api/query-keys.ts';

/** @param documentId absent until its page has confirmed that the user may see it. */
export function useReadNotifications(documentId: number | undefined): void {
  const client = useQueryClient();
  // The count changed: a new notification may be about this document.
  const count = useQuery(unreadQuery).data?.count ?? 0;
  useEffect(() => {
    if (count === 0 || documentId === undefined) return;
    const waiting = new AbortController();
    const read = () => {
      if (!isInFront()) return;
      waiting.abort();
      const done = () => void refresh(client, markRead);
      // On failure they stay unread until the document is next opened.
      ask(markRead, { body: { documentId } }).then(done, () => undefined);
    };
    window.addEventListener('focus', read, waiting);
    document.addEventListener('visibilitychange', read, waiting);
    read();
    return () => waiting.abort();
  }, [client, count, documentId]);
}
