/** Reading progress of several documents, kept in the tab because the sign-in at the identity provider leaves the page. */
import { useState } from 'react';
import { PREFIX } from '../../../api/queries/shown-hashes.ts';

const PROGRESS_KEY = `${PREFIX}progress`;

/** Progress of one document. */
export interface Reading {
  /** Pages that have been fully visible. */
  readonly pages: readonly number[];
  /** Ids of the confirmed signature fields. */
  readonly points: readonly string[];
  readonly confirmed: boolean;
}

type Progress = Readonly<Record<string, Reading>>;

export const UNREAD: Reading = { pages: [], points: [], confirmed: false };

function stored(): Progress {
  try {
    return JSON.parse(sessionStorage.getItem(PROGRESS_KEY) ?? '{}') as Progress;
  } catch {
    // Without storage only the progress is lost on a reload.
    return {};
  }
}

function store(progress: Progress): void {
  try {
    sessionStorage.setItem(PROGRESS_KEY, JSON.stringify(progress));
  } catch {
    return;
  }
}

export function useProgress(): [Progress, (key: string, change: Partial<Reading>) => void] {
  const [progress, setProgress] = useState(stored);
  const note = (key: string, change: Partial<Reading>) =>
    setProgress((before) => {
      const after = { ...before, [key]: { ...UNREAD, ...before[key], ...change } };
      store(after);
      return after;
    });
  return [progress, note];
}
