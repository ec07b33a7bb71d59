/** Components whose code is loaded when first shown; without a network they show a note and load when it is back. */
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOffline } from '../../shared/connection.ts';
import { isMissingCode, noAnswer } from '../api/failure.ts';
import { READ_MS, startTimeout } from '../api/timeout.ts';
import type { Piece } from '../text/catalogue-pieces.ts';
import { loadTexts } from '../text/language.ts';
import { LoadingOverlay } from '../ui/loading.tsx';
import { describeFailure, FailureNote } from './failure-note.tsx';
import { toastBad } from './toasts.tsx';

type Load<P> = () => Promise<ComponentType<P>>;

/**
 * A style sheet that failed to load stays in the page like a loaded one, so that importing it again would not reload
 * it: replace its link.
 */
function reloadStyleSheets(): Promise<unknown> {
  const broken = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => !sheet,
  );
  return Promise.all(
    broken.map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const copy = link.cloneNode() as HTMLLinkElement;
          copy.onload = () => resolve();
          copy.onerror = () => reject(new TypeError(`Unable to preload CSS for ${link.href}`));
          link.replaceWith(copy);
        }),
    ),
  );
}

/** False when the server answers: the missing code is then permanently missing, as after a new release. */
async function isServerUnreachable(): Promise<boolean> {
  if (isOffline()) return true;
  const timeout = startTimeout(READ_MS);
  return fetch('/health', { cache: 'no-store', signal: timeout.signal })
    .then(
      () => false,
      () => true,
    )
    .finally(timeout.end);
}

/** The component from `load`, or a stand-in that keeps trying; rejects when the network is not the cause. */
export async function loadOrStandIn<P extends object>(load: Load<P>): Promise<ComponentType<P>> {
  try {
    return await load();
  } catch (failure) {
    if (isMissingCode(failure) && (await isServerUnreachable())) return makeStandIn(load);
    throw failure;
  }
}

/** Stands in for a component that is not loaded yet. A dialog shows a toast and closes: it must not open later without a click. */
function makeStandIn<P extends object>(load: Load<P>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function StandIn(props: P) {
    const [Part, setPart] = useState(() => loaded);
    const [state, setState] = useState<'asking' | 'away' | { thrown: unknown }>('asking');
    const { t } = useTranslation();
    const { onClose, opened = true } = props as { onClose?: () => void; opened?: boolean };
    const isDialog = onClose !== undefined;
    const tryLoad = useCallback(() => {
      setState('asking');
      reloadStyleSheets()
        .then(load)
        .then(
          (part) => {
            loaded = part;
            setPart(() => part);
          },
          async (thrown) => setState(isMissingCode(thrown) && (await isServerUnreachable()) ? 'away' : { thrown }),
        );
    }, []);
    useEffect(() => {
      if (loaded === null && opened) tryLoad();
    }, [tryLoad, opened]);
    const isUnreachable = state === 'away';
    useEffect(() => {
      if (!isUnreachable || isDialog) return;
      addEventListener('online', tryLoad);
      return () => removeEventListener('online', tryLoad);
    }, [isUnreachable, isDialog, tryLoad]);
    // biome-ignore lint/correctness/useExhaustiveDependencies: one toast for each attempt
    useEffect(() => {
      if (!isUnreachable || !isDialog || !opened) return;
      toastBad(t('failure.notOpened'), describeFailure(t, noAnswer('absent')).title);
      onClose();
    }, [isUnreachable]);
    if (Part) return <Part {...props} />;
    if (typeof state === 'object') throw state.thrown;
    if (isDialog) return opened && state === 'asking' ? <LoadingOverlay /> : null;
    return state === 'asking' ? <LoadingOverlay /> : <FailureNote failure={noAnswer('absent')} onRetry={tryLoad} />;
  };
}

export interface Waiting {
  /** Shown until the code is there. */
  meanwhile?: ReactNode;
}

interface PrefetchablePart<P> {
  Part: ComponentType<P & Waiting>;
  /** Loads the code early, so that the component renders immediately, even without a network. */
  prefetch: () => void;
}

function partOf<P extends object>(load: Load<P>, pieces: readonly Piece[], loader: ReactNode): PrefetchablePart<P> {
  let loaded: ComponentType<P> | null = null;
  const loadPart = async () => {
    const [part] = await Promise.all([load(), ...pieces.map(loadTexts)]);
    loaded = part;
    return part;
  };
  const LazyPart = lazy(async () => ({ default: await loadOrStandIn(loadPart) })) as unknown as ComponentType<P>;
  function Part({ meanwhile = loader, ...props }: P & Waiting) {
    // Keep the same component until unmount: another one would restart.
    const [Shown] = useState(() => loaded ?? LazyPart);
    return (
      <Suspense fallback={meanwhile}>
        <Shown {...(props as unknown as P)} />
      </Suspense>
    );
  }
  return { Part, prefetch: () => void loadPart().catch(() => undefined) };
}

export const prefetchable = <P extends object>(load: Load<P>, ...pieces: Piece[]) =>
  partOf(load, pieces, <LoadingOverlay />);

/** A component whose code and texts are loaded on first render, with a loader in its place. */
export const lazyPart = <P extends object>(load: Load<P>, ...pieces: Piece[]) => prefetchable(load, ...pieces).Part;

/** The same for an addition to a page: nothing is in its place until it is loaded. */
export const lazyExtra = <P extends object>(load: Load<P>, ...pieces: Piece[]) => partOf(load, pieces, null).Part;
