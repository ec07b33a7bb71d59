/** One polite live region for the whole page announces changes that do not move the focus (WCAG 4.1.3). */
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';

const LiveContext = createContext<(text: string) => void>(() => {});

/** Returns a function that announces a sentence; the same sentence twice is announced twice. */
export function useAnnounce(): (text: string) => void {
  return useContext(LiveContext);
}

export function LiveRegion({ children }: { children: ReactNode }) {
  const [announcement, setAnnouncement] = useState({ text: '', turn: 0 });
  const turn = useRef(0);
  const announce = useCallback((text: string) => {
    turn.current += 1;
    setAnnouncement({ text, turn: turn.current });
  }, []);
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
