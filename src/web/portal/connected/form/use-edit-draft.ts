/** Keeps the input over a stored row together with the row's values at that time: resuming it undoes no later changes by other users. */
import { type Merge, merge } from './merge-changes.ts';
import { useFormDraft } from './use-form-draft.ts';

/** `base`: the form's initial values; `typed`: the last input. */
export interface EditDraft<V> {
  base: V;
  typed: V;
}

/**
 * Like `useFormDraft`; `resume` returns the input merged over the stored values, and the fields that both changed.
 * Input equal to the stored values is no draft.
 */
export function useEditDraft<V extends object>(name: string, mergeValues: Merge<V> = merge) {
  const { offered, take, ...draft } = useFormDraft<EditDraft<V>>(name);
  const resume = (stored: V) => {
    take();
    if (!offered) return { values: stored, both: [] };
    const { base, typed } = offered.values;
    // Values that cannot be kept (a file) take the stored ones.
    return mergeValues({ ...stored, ...base }, { ...stored, ...typed }, stored);
  };
  const keep = ({ base, typed }: EditDraft<V>) => {
    if (JSON.stringify(base) !== JSON.stringify(typed)) draft.keep({ base, typed });
    else draft.clear();
  };
  return { ...draft, keep, offered, resume };
}
