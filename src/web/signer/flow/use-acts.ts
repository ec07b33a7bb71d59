/** The signer's actions that change something: request a code, sign, decline. Each handles every refusal. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { asFailure, type SignFailure } from '../api/failure.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignView } from '../api/types.ts';
import type { CodeTrouble } from '../code/code-page.tsx';
import type { Catalogue } from '../text/it.ts';
import { NO_PROGRESS, type Progress, pointsToSign, readingOf } from './progress.ts';
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
  /** Discards the loaded document, so that it is fetched again. */
  dropDocument: () => void;
}

export interface Acts {
  running: Running;
  trouble: CodeTrouble | null;
  clearTrouble: () => void;
  /** Takes the seat for this browser; true on success. */
  open: () => Promise<boolean>;
  requestCode: () => Promise<boolean>;
  sign: (code: string) => Promise<'keep' | 'clear'>;
  /** Signs with the call `act`. */
  give: (act: () => Promise<SignView>) => Promise<'keep' | 'clear'>;
  decline: (reason: string, notMe: boolean) => Promise<void>;
}

type Act = Exclude<Running, null>;
type Say = (trouble: CodeTrouble | null) => void;
type Latest = RefObject<ActsInput>;

/** Continues as a refusal requires. */
async function follow(met: Trouble, say: Say, input: ActsInput): Promise<void> {
  const { view, progress, change, accept, refresh, step, dropDocument, api } = input;
  say({ where: met.way === 'retype' || met.way === 'newCode' ? 'field' : 'page', text: met.text });
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
}

/** Whether the result of the last action is unknown; checked again when the network is back. */
function useDoubt(latest: Latest, say: Say) {
  const inDoubt = useRef(false);
  // Only loads the state: an action in doubt is never repeated automatically.
  useEffect(() => {
    const look = () => {
      if (!inDoubt.current) return;
      void latest.current.refresh().then((now) => {
        if (now === null) return;
        inDoubt.current = false;
        say(now.state === 'OPEN' ? { where: 'page', text: latest.current.text.failure.notArrived } : null);
      });
    };
    window.addEventListener('online', look);
    return () => window.removeEventListener('online', look);
  }, [latest, say]);
  return inDoubt;
}

/** Runs one action at a time, and keeps the last failure. */
function useAttempts(latest: Latest) {
  const [running, setRunning] = useState<Running>(null);
  const [trouble, setTrouble] = useState<CodeTrouble | null>(null);
  const busy = useRef(false);
  const inDoubt = useDoubt(latest, setTrouble);

  /** Reports a failed action, and continues as it requires. */
  const met = useCallback(
    async (act: Act, failure: SignFailure, text: Catalogue): Promise<WayOn> => {
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
      await follow(trouble, setTrouble, latest.current);
      return trouble.way;
    },
    [latest, inDoubt],
  );

  const during = useCallback(async <T>(name: Act, otherwise: T, act: () => Promise<T>): Promise<T> => {
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
  }, []);

  /** Runs an action; false when it was refused or another one is running. */
  const attempt = useCallback(
    (name: Act, act: (input: ActsInput) => Promise<void>) =>
      during(name, false, async () => {
        const { text } = latest.current;
        try {
          await act(latest.current);
          return true;
        } catch (thrown) {
          await met(name, asFailure(thrown), text);
          return false;
        }
      }),
    [during, met, latest],
  );
  return { running, trouble, setTrouble, inDoubt, met, during, attempt };
}

type Attempts = ReturnType<typeof useAttempts>;

function useGive(latest: Latest, { during, met, inDoubt, setTrouble }: Attempts): Acts['give'] {
  return useCallback(
    (act) =>
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
            // The signature may have arrived: only the server can tell.
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
    [during, met, inDoubt, setTrouble, latest],
  );
}

export function useActs(input: ActsInput): Acts {
  const latest = useRef(input);
  latest.current = input;
  const attempts = useAttempts(latest);
  const { running, trouble, setTrouble, attempt } = attempts;

  const open = useCallback(
    () =>
      attempt('open', async ({ api, view, accept, change }) => {
        if (view.place === 'HERE') return;
        const now = await api.open(view.seat);
        // Another browser may have read the documents or received its code meanwhile: start from the beginning here.
        change(NO_PROGRESS);
        accept(now);
      }),
    [attempt],
  );
  const requestCode = useCallback(
    () => attempt('code', async ({ api, change }) => change({ code: await api.requestCode() })),
    [attempt],
  );
  const give = useGive(latest, attempts);
  const sign = useCallback(
    (code: string) =>
      give(() => {
        const { api, view, progress } = latest.current;
        return api.sign(code, pointsToSign(view, progress), readingOf(progress));
      }),
    [give],
  );
  const decline = useCallback(
    async (reason: string, notMe: boolean) => {
      await attempt('decline', async ({ api, view, change, accept }) => {
        await api.decline(reason);
        change({ saidNotMe: notMe, code: null, confirmed: [], choices: {} });
        accept({ ...view, state: 'DECLINED' });
      });
    },
    [attempt],
  );
  const clearTrouble = useCallback(() => setTrouble(null), [setTrouble]);
  return { running, trouble, clearTrouble, open, requestCode, sign, give, decline };
}
