/** How far the reading of several documents is, kept in the tab: the sign-in at the identity provider leaves the page. */
import { useState } from 'react';
import { PREFIX } from '../../../api/queries/own-shown.ts';

const PROGRESS_KEY = `${PREFIX}progress`;

/** Of one document. */
export interface Reading {
  /** Pages that have stood on the screen. */
  readonly pages: readonly number[];
  /** Ids of the points that were confirmed. */
  readonly points: readonly string[];
  readonly confirmed: boolean;
}

type Progress = Readonly<Record<string, Reading>>;

export const UNREAD: Reading = { pages: [], points: [], confirmed: false };

function stored(): Progress {
  try {
    return JSON.parse(sessionStorage.getItem(PROGRESS_KEY) ?? '{}') as Progress;
  } catch {
    // A forbidden storage costs only the memory of a reload.
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
