/** The screen's only h1; it takes the focus when the screen appears, so that a screen reader starts there. */
import type { ReactNode } from 'react';

export function Heading({ children, hidden = false }: { children: ReactNode; hidden?: boolean }) {
  return (
    <h1 tabIndex={-1} className={hidden ? 'visually-hidden' : undefined}>
      {children}
    </h1>
  );
}
