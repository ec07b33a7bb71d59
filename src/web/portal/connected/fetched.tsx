/** Components whose code is loaded when first shown; without a network they show a note and load when it is back. */
import { type ComponentType, lazy, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOffline } from '../../shared/connection.ts';
import { isMissingCode, noAnswer } from '../api/failure.ts';
import { patience, READ_MS } from '../api/timeout.ts';
import { LoadingOverlay } from '../ui/loading.tsx';
import { FailureNote, wordFailure } from './failure-note.tsx';
import { toastBad } from './toasts.tsx';

type Load<P> = () => Promise<ComponentType<P>>;

/**
 * A style sheet that failed to load stays in the page like a loaded one, so that importing it again would not reload
 * it: replace its link.
 */
function bringSheetsAgain(): Promise<unknown> {
  const broken = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => !sheet,
  );
  return Promise.all(
    broken.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.onload = () => resolve();
          again.onerror = () => reject(new TypeError(`Unable to preload CSS for ${link.href}`));
          link.replaceWith(again);
        }),
    ),
  );
}

/** False when the server answers: the missing code is then permanently missing, as after a new release. */
async function isAway(): Promise<boolean> {
  if (isOffline()) return true;
  const wait = patience(READ_MS);
  return fetch('/health', { cache: 'no-store', signal: wait.signal })
    .then(
      () => false,
      () => true,
    )
    .finally(wait.end);
}

/** The component from `load`, or a stand-in that keeps trying; rejects when the network is not the cause. */
export async function orLater<P extends object>(load: Load<P>): Promise<ComponentType<P>> {
  try {
    return await load();
  } catch (failure) {
    if (isMissingCode(failure) && (await isAway())) return standIn(load);
    throw failure;
  }
}

/** Stands in for a component that is not loaded yet. A dialog shows a toast and closes: it must not open later by itself. */
function standIn<P extends object>(load: Load<P>): ComponentType<P> {
  let come: ComponentType<P> | null = null;
  return function StandIn(props: P) {
    const [Part, setPart] = useState(() => come);
    const [state, setState] = useState<'asking' | 'away' | { thrown: unknown }>('asking');
    const { t } = useTranslation();
    const { onClose, opened = true } = props as { onClose?: () => void; opened?: boolean };
    const isDialog = onClose !== undefined;
    const ask = useCallback(() => {
      setState('asking');
      bringSheetsAgain()
        .then(load)
        .then(
          (part) => {
            come = part;
            setPart(() => part);
          },
          async (thrown) => setState(isMissingCode(thrown) && (await isAway()) ? 'away' : { thrown }),
        );
    }, []);
    useEffect(() => {
      if (come === null && opened) ask();
    }, [ask, opened]);
    const away = state === 'away';
    useEffect(() => {
      if (!away || isDialog) return;
      addEventListener('online', ask);
      return () => removeEventListener('online', ask);
    }, [away, isDialog, ask]);
    // biome-ignore lint/correctness/useExhaustiveDependencies: one toast for each attempt
    useEffect(() => {
      if (!away || !isDialog || !opened) return;
      toastBad(t('failure.notOpened'), wordFailure(t, noAnswer('absent')).title);
      onClose();
    }, [away]);
    if (Part) return <Part {...props} />;
    if (typeof state === 'object') throw state.thrown;
    if (isDialog) return opened && state === 'asking' ? <LoadingOverlay /> : null;
    return state === 'asking' ? <LoadingOverlay /> : <FailureNote failure={noAnswer('absent')} onRetry={ask} />;
  };
}

interface Prefetched<P> {
  Part: ComponentType<P>;
  /** Loads the code early, so that the component renders immediately, even without a network. */
  prefetch: () => void;
}

export function prefetched<P extends object>(load: Load<P>): Prefetched<P> {
  let come: ComponentType<P> | null = null;
  const bring = async () => {
    come = await load();
    return come;
  };
  const Later = lazy(async () => ({ default: await orLater(bring) })) as unknown as ComponentType<P>;
  function Part(props: P) {
    // Keep the same component until unmount: another one would restart.
    const [Shown] = useState(() => come ?? Later);
    return <Shown {...props} />;
  }
  return { Part, prefetch: () => void bring().catch(() => undefined) };
}

/** A component whose code is loaded on first render, inside a Suspense. */
export const fetched = <P extends object>(load: Load<P>): ComponentType<P> => prefetched(load).Part;
