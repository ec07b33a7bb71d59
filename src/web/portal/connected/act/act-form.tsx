/** A small form around one action, declared by its fields, its schema and its call. */
import type { ReactNode } from 'react';
import { type EntityForm, type EntityFormOptions, useEntityForm } from '../form/entity-form.ts';
import { DraftOffer } from '../form/lazy-draft-note.tsx';
import { useFormDraft } from '../form/use-form-draft.ts';
import { withPageComparison } from '../page-comparison.tsx';
import { ActDialog, type ActDialogProps } from './act-dialog.tsx';
import { type Act, useAct } from './use-act.ts';

type ActFormProps<V extends Record<string, unknown>, Answer> = Pick<
  ActDialogProps,
  'title' | 'action' | 'danger' | 'text' | 'onClose'
> &
  Pick<EntityFormOptions<V>, 'initialValues' | 'issues' | 'problems' | 'fieldOf'> &
  Pick<Act<V, Answer>, 'words' | 'detail' | 'send' | 'call' | 'path' | 'cacheKey'> & {
    /** Name of the draft within this tab. */
    draft: string;
    /** The part of the values that may be kept in the tab. */
    keepable?: (values: V) => Partial<V>;
    /** Why the values cannot be sent now. */
    reason?: (values: V) => string | null;
    /** Replaces the failure note. */
    failure?: (failure: unknown) => ReactNode;
    children: (form: EntityForm<V>) => ReactNode;
  };

/** Keeps the input as a draft, shows refusals at their fields, and removes draft and dialog on success. */
export function ActForm<V extends Record<string, unknown>, Answer>(props: ActFormProps<V, Answer>) {
  const { keepable = (values: V): Partial<V> => values, onClose } = props;
  const draft = useFormDraft<Partial<V>>(props.draft);
  const form = useEntityForm<V>({
    ...props,
    shown: withPageComparison,
    onValuesChange: (values) => draft.keep(keepable(values)),
  });
  const act = useAct<V, Answer>({
    ...props,
    onDone: () => {
      draft.forget();
      onClose();
    },
    onFailed: form.refuse,
  });
  return (
    <ActDialog
      title={props.title}
      text={props.text}
      width={620}
      action={props.action}
      danger={props.danger ?? false}
      reason={props.reason?.(form.values) ?? null}
      act={act}
      draft={draft}
      failure={act.isError ? props.failure?.(act.error) : undefined}
      onSubmit={form.submit((values) => act.mutate(values))}
      onClose={onClose}
    >
      <DraftOffer draft={draft} onResume={form.setValues} />
      {props.children(form)}
    </ActDialog>
  );
}
