/** Dialogs whose code is fetched when they are first opened (DESIGN.md §4 "Dialogs"). */
import { type ComponentType, Suspense, useState } from 'react';
import { LoadingOverlay } from '../ui/loading.tsx';
import { fetched } from './fetched.tsx';

/** One that stands on the page only while it is open. */
export function fetchedDialog<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Fetched = fetched(load);
  return function FetchedDialog(props: P) {
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <Fetched {...props} />
      </Suspense>
    );
  };
}

/** One that stays, opened and closed, and starts anew each time. */
export function lazyDialog<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Fetched = fetched(load);
  return function LazyDialog(props: P) {
    const [{ turn, was }, setTurn] = useState({ turn: 0, was: false });
    // Counted while rendering: an effect would show the dialog of the last turn for a moment.
    if (props.opened !== was) setTurn({ turn: props.opened ? turn + 1 : turn, was: props.opened });
    if (turn === 0) return null;
    return (
      <Suspense fallback={<LoadingOverlay />}>
        <Fetched key={turn} {...props} />
      </Suspense>
    );
  };
}
