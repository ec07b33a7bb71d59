/** What was typed over a stored row, kept with what the row was then: taking it up again undoes nothing that others saved meanwhile (specification §5). */

import { merge } from './merge.ts';
import { useFormDraft } from './use-form-draft.ts';

/** `base`: the values the form began with; `typed`: as they were left. */
export interface EditDraft<V> {
  base: V;
  typed: V;
}

/** As `useFormDraft`; `resume` answers what was typed on top of what is stored now, and the fields that both changed. */
export function useEditDraft<V extends object>(name: string) {
  const { offered, take, ...kept } = useFormDraft<EditDraft<V>>(name);
  const resume = (stored: V) => {
    take();
    if (!offered) return { values: stored, both: [] };
    const { base, typed } = offered.values;
    // What may not be kept (a file) is as it is stored.
    return merge({ ...stored, ...base }, { ...stored, ...typed }, stored);
  };
  return { ...kept, offered, resume };
}
