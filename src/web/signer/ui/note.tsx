/** A note in the page: what happened and what to do. Errors interrupt a screen reader, the others do not. */
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface NoteProps {
  tone: 'bad' | 'neutral' | 'waiting';
  children: ReactNode;
  icon?: ReactNode;
  /** Said at once when it appears. */
  alert?: boolean;
}

export function Note({ tone, children, icon, alert = false }: NoteProps) {
  const drawn =
    icon ?? (tone === 'neutral' ? <IconInfoCircle aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />);
  return (
    <div className={`note note-${tone}`} role={alert ? 'alert' : undefined}>
      {drawn}
      <div>{children}</div>
    </div>
  );
}
