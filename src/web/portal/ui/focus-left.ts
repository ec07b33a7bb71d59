/** When a field of several controls was left: only then is it judged. */
import type { FocusEvent } from 'react';

/**
 * The focus went on to another control. Not when it moves between the field's own, nor when it goes nowhere: a click on
 * a label of the field takes it away for a moment, the file chooser and other windows for longer.
 */
export function focusLeft(event: FocusEvent<HTMLElement>): boolean {
  const { currentTarget, relatedTarget } = event;
  return (
    relatedTarget instanceof Node && !currentTarget.contains(relatedTarget) && !relatedTarget.contains(currentTarget)
  );
}
