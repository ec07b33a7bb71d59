/** Edits a draft or a finished document: signature, flags and extra fields; type and file cannot change. */
import '../../../../shared/no-eval.ts';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../../api/answer-types.ts';
import { FailureNote } from '../../../connected/failure-note.tsx';
import { EditOffer, EditTrouble } from '../../../connected/form/edit-notes.tsx';
import { documentTypeLabel } from '../../../connected/labels.ts';
import { formatSize } from '../../../text/numbers.ts';
import { Note, SkeletonRows } from '../../../ui/card.tsx';
import { TextInput } from '../../../ui/inputs/control-styles.ts';
import { hasPaper } from '../../papers/form/paper.ts';
import { PreviewBeside } from '../../papers/form/preview-beside-form.tsx';
import { DocumentFields } from '../fields/document-fields.tsx';
import classes from './dialogs.module.css';
import type { DialogFrame } from './document-dialogs.tsx';
import { DocumentFormDialog } from './document-form-dialog.tsx';
import { useDocumentEditing } from './use-document-editing.ts';

export function EditDialog(props: DialogFrame & { row: DocumentRow }) {
  const { t } = useTranslation();
  const { opened, onClose } = props;
  const editing = useDocumentEditing(props.row, opened, onClose);
  const { saving, fields, type, made, isEditable } = editing;
  const status = t(`label.documentStatus.${editing.landing}`);
  return (
    <DocumentFormDialog
      opened={opened}
      onClose={onClose}
      title={t('documentDialogs.form.editTitle')}
      preview={hasPaper(type) && made ? <PreviewBeside fields={fields} type={type} paperCase={made} /> : null}
      place={editing.place}
      hint={isEditable ? t('documentDialogs.form.landing', { status }) : null}
      progress={null}
      busy={editing.busy}
      // A save while the current data are loading would be lost when they arrive.
      locked={!isEditable || (saving.isStale && saving.reloading)}
      action={t('form.save')}
      draft={saving}
      save={editing.save}
      mayBeDraft={saving.row?.status === 'DRAFT'}
    >
      {(beside) => <Content editing={editing} beside={beside} />}
    </DocumentFormDialog>
  );
}

function Content(props: {
  editing: ReturnType<typeof useDocumentEditing>;
  /** The paper is shown next to the fields. */
  beside: boolean;
}) {
  const { t } = useTranslation();
  const { beside } = props;
  const { saving, fields, type, made, stored, refused } = props.editing;
  const { context, failure, isTypeGone } = stored;
  const { folder, dossier } = context;
  const { row } = saving;
  return (
    <>
      {row ? <EditOffer editing={saving} /> : null}
      {refused ? (
        <Note tone="waiting">{t('documents.notNow.edit', { reason: t(`label.lifeReason.${refused}`) })}</Note>
      ) : null}
      <EditTrouble
        editing={saving}
        mergedNote={() => ({
          title: t('documentDialogs.form.mergedTitle'),
          text: t('documentDialogs.form.mergedText'),
        })}
      />
      {failure && failure !== saving.failure ? <FailureNote failure={failure} onRetry={stored.retry} /> : null}
      {isTypeGone ? <Note tone="bad">{t('documentDialogs.form.typeGone')}</Note> : null}
      {row && type && folder && dossier ? (
        <DocumentFields
          fields={fields}
          type={type}
          place={{ brand: folder.brand, folderType: row.folder.type, hst: dossier.hst }}
          lead={
            <TextInput
              label={t('label.field.type')}
              description={t('documentDialogs.form.typeFixed')}
              readOnly
              value={documentTypeLabel(t, type.slug)}
            />
          }
          storedFile={<StoredFile row={row} />}
          made={made && { paperCase: made, beside }}
          keptSigType={row.sigType}
        />
      ) : failure || isTypeGone ? null : (
        <SkeletonRows rows={4} height={52} />
      )}
    </>
  );
}

function StoredFile(props: { row: DocumentRow }) {
  const { t } = useTranslation();
  const { fileName, fileSize } = props.row;
  return (
    <div className={classes.file}>
      <IconFileText size={18} stroke={1.8} aria-hidden="true" />
      <span className="column rest">
        <span className="strong truncate" title={fileName ?? undefined}>
          {fileName ?? t('documentDialogs.form.noFile')}
        </span>
        <span className="caption">
          {fileName ? `${formatSize(fileSize)} · ${t('documentDialogs.form.fixedFile')}` : null}
        </span>
      </span>
    </div>
  );
}
