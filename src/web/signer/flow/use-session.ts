/** The session behind the link as loaded from the server, reloaded whenever it may have changed elsewhere. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { asFailure, type SignFailure } from '../api/failure.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignView } from '../api/types.ts';
import { fontReady } from '../ui/font-ready.ts';

/** Polling interval of a signed document until its copy is ready; slower after two minutes. */
const POLL_MS = 2000;
const SLOW_POLL_MS = 10_000;
const SLOW_AFTER_MS = 120_000;
/** Polling interval while reading, to detect that the signature continues in another browser or was withdrawn. */
const SEAT_POLL_MS = 20_000;

export type Session =
  | { status: 'loading' }
  | { status: 'failed'; failure: SignFailure; retrying: boolean }
  /** Unknown, expired, cancelled and used links deliberately look the same. */
  | { status: 'unknown' }
  | { status: 'ready'; view: SignView };

export interface SessionState {
  session: Session;
  /** Loads the session again; resolves to the view, or null when there is none to show. */
  refresh: () => Promise<SignView | null>;
  accept: (view: SignView) => void;
}

/** Keeps the last view when a refresh fails, so that a lost connection never empties the page. */
export function useSession(api: SignApi | null): SessionState {
  const [session, setSession] = useState<Session>(api === null ? { status: 'unknown' } : { status: 'loading' });
  const pendingRequest = useRef<Promise<SignView | null> | null>(null);
  /** Number of answered actions: a load started before one of them is outdated. */
  const actionCount = useRef(0);

  const refresh = useCallback((): Promise<SignView | null> => {
    if (api === null) return Promise.resolve(null);
    if (pendingRequest.current) return pendingRequest.current;
    setSession((current) => (current.status === 'failed' ? { ...current, retrying: true } : current));
    const countBefore = actionCount.current;
    const request = Promise.all([api.load(), fontReady()])
      .then(([view]) => {
        if (actionCount.current === countBefore) setSession({ status: 'ready', view });
        return view;
      })
      .catch((error: unknown) => {
        const failure = asFailure(error);
        setSession((now) => {
          // After declining or locking the session, keep showing that state although the link no longer exists.
          const ended = now.status === 'ready' && (now.view.state === 'DECLINED' || now.view.state === 'LOCKED');
          if (failure.details.status === 404 && !ended) return { status: 'unknown' };
          return now.status === 'ready' ? now : { status: 'failed', failure, retrying: false };
        });
        return null;
      })
      .finally(() => {
        pendingRequest.current = null;
      });
    pendingRequest.current = request;
    return request;
  }, [api]);

  useEffect(() => {
    void refresh();
    const onReturn = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    window.addEventListener('online', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('online', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [refresh]);

  const view = session.status === 'ready' ? session.view : null;
  const isAwaitingCopy = view?.state === 'SIGNED';
  const isSeated = view?.state === 'OPEN' && view.place === 'HERE';
  useEffect(() => {
    if (!isAwaitingCopy && !isSeated) return;
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const schedulePoll = () => {
      const delay = isSeated ? SEAT_POLL_MS : Date.now() - startedAt > SLOW_AFTER_MS ? SLOW_POLL_MS : POLL_MS;
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible') void refresh().finally(schedulePoll);
        else schedulePoll();
      }, delay);
    };
    schedulePoll();
    return () => clearTimeout(timer);
  }, [isAwaitingCopy, isSeated, refresh]);

  const accept = useCallback((view: SignView) => {
    actionCount.current += 1;
    setSession({ status: 'ready', view });
  }, []);
  return { session, refresh, accept };
}
