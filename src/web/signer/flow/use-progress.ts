/** Progress as React state, mirrored into the tab's session storage. */
import { useCallback, useRef, useState } from 'react';
import type { SignView } from '../api/types.ts';
import { NO_PROGRESS, type Progress, progressKey, restoreProgress, serializeProgress } from './progress.ts';

const STORAGE_KEY = 'fascicolo-sign-progress';

function readStorage(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function writeStorage(text: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Without storage only the progress is lost on a reload.
    return;
  }
}

export interface ProgressState {
  progress: Progress;
  change: (changes: Partial<Progress>) => void;
}

/** `view` null until the link is loaded; progress of another content is dropped then. */
export function useProgress(view: SignView | null): ProgressState {
  const key = view === null ? null : progressKey(view);
  const [held, setStored] = useState<{ key: string | null; progress: Progress }>({ key: null, progress: NO_PROGRESS });
  let current = held;
  if (key !== null && held.key !== key) {
    current = { key, progress: restoreProgress(readStorage(), key) };
    setStored(current);
  }
  const latest = useRef(current);
  latest.current = current;

  const change = useCallback((changes: Partial<Progress>) => {
    const next = { key: latest.current.key, progress: { ...latest.current.progress, ...changes } };
    latest.current = next;
    setStored(next);
    if (next.key !== null) writeStorage(serializeProgress(next.progress, next.key));
  }, []);

  return { progress: current.progress, change };
}
