/** A dialog whose code is fetched when it is first opened, and which starts anew each time (DESIGN.md §4 "Dialogs"). */
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { LoadingOverlay } from './loading.tsx';

export function lazyDialog<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Fetched = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>;
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
