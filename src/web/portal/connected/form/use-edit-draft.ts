/** What was typed over a stored row, kept with what the row was then: to resume it undoes nothing that others saved meanwhile. */
import { type Merge, merge } from './merge.ts';
import { useFormDraft } from './use-form-draft.ts';

/** `base`: the values the form began with; `typed`: as they were left. */
export interface EditDraft<V> {
  base: V;
  typed: V;
}

/**
 * As `useFormDraft`; `resume` answers what was typed on top of what is stored now, and the fields that both changed.
 * What is typed back to what is stored is no draft.
 */
export function useEditDraft<V extends object>(name: string, mergeValues: Merge<V> = merge) {
  const { offered, take, ...draft } = useFormDraft<EditDraft<V>>(name);
  const resume = (stored: V) => {
    take();
    if (!offered) return { values: stored, both: [] };
    const { base, typed } = offered.values;
    // What may not be kept (a file) is as it is stored.
    return mergeValues({ ...stored, ...base }, { ...stored, ...typed }, stored);
  };
  const keep = ({ base, typed }: EditDraft<V>) => {
    if (JSON.stringify(base) !== JSON.stringify(typed)) draft.keep({ base, typed });
    else draft.clear();
  };
  return { ...draft, keep, offered, resume };
}
