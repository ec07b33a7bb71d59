/** Marks the notifications of the document on screen as read: at once, or when somebody comes back to it. */
import type { QueryClient } from '@tanstack/react-query';
import { markRead } from '#contract/calls/identity.ts';
import { ask } from '../api/client.ts';
import { refresh } from '../api/keys.ts';
import { isInFront } from '../api/looked-at.ts';

/** @returns how to stop waiting. */
export function readOnOpening(client: QueryClient, documentId: number): () => void {
  const waiting = new AbortController();
  const read = () => {
    if (!isInFront()) return;
    waiting.abort();
    // Unread again at the next opening, when this fails.
    const done = () => void refresh(client, markRead);
    ask(markRead, { body: { documentId } }).then(done, () => undefined);
  };
  window.addEventListener('focus', read, waiting);
  document.addEventListener('visibilitychange', read, waiting);
  read();
  return () => waiting.abort();
}
