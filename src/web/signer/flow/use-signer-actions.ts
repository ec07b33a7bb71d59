/** The signer's actions that change something: request a code, sign, decline. Each handles every refusal. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { asFailure, type SignFailure } from '../api/failure.ts';
import type { SignApi } from '../api/sign-api.ts';
import type { SignView } from '../api/types.ts';
import type { CodeTrouble } from '../code/code-page.tsx';
import type { Catalogue } from '../text/it.ts';
import { NO_PROGRESS, type Progress, pointsToSign, readingOf } from './progress.ts';
import { type NextStep, type Trouble, troubleOf } from './refused-action.ts';
import type { StepState } from './use-step.ts';

export type RunningAction = 'open' | 'code' | 'sign' | 'decline' | null;

export interface ActionsInput {
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

export interface SignerActions {
  running: RunningAction;
  trouble: CodeTrouble | null;
  clearTrouble: () => void;
  /** Clears the error of a page that the signer leaves, unless the result of an action is still unknown. */
  leavePage: () => void;
  /** Takes the seat for this browser; true on success. */
  open: () => Promise<boolean>;
  requestCode: () => Promise<boolean>;
  sign: (otpCode: string) => Promise<'keep' | 'clear'>;
  /** Signs with another call than that of the code. */
  signWith: (call: () => Promise<SignView>) => Promise<'keep' | 'clear'>;
  decline: (reason: string, notMe: boolean) => Promise<void>;
}

type SignerAction = Exclude<RunningAction, null>;
type SetTrouble = (trouble: CodeTrouble | null) => void;
type LatestInput = RefObject<ActionsInput>;

/** Shows a refusal and moves to the step that it requires. */
async function handleRefusal(trouble: Trouble, setTrouble: SetTrouble, input: ActionsInput): Promise<void> {
  const { view, progress, change, accept, refresh, step, dropDocument, api } = input;
  setTrouble({ where: trouble.way === 'retype' || trouble.way === 'newCode' ? 'field' : 'page', text: trouble.text });
  switch (trouble.way) {
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
function useUnknownResult(latest: LatestInput, setTrouble: SetTrouble) {
  const inDoubt = useRef(false);
  // Only loads the state: an action in doubt is never repeated automatically.
  useEffect(() => {
    const check = () => {
      if (!inDoubt.current) return;
      void latest.current.refresh().then((view) => {
        if (view === null) return;
        inDoubt.current = false;
        setTrouble(view.state === 'OPEN' ? { where: 'page', text: latest.current.text.failure.notArrived } : null);
      });
    };
    window.addEventListener('online', check);
    return () => window.removeEventListener('online', check);
  }, [latest, setTrouble]);
  return inDoubt;
}

/** Runs one action at a time, and keeps the last failure. */
function useAttempts(latest: LatestInput) {
  const [running, setRunning] = useState<RunningAction>(null);
  const [trouble, setTrouble] = useState<CodeTrouble | null>(null);
  const busy = useRef(false);
  const inDoubt = useUnknownResult(latest, setTrouble);

  /** Reports a failed action, and continues as it requires. */
  const met = useCallback(
    async (action: SignerAction, failure: SignFailure, text: Catalogue): Promise<NextStep> => {
      const trouble = troubleOf(failure, text);
      if (failure.isUnsent) {
        setTrouble({ where: 'page', text: `${text.failure.notDone[action]} ${text.failure.absent}` });
        return 'stay';
      }
      if (failure.isConnectionLost) {
        inDoubt.current = (await latest.current.refresh()) === null;
        setTrouble({ where: 'page', text: inDoubt.current ? text.failure.lost : text.failure.network });
        return 'stay';
      }
      await handleRefusal(trouble, setTrouble, latest.current);
      return trouble.way;
    },
    [latest, inDoubt],
  );

  const during = useCallback(async <T>(action: SignerAction, fallback: T, run: () => Promise<T>): Promise<T> => {
    if (busy.current) return fallback;
    busy.current = true;
    setRunning(action);
    setTrouble(null);
    try {
      return await run();
    } finally {
      busy.current = false;
      setRunning(null);
    }
  }, []);

  /** Runs an action; false when it was refused or another one is running. */
  const attempt = useCallback(
    (action: SignerAction, run: (input: ActionsInput) => Promise<void>) =>
      during(action, false, async () => {
        const { text } = latest.current;
        try {
          await run(latest.current);
          return true;
        } catch (error) {
          await met(action, asFailure(error), text);
          return false;
        }
      }),
    [during, met, latest],
  );
  return { running, trouble, setTrouble, inDoubt, met, during, attempt };
}

type Attempts = ReturnType<typeof useAttempts>;

function useSignWith(latest: LatestInput, { during, met, inDoubt, setTrouble }: Attempts): SignerActions['signWith'] {
  return useCallback(
    (call) =>
      during<'keep' | 'clear'>('sign', 'keep', async () => {
        const { api, change, accept, refresh, text } = latest.current;
        const acceptSigned = (signedView: SignView) => {
          change({ signedAt: new Date(api.now()).toISOString(), code: null });
          accept(signedView);
        };
        try {
          acceptSigned(await call());
          return 'clear';
        } catch (error) {
          const failure = asFailure(error);
          if (failure.isConnectionLost && !failure.isUnsent) {
            // The signature may have arrived: only the server has the answer.
            const reloaded = await refresh();
            if (reloaded !== null && reloaded.state !== 'OPEN') {
              acceptSigned(reloaded);
              return 'clear';
            }
            inDoubt.current = reloaded === null;
            setTrouble({ where: 'page', text: reloaded === null ? text.code.lost : text.failure.network });
            return 'keep';
          }
          const nextStep = await met('sign', failure, text);
          return nextStep === 'retype' || nextStep === 'newCode' ? 'clear' : 'keep';
        }
      }),
    [during, met, inDoubt, setTrouble, latest],
  );
}

export function useSignerActions(input: ActionsInput): SignerActions {
  const latest = useRef(input);
  latest.current = input;
  const attempts = useAttempts(latest);
  const { running, trouble, setTrouble, inDoubt, attempt } = attempts;

  const open = useCallback(
    () =>
      attempt('open', async ({ api, view, accept, change }) => {
        if (view.place === 'HERE') return;
        const openedView = await api.open(view.seat);
        // Another browser may have read the documents or received its code meanwhile: start from the beginning here.
        change(NO_PROGRESS);
        accept(openedView);
      }),
    [attempt],
  );
  const requestCode = useCallback(
    () => attempt('code', async ({ api, change }) => change({ code: await api.requestCode() })),
    [attempt],
  );
  const signWith = useSignWith(latest, attempts);
  const sign = useCallback(
    (code: string) =>
      signWith(() => {
        const { api, view, progress } = latest.current;
        return api.sign(code, pointsToSign(view, progress), readingOf(progress));
      }),
    [signWith],
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
  const leavePage = useCallback(() => {
    if (!inDoubt.current) setTrouble(null);
  }, [inDoubt, setTrouble]);
  return { running, trouble, clearTrouble, leavePage, open, requestCode, sign, signWith, decline };
}
