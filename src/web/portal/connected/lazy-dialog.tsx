/** Dialogs whose code is loaded when first opened. */
import { type ComponentType, Suspense, useState } from 'react';
import { LoadingOverlay } from '../ui/loading.tsx';
import { lazyPart } from './lazy-part.tsx';

/** A dialog that is mounted only while open. */
export function mountWhileOpen<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const LazyDialog = lazyPart(load);
  return function FetchedDialog(props: P) {
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <LazyDialog {...props} />
      </Suspense>
    );
  };
}

/** A dialog that stays mounted and restarts at each opening. */
export function lazyDialog<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const RestartedDialog = lazyPart(load);
  return function LazyDialog(props: P) {
    const [{ turn, was }, setTurn] = useState({ turn: 0, was: false });
    // Counted during render: an effect would briefly show the previous dialog.
    if (props.opened !== was) setTurn({ turn: props.opened ? turn + 1 : turn, was: props.opened });
    if (turn === 0) return null;
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <RestartedDialog key={turn} {...props} />
      </Suspense>
    );
  };
}
