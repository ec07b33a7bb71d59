/** A note in the page: what happened and what to do. Errors interrupt a screen reader, the others do not. */
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface NoteProps {
  tone: 'bad' | 'neutral' | 'waiting';
  children: ReactNode;
  icon?: ReactNode;
  /** Said at once when it appears, and brought into view. */
  alert?: boolean;
}

/** A note that nobody sees, because the bar of actions covers it, would be no note. */
function bringIntoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest' });
}

export function Note({ tone, children, icon, alert = false }: NoteProps) {
  const drawn =
    icon ?? (tone === 'neutral' ? <IconInfoCircle aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />);
  return (
    <div ref={alert ? bringIntoView : undefined} className={`note note-${tone}`} role={alert ? 'alert' : undefined}>
      {drawn}
      <div>{children}</div>
    </div>
  );
}

/** What went wrong, said at once; nothing when nothing did. */
export function ErrorNote({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Note tone="bad" alert>
      {text}
    </Note>
  );
}
