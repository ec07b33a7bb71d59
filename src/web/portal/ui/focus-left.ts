/** Detects when a field of several controls loses the focus, to validate it only then. */
import type { FocusEvent } from 'react';

/**
 * The focus moved to another control. False when it moves within the field, or to no element: a click on one of the
 * field's labels takes it away briefly, the file chooser and other windows for longer.
 */
export function focusLeft(event: FocusEvent<HTMLElement>): boolean {
  const { currentTarget, relatedTarget } = event;
  return (
    relatedTarget instanceof Node && !currentTarget.contains(relatedTarget) && !relatedTarget.contains(currentTarget)
  );
}
