/** What was typed and not saved, kept for this tab and this person, offered again after a reload or a new sign-in (specification §5). */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.tsx';

const PREFIX = 'fascicolo.kept.v1.';
const KEPT_AFTER_MS = 200;

/** Values with the moment they were last typed, in milliseconds. */
export interface Kept<V> {
  at: number;
  values: V;
}

export function readKept<V>(storage: Pick<Storage, 'getItem'>, login: string, name: string): Kept<V> | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(`${PREFIX}${login}.${name}`) ?? 'null');
    if (typeof found !== 'object' || found === null || !('at' in found) || !('values' in found)) return null;
    return typeof found.at === 'number' && typeof found.values === 'object' ? (found as Kept<V>) : null;
  } catch {
    return null;
  }
}

/** Forgets everything kept in this tab: somebody leaves on purpose. */
export function forgetAllKept(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key);
}

/** `offered` is what an earlier visit left; `keep` at each change, `forget` once saved or discarded; `keptAt` when it last really was kept. */
export function useKept<V extends object>(name: string) {
  const { account } = useSession();
  const key = `${PREFIX}${account.login}.${name}`;
  const [offered, setOffered] = useState(() => readKept<V>(sessionStorage, account.login, name));
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);
  const stop = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  }, []);
  // Whoever reloads in the moment after a key still finds what that key wrote.
  useEffect(() => {
    const writeNow = () => waiting.current?.write();
    window.addEventListener('pagehide', writeNow);
    return () => window.removeEventListener('pagehide', writeNow);
  }, []);
  const keep = useCallback(
    (values: V) => {
      stop();
      const write = () => {
        waiting.current = null;
        const at = Date.now();
        try {
          sessionStorage.setItem(key, JSON.stringify({ at, values } satisfies Kept<V>));
          setKeptAt(at);
        } catch {
          // A full or forbidden storage keeps nothing; the form itself still works.
          setKeptAt(null);
        }
      };
      waiting.current = { timer: setTimeout(write, KEPT_AFTER_MS), write };
    },
    [key, stop],
  );
  const forget = useCallback(() => {
    stop();
    sessionStorage.removeItem(key);
    setOffered(null);
    setKeptAt(null);
  }, [key, stop]);
  const take = useCallback(() => setOffered(null), []);
  return { offered, keep, forget, take, keptAt };
}
