/** Dialog to create or edit a row, declared by its fields, its schema and its call. */
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../../ui/card.tsx';
import { CancelButton } from '../../ui/dialogs/cancel-button.tsx';
import { Dialog, type DialogWidth } from '../../ui/dialogs/dialog.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { fieldLabel, readable } from '../labels.ts';
import { EditNotes, type EditNotesProps } from './edit-notes.tsx';
import type { EntityForm } from './entity-form.ts';
import classes from './form.module.css';
import { RequiredHint } from './form-messages.tsx';
import { type EditingOptions, useEditing } from './use-editing.ts';

export interface EditDialogProps<V extends Record<string, unknown>, Row, Body>
  extends Omit<EditingOptions<V, Row, Body>, 'draft'> {
  /** Default: the entity with the row's id. */
  draft?: string;
  /** When absent, open while mounted. */
  opened?: boolean;
  onClose: () => void;
  title: string;
  /** Default 620. */
  width?: DialogWidth;
  /** False when no field is required. */
  required?: boolean;
  /** Label of the button, when it is not "save". */
  action?: string | undefined;
  /** A sentence on the left of the footer. */
  hint?: ReactNode;
  /** The button to delete the row. */
  remove?: RemoveButtonProps | null;
  /** Between the draft note and the rest. */
  lead?: ReactNode;
  mergedNote?: EditNotesProps['mergedNote'];
  /** Asks for confirmation before `save`. */
  beforeSave?: (values: V, base: V, save: () => void) => void;
  children: (form: EntityForm<V>, row: Row | null, base: V) => ReactNode;
}

/** Mount it with a new `key` each time it opens: it starts from the row as it was at mount. */
export function EditDialog<V extends Record<string, unknown>, Row extends { id: number }, Body>(
  props: EditDialogProps<V, Row, Body>,
) {
  const { t } = useTranslation();
  const formId = useId();
  const { opened = true, onClose, entity, display } = props;
  const editing = useEditing<V, Row, Body>({
    draft: `${entity}.${props.row?.id ?? 'new'}`,
    ...props,
    ...(display && {
      describe: (field, stored) => {
        const [label, value] = [fieldLabel(t, field) ?? readable(field), display(field, stored)];
        return value ? t('form.stored', { label, value }) : `${label} (${t('missing')})`;
      },
    }),
    onSaved: (row) => {
      onClose();
      props.onSaved?.(row);
    },
  });
  const { form, doubts, busy } = editing;
  const submit = (values: V) => {
    const save = () => editing.save(values);
    if (props.beforeSave) props.beforeSave(values, editing.base, save);
    else save();
  };
  return (
    <Dialog
      opened={opened}
      title={props.title}
      width={props.width ?? 620}
      busy={busy}
      onClose={onClose}
      foot={
        <>
          {props.hint}
          {props.remove ? <RemoveButton {...props.remove} /> : null}
          <CancelButton busy={busy} draft={editing} onClick={onClose} />
          <Button type="submit" form={formId} loading={busy}>
            {doubts.length > 0 ? t('form.saveAnyway') : (props.action ?? t('form.save'))}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={classes.stack} onSubmit={form.submit(submit)}>
        <EditNotes
          editing={editing}
          undone={t(`work.${entity}.${props.row ? 'updateFailed' : 'createFailed'}`)}
          mergedNote={props.mergedNote}
        >
          {props.lead}
        </EditNotes>
        {props.required === false ? null : <RequiredHint />}
        {props.children(form, editing.row, editing.base)}
        {doubts.length > 0 ? (
          <div role="alert">
            <Note tone="waiting" title={t('form.doubts')}>
              {[...new Set(doubts.map((doubt) => doubt.message))].join(' ')}
            </Note>
          </div>
        ) : null}
      </form>
    </Dialog>
  );
}

interface RemoveButtonProps {
  text: string;
  /** Why the row cannot be deleted now. */
  reason?: string | null;
  onClick: () => void;
}

/** On the left of the footer. */
function RemoveButton(props: RemoveButtonProps) {
  return (
    <span className={classes.footAside}>
      <ReasonButton
        variant="subtle"
        color="danger"
        leftSection={<IconTrash size={16} stroke={1.8} />}
        reason={props.reason ?? null}
        onClick={props.onClick}
      >
        {props.text}
      </ReasonButton>
    </span>
  );
}
