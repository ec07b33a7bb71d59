/** Progress as React state, mirrored into the tab's session storage. */
import { useCallback, useRef, useState } from 'react';
import type { SignView } from '../api/types.ts';
import { NO_PROGRESS, type Progress, progressKey, restoreProgress, storedProgress } from './progress.ts';

const STORAGE_KEY = 'fascicolo-sign-progress';

function read(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function write(text: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Without storage only the progress is lost on a reload.
    return;
  }
}

export interface ProgressState {
  progress: Progress;
  change: (part: Partial<Progress>) => void;
}

/** `view` null until the link is loaded; progress of another content is dropped then. */
export function useProgress(view: SignView | null): ProgressState {
  const key = view === null ? null : progressKey(view);
  const [held, setHeld] = useState<{ key: string | null; progress: Progress }>({ key: null, progress: NO_PROGRESS });
  let current = held;
  if (key !== null && held.key !== key) {
    current = { key, progress: restoreProgress(read(), key) };
    setHeld(current);
  }
  const latest = useRef(current);
  latest.current = current;

  const change = useCallback((part: Partial<Progress>) => {
    const next = { key: latest.current.key, progress: { ...latest.current.progress, ...part } };
    latest.current = next;
    setHeld(next);
    if (next.key !== null) write(storedProgress(next.progress, next.key));
  }, []);

  return { progress: current.progress, change };
}
