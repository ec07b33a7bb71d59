/** Keeps unsaved input on this computer for this user, and offers it again after a reload, a closed tab or a new sign-in. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.tsx';
import { draftKey, keysWithPrefix, pageId, readDraft, type StoredDraft } from './stored-draft.ts';

const importLeftDrafts = () => import('./draft/closed-drafts.ts');

const WRITE_DELAY_MS = 200;

/** Takes over a draft of a closed page, after the first render. */
function useAbandonedDraft<V extends object>(
  { storage, key, isSought }: { storage: Storage; key: string; isSought: boolean },
  offer: (draft: StoredDraft<V>) => void,
): void {
  const [sought] = useState(isSought);
  useEffect(() => {
    if (!sought) return;
    let isUnmounted = false;
    void importLeftDrafts()
      .then(async ({ adoptDraft, openPages }) => {
        const open = await openPages();
        const adopted = isUnmounted ? null : adoptDraft<V>(storage, key, (page) => open.has(page));
        if (adopted) offer(adopted);
      })
      // Without a network it is offered the next time.
      .catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [sought, storage, key, offer]);
}

/**
 * `offered` is what an earlier visit left, `take` reports that it was restored, `discard` throws it away.
 * `keep` at each change, `clear` once it equals what is stored (a draft on offer stays), `forget` once saved or left on
 * purpose; `keptAt` is the time when it was last stored.
 * Input typed while a draft is still offered is stored separately: neither replaces the other.
 * @param storage `sessionStorage` for a choice that belongs to the tab.
 */
export function useFormDraft<V extends object>(name: string, storage: Storage = localStorage) {
  const { account } = useSession();
  const isShared = storage === localStorage;
  const key = draftKey(account.login, name, isShared ? pageId : '');
  const [offered, setOffered] = useState(() => readDraft<V>(storage, key));
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const offeredRef = useRef(offered);
  const typed = useRef<V | null>(null);
  const pendingWrite = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);
  const cancelWrite = useCallback(() => {
    if (pendingWrite.current) clearTimeout(pendingWrite.current.timer);
    pendingWrite.current = null;
  }, []);
  // On a reload right after a keystroke, write the pending draft first.
  useEffect(() => {
    const writeNow = () => {
      const { write } = pendingWrite.current ?? {};
      cancelWrite();
      write?.();
    };
    window.addEventListener('pagehide', writeNow);
    return () => window.removeEventListener('pagehide', writeNow);
  }, [cancelWrite]);
  const offer = useCallback((next: StoredDraft<V> | null) => {
    offeredRef.current = next;
    setOffered(next);
  }, []);
  useAbandonedDraft<V>(
    { storage, key, isSought: isShared && keysWithPrefix(storage, draftKey(account.login, name)).length > 0 },
    offer,
  );
  const storeDraft = useCallback(
    (draft: StoredDraft<V> | null) => {
      try {
        if (draft) storage.setItem(key, JSON.stringify(draft));
        else storage.removeItem(key);
        return draft !== null;
      } catch {
        // Full or forbidden storage keeps nothing; the form itself still works.
        return false;
      }
    },
    [key, storage],
  );
  const keep = useCallback(
    (values: V) => {
      cancelWrite();
      typed.current = values;
      const write = () => {
        pendingWrite.current = null;
        const at = Date.now();
        // Loading it shows other pages that this one is open.
        if (isShared) importLeftDrafts().catch(() => undefined);
        const before = offeredRef.current;
        const stored = storeDraft({ at, values, ...(before && { before: { at: before.at, values: before.values } }) });
        setKeptAt(stored ? at : null);
      };
      pendingWrite.current = { timer: setTimeout(write, WRITE_DELAY_MS), write };
    },
    [cancelWrite, storeDraft, isShared],
  );
  const clear = useCallback(() => {
    cancelWrite();
    typed.current = null;
    storeDraft(offeredRef.current);
    setKeptAt(null);
  }, [cancelWrite, storeDraft]);
  const forget = useCallback(() => {
    offer(null);
    clear();
  }, [offer, clear]);
  const take = useCallback(() => offer(null), [offer]);
  const discard = useCallback(() => {
    const before = offeredRef.current?.before ?? null;
    offer(before);
    if (typed.current) keep(typed.current);
    else storeDraft(before);
  }, [offer, keep, storeDraft]);
  return { offered, keep, clear, forget, take, discard, keptAt };
}
