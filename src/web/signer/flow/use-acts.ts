/** The acts of the person that change something: ask for a code, sign, decline. Each answers every refusal. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { asFailure, type SignFailure } from '../api/failure.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignView } from '../api/types.ts';
import type { CodeTrouble } from '../code/code-page.tsx';
import type { Catalogue } from '../text/it.ts';
import { NO_PROGRESS, type Progress, pointsToSign } from './progress.ts';
import { type Trouble, troubleOf, type WayOn } from './trouble.ts';
import type { StepState } from './use-step.ts';

export type Running = 'open' | 'code' | 'sign' | 'decline' | null;

export interface ActsInput {
  api: SignApi;
  view: SignView;
  progress: Progress;
  text: Catalogue;
  change: (part: Partial<Progress>) => void;
  refresh: () => Promise<SignView | null>;
  accept: (view: SignView) => void;
  step: StepState;
  /** Throws away the opened document, so that it is fetched again. */
  dropDocument: () => void;
}

export interface Acts {
  running: Running;
  trouble: CodeTrouble | null;
  clearTrouble: () => void;
  /** Makes the signature this browser's; true when it is. */
  open: () => Promise<boolean>;
  requestCode: () => Promise<boolean>;
  sign: (code: string) => Promise<'keep' | 'clear'>;
  /** Signs by whatever `act` hands in. */
  give: (act: () => Promise<SignView>) => Promise<'keep' | 'clear'>;
  decline: (reason: string, notMe: boolean) => Promise<void>;
}

export function useActs(input: ActsInput): Acts {
  const latest = useRef(input);
  latest.current = input;
  const [running, setRunning] = useState<Running>(null);
  const [trouble, setTrouble] = useState<CodeTrouble | null>(null);
  const busy = useRef(false);
  /** Nobody could say yet whether the last act arrived. */
  const inDoubt = useRef(false);

  /** Follows the way a refusal leaves open; true when the page has gone elsewhere by itself. */
  const follow = useCallback(async (met: Trouble): Promise<void> => {
    const { view, progress, change, accept, refresh, step, dropDocument, api } = latest.current;
    setTrouble({ where: met.way === 'retype' || met.way === 'newCode' ? 'field' : 'page', text: met.text });
    switch (met.way) {
      case 'locked':
        accept({ ...view, state: 'LOCKED' });
        return;
      case 'newCode':
        if (progress.code !== null) {
          change({ code: { ...progress.code, expiresAt: new Date(api.now()).toISOString() } });
        }
        return;
      case 'readAgain':
        dropDocument();
        change({ read: [] });
        step.go('read');
        return;
      case 'points':
        step.go('points');
        return;
      case 'refresh':
        await refresh();
        return;
      default:
        return;
    }
  }, []);

  /** Says what came of an act that did not succeed, and follows. */
  const met = useCallback(
    async (act: Exclude<Running, null>, failure: SignFailure, text: Catalogue): Promise<WayOn> => {
      const trouble = troubleOf(failure, text);
      if (failure.unsent) {
        setTrouble({ where: 'page', text: `${text.failure.notDone[act]} ${text.failure.absent}` });
        return 'stay';
      }
      if (failure.lostContact) {
        inDoubt.current = (await latest.current.refresh()) === null;
        setTrouble({ where: 'page', text: inDoubt.current ? text.failure.lost : text.failure.network });
        return 'stay';
      }
      await follow(trouble);
      return trouble.way;
    },
    [follow],
  );

  // The network is back, and what was in doubt is asked for: nothing is sent again by itself.
  useEffect(() => {
    const look = () => {
      if (!inDoubt.current) return;
      void latest.current.refresh().then((now) => {
        if (now === null) return;
        inDoubt.current = false;
        setTrouble(now.state === 'OPEN' ? { where: 'page', text: latest.current.text.failure.notArrived } : null);
      });
    };
    window.addEventListener('online', look);
    return () => window.removeEventListener('online', look);
  }, []);

  const during = useCallback(
    async <T>(name: Exclude<Running, null>, otherwise: T, act: () => Promise<T>): Promise<T> => {
      if (busy.current) return otherwise;
      busy.current = true;
      setRunning(name);
      setTrouble(null);
      try {
        return await act();
      } finally {
        busy.current = false;
        setRunning(null);
      }
    },
    [],
  );

  const open = useCallback(
    () =>
      during('open', false, async () => {
        const { api, view, accept, change, text } = latest.current;
        if (view.place === 'HERE') return true;
        try {
          const now = await api.open(view.seat);
          // Another browser may have read meanwhile, or its code come: here everything begins.
          change(NO_PROGRESS);
          accept(now);
          return true;
        } catch (thrown) {
          await met('open', asFailure(thrown), text);
          return false;
        }
      }),
    [during, met],
  );

  const requestCode = useCallback(
    () =>
      during('code', false, async () => {
        const { api, change, text } = latest.current;
        try {
          change({ code: await api.requestCode() });
          return true;
        } catch (thrown) {
          await met('code', asFailure(thrown), text);
          return false;
        }
      }),
    [during, met],
  );

  const give = useCallback(
    (act: () => Promise<SignView>) =>
      during<'keep' | 'clear'>('sign', 'keep', async () => {
        const { api, change, accept, refresh, text } = latest.current;
        const signed = (now: SignView) => {
          change({ signedAt: new Date(api.now()).toISOString(), code: null });
          accept(now);
        };
        try {
          signed(await act());
          return 'clear';
        } catch (thrown) {
          const failure = asFailure(thrown);
          if (failure.lostContact && !failure.unsent) {
            // The signature may have arrived: only the server knows.
            const now = await refresh();
            if (now !== null && now.state !== 'OPEN') {
              signed(now);
              return 'clear';
            }
            inDoubt.current = now === null;
            setTrouble({ where: 'page', text: now === null ? text.code.lost : text.failure.network });
            return 'keep';
          }
          const way = await met('sign', failure, text);
          return way === 'retype' || way === 'newCode' ? 'clear' : 'keep';
        }
      }),
    [during, met],
  );

  const sign = useCallback(
    (code: string) =>
      give(() => {
        const { api, view, progress } = latest.current;
        return api.sign(code, pointsToSign(view, progress), progress.read);
      }),
    [give],
  );

  const decline = useCallback(
    (reason: string, notMe: boolean) =>
      during('decline', undefined, async () => {
        const { api, view, change, accept, text } = latest.current;
        try {
          await api.decline(reason);
          change({ saidNotMe: notMe, code: null, confirmed: [], choices: {} });
          accept({ ...view, state: 'DECLINED' });
        } catch (thrown) {
          await met('decline', asFailure(thrown), text);
        }
      }),
    [during, met],
  );

  const clearTrouble = useCallback(() => setTrouble(null), []);
  return { running, trouble, clearTrouble, open, requestCode, sign, give, decline };
}
