/** Keeps unsaved input on this computer for this user, and offers it again after a reload, a closed tab or a new sign-in. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.tsx';
import { draftKey, keysUnder, pageId, readDraft, type StoredDraft } from './stored-draft.ts';

const leftDrafts = () => import('./draft/left-drafts.ts');

const KEPT_AFTER_MS = 200;

/** Takes over a draft of a closed page, after the first render. */
function useLeftDraft<V extends object>(
  { storage, key, isSought }: { storage: Storage; key: string; isSought: boolean },
  offer: (draft: StoredDraft<V>) => void,
): void {
  const [sought] = useState(isSought);
  useEffect(() => {
    if (!sought) return;
    let isGone = false;
    void leftDrafts()
      .then(async ({ adoptDraft, openPages }) => {
        const open = await openPages();
        const found = isGone ? null : adoptDraft<V>(storage, key, (page) => open.has(page));
        if (found) offer(found);
      })
      // Without a network it is offered the next time.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [sought, storage, key, offer]);
}

/**
 * `offered` is what an earlier visit left, `take` reports that it was restored, `discard` throws it away.
 * `keep` at each change, `clear` once it equals what is stored (a draft on offer stays), `forget` once saved or left on
 * purpose; `keptAt` is the time when it was last actually kept.
 * What is typed while a draft is still on offer is kept separately: neither replaces the other.
 * @param storage `sessionStorage` for a choice that belongs to the tab.
 */
export function useFormDraft<V extends object>(name: string, storage: Storage = localStorage) {
  const { account } = useSession();
  const isShared = storage === localStorage;
  const key = draftKey(account.login, name, isShared ? pageId : '');
  const [offered, setOffered] = useState(() => readDraft<V>(storage, key));
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const onOffer = useRef(offered);
  const typed = useRef<V | null>(null);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);
  const stop = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  }, []);
  // On a reload right after a keystroke, write the pending draft first.
  useEffect(() => {
    const writeNow = () => {
      const { write } = waiting.current ?? {};
      stop();
      write?.();
    };
    window.addEventListener('pagehide', writeNow);
    return () => window.removeEventListener('pagehide', writeNow);
  }, [stop]);
  const offer = useCallback((next: StoredDraft<V> | null) => {
    onOffer.current = next;
    setOffered(next);
  }, []);
  useLeftDraft<V>(
    { storage, key, isSought: isShared && keysUnder(storage, draftKey(account.login, name)).length > 0 },
    offer,
  );
  const store = useCallback(
    (kept: StoredDraft<V> | null) => {
      try {
        if (kept) storage.setItem(key, JSON.stringify(kept));
        else storage.removeItem(key);
        return kept !== null;
      } catch {
        // Full or forbidden storage keeps nothing; the form itself still works.
        return false;
      }
    },
    [key, storage],
  );
  const keep = useCallback(
    (values: V) => {
      stop();
      typed.current = values;
      const write = () => {
        waiting.current = null;
        const at = Date.now();
        // Loading it shows other pages that this one is open.
        if (isShared) leftDrafts().catch(() => undefined);
        const before = onOffer.current;
        const stored = store({ at, values, ...(before && { before: { at: before.at, values: before.values } }) });
        setKeptAt(stored ? at : null);
      };
      waiting.current = { timer: setTimeout(write, KEPT_AFTER_MS), write };
    },
    [stop, store, isShared],
  );
  const clear = useCallback(() => {
    stop();
    typed.current = null;
    store(onOffer.current);
    setKeptAt(null);
  }, [stop, store]);
  const forget = useCallback(() => {
    offer(null);
    clear();
  }, [offer, clear]);
  const take = useCallback(() => offer(null), [offer]);
  const discard = useCallback(() => {
    const before = onOffer.current?.before ?? null;
    offer(before);
    if (typed.current) keep(typed.current);
    else store(before);
  }, [offer, keep, store]);
  return { offered, keep, clear, forget, take, discard, keptAt };
}
