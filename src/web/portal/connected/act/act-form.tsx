/** A small form around one act: lists its fields, its schema and its call. */
import type { ReactNode } from 'react';
import { DraftOffer } from '../form/draft-note.tsx';
import { type EntityForm, type EntityFormOptions, useEntityForm } from '../form/entity-form.ts';
import { useFormDraft } from '../form/use-form-draft.ts';
import { withDrawings } from '../page-comparison.tsx';
import { ActDialog, type ActDialogProps } from './act-dialog.tsx';
import { type Act, useAct } from './use-act.ts';

type ActFormProps<V extends Record<string, unknown>, Answer> = Pick<
  ActDialogProps,
  'title' | 'action' | 'danger' | 'text' | 'onClose'
> &
  Pick<EntityFormOptions<V>, 'initialValues' | 'issues' | 'problems' | 'fieldOf'> &
  Pick<Act<V, Answer>, 'words' | 'detail' | 'send' | 'call' | 'path' | 'kept'> & {
    /** Names the draft within this tab. */
    draft: string;
    /** What of the values may be kept in the tab. */
    keepable?: (values: V) => Partial<V>;
    /** Why what is typed cannot be sent now. */
    reason?: (values: V) => string | null;
    /** In place of the note of the failure. */
    failure?: (failure: unknown) => ReactNode;
    children: (form: EntityForm<V>) => ReactNode;
  };

/** What is typed is kept, a refusal stands at its fields, and once it is done draft and dialog are gone. */
export function ActForm<V extends Record<string, unknown>, Answer>(props: ActFormProps<V, Answer>) {
  const { keepable = (values: V): Partial<V> => values, onClose } = props;
  const draft = useFormDraft<Partial<V>>(props.draft);
  const form = useEntityForm<V>({
    ...props,
    shown: withDrawings,
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
