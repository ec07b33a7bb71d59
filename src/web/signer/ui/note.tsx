/** A note in the page: what happened and what to do. Only errors interrupt a screen reader. */
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface NoteProps {
  tone: 'bad' | 'neutral' | 'waiting';
  children: ReactNode;
  icon?: ReactNode;
  /** Announced immediately when it appears, and scrolled into view. */
  alert?: boolean;
}

/** The action bar may cover a new note; scroll it into view. */
function bringIntoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest' });
}

export function Note({ tone, children, icon, alert = false }: NoteProps) {
  const shownIcon =
    icon ?? (tone === 'neutral' ? <IconInfoCircle aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />);
  return (
    <div ref={alert ? bringIntoView : undefined} className={`note tone-${tone}`} role={alert ? 'alert' : undefined}>
      {shownIcon}
      <div>{children}</div>
    </div>
  );
}

/** An error note, announced immediately; renders nothing without a text. */
export function ErrorNote({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Note tone="bad" alert>
      {text}
    </Note>
  );
}
