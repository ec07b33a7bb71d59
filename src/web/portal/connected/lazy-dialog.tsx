/** Dialogs that stay mounted, whose code is loaded when first opened. */
import { type ComponentType, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

/** A dialog that restarts at each opening. */
export function lazyDialog<P extends { opened: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const RestartedDialog = lazyPart(load);
  return function LazyDialog(props: P) {
    const [{ turn, was }, setTurn] = useState({ turn: 0, was: false });
    // Counted during render: an effect would briefly show the previous dialog.
    if (props.opened !== was) setTurn({ turn: props.opened ? turn + 1 : turn, was: props.opened });
    return turn === 0 ? null : <RestartedDialog key={turn} {...props} />;
  };
}
