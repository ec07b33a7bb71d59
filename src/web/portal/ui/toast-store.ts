/** The store of this visit's toasts, shared with the quick panel. */
import { makeListeners } from './listeners.ts';

export type Tone = 'working' | 'good' | 'bad' | 'info';

export interface Notice {
  readonly id: number;
  readonly tone: Tone;
  readonly title: string;
  readonly detail: string | null;
  /** The page of its subject; null when it has no link. */
  readonly path: string | null;
  /** Milliseconds. */
  readonly at: number;
}

export interface Notices {
  /** On screen now, oldest first. */
  readonly shown: readonly Notice[];
  /** Past ones, newest first. */
  readonly past: readonly Notice[];
  /** How many are new since the user last looked. */
  readonly unread: number;
}

/** More would cover the page; the oldest finished toasts are removed first and stay among the past ones. */
const MAX_SHOWN = 4;
const MAX_PAST = 50;

export function makeNotices(now: () => number) {
  let state: Notices = { shown: [], past: [], unread: 0 };
  let lastId = 0;
  const { tell, listen } = makeListeners();
  const update = (next: Partial<Notices>) => {
    state = { ...state, ...next };
    tell();
  };

  function fitting(shown: readonly Notice[]): readonly Notice[] {
    const excess = shown.length - MAX_SHOWN;
    if (excess <= 0) return shown;
    const removed = shown.filter(({ tone }) => tone !== 'working').slice(0, excess);
    return shown.filter((notice) => !removed.includes(notice));
  }

  /** Shows a notice, or replaces the one that it follows. @param where `keptElsewhere`: not listed among the past notices. */
  function show(
    tone: Tone,
    title: string,
    detail: string | null,
    where: { instead?: number; path?: string; keptElsewhere?: boolean } = {},
  ): number {
    lastId += 1;
    const notice: Notice = { id: lastId, tone, title, detail, path: where.path ?? null, at: now() };
    const place = state.shown.findIndex(({ id }) => id === where.instead);
    const shown = place < 0 ? [...state.shown, notice] : state.shown.with(place, notice);
    const over = tone !== 'working' && !where.keptElsewhere;
    update({
      shown: fitting(shown),
      ...(over ? { past: [notice, ...state.past].slice(0, MAX_PAST), unread: state.unread + 1 } : {}),
    });
    return notice.id;
  }

  return {
    show,
    dismiss: (id: number) => update({ shown: state.shown.filter((notice) => notice.id !== id) }),
    /** The user viewed the past notices. */
    markRead: () => {
      if (state.unread > 0) update({ unread: 0 });
    },
    forgetPast: () => update({ past: [], unread: 0 }),
    read: () => state,
    onChange: listen,
  };
}

export const notices = makeNotices(Date.now);
