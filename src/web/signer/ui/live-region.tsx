/** One polite live region for the whole page announces changes that do not move the focus (WCAG 4.1.3). */
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';

const LiveContext = createContext<(text: string) => void>(() => {});

/** Returns a function that announces a sentence; the same sentence twice is announced twice. */
export function useAnnounce(): (text: string) => void {
  return useContext(LiveContext);
}

/** @param page identifies the page. An announcement belongs to it: on the next one a screen reader must not find it. */
export function LiveRegion({ page, children }: { page: string; children: ReactNode }) {
  const [announcement, setAnnouncement] = useState({ text: '', turn: 0, page });
  // After a change of page this is another function, so that an answer that arrives late announces nothing.
  const announce = useCallback(
    (text: string) => setAnnouncement(({ turn }) => ({ text, turn: turn + 1, page })),
    [page],
  );
  if (announcement.page !== page) setAnnouncement({ text: '', turn: announcement.turn, page });
  return (
    <LiveContext value={announce}>
      {children}
      <p className="visually-hidden" role="status">
        {announcement.text}
        {/* An alternating space makes the same sentence count as new. */}
        {announcement.turn % 2 === 0 ? '' : '\u00a0'}
      </p>
    </LiveContext>
  );
}
