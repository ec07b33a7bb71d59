/** A new document in an open folder: choose its type, then fill in the type's fields. */
import '../../../../shared/no-eval.ts';
import { useTranslation } from 'react-i18next';
import { FailureNote, QueryFailure } from '../../../connected/failure-note.tsx';
import { DraftOffer } from '../../../connected/form/lazy-draft-note.tsx';
import { documentTypeLabel } from '../../../connected/labels.ts';
import { Note, SkeletonRows } from '../../../ui/card.tsx';
import { RequiredSelect } from '../../../ui/inputs/required-select.tsx';
import { hasPaper } from '../../papers/form/paper.ts';
import { PreviewBeside } from '../../papers/form/preview-beside-form.tsx';
import { FileBeforeUpload } from '../../signature-places/lazy-before-upload.tsx';
import { DocumentFields } from '../fields/document-fields.tsx';
import { ObstacleNote } from '../fields/obstacle-note.tsx';
import classes from './dialogs.module.css';
import type { DialogFrame } from './document-dialogs.tsx';
import { DocumentFormDialog } from './document-form-dialog.tsx';
import { type CreateInput, useDocumentCreation } from './use-document-creation.ts';

export function CreateDialog(props: DialogFrame & CreateInput) {
  const { t } = useTranslation();
  const creation = useDocumentCreation(props);
  const { fields, paperCase, types } = creation;
  const { rules } = types;
  const status = t(`label.documentStatus.${creation.landing}`);
  return (
    <DocumentFormDialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('documentDialogs.form.newTitle')}
      preview={
        hasPaper(rules) ? (
          <PreviewBeside fields={fields} type={rules} paperCase={paperCase} />
        ) : creation.ahead ? (
          <FileBeforeUpload {...creation.ahead} show="pages" />
        ) : null
      }
      place={creation.place}
      hint={rules ? t('documentDialogs.form.landing', { status }) : null}
      progress={creation.progress}
      busy={creation.busy}
      // The form of this type is loading: there is nothing to save yet.
      locked={types.chosen !== null && rules === null}
      action={t('documentDialogs.form.create')}
      starts={creation.starts}
      draft={creation.draft}
      save={creation.save}
      mayBeDraft
    >
      {(beside) => <Content {...props} creation={creation} beside={beside} />}
    </DocumentFormDialog>
  );
}

type Creation = ReturnType<typeof useDocumentCreation>;

function Content(props: CreateInput & { creation: Creation; beside: boolean }) {
  const { t } = useTranslation();
  const { folder, dossier, creation, beside } = props;
  const { fields, paperCase, draft, fileAgain, failure, types, obstacle } = creation;
  const { configuration, templates, chosen, rules } = types;
  return (
    <>
      <DraftOffer draft={draft} onResume={creation.resume} />
      {fileAgain ? <Note tone="info">{t('documentDialogs.form.fileAgain', { name: fileAgain })}</Note> : null}
      {failure ? <FailureNote failure={failure} /> : null}
      <QueryFailure query={configuration} />
      {configuration.isSuccess && types.types.length === 0 ? (
        <Note tone="waiting">{t('documentDialogs.form.noTypes')}</Note>
      ) : null}
      {templates.failure ? <FailureNote failure={templates.failure} onRetry={templates.retry} /> : null}
      {rules ? (
        <DocumentFields
          fields={fields}
          type={rules}
          place={{ brand: folder.brand, folderType: folder.type, hst: dossier.hst }}
          lead={<TypeSelect creation={creation} />}
          made={{ paperCase, beside }}
        />
      ) : (
        <>
          <TypeSelect creation={creation} />
          {chosen === null ? (
            <p className={classes.firstType}>{t('documentDialogs.form.firstType')}</p>
          ) : templates.failure ? null : (
            <SkeletonRows rows={4} height={52} />
          )}
        </>
      )}
      {creation.ahead && !beside ? <FileBeforeUpload {...creation.ahead} show="notes" /> : null}
      {obstacle ? <ObstacleNote obstacle={obstacle} /> : null}
    </>
  );
}

function TypeSelect({ creation }: { creation: Creation }) {
  const { t } = useTranslation();
  const { types, choose } = creation;
  return (
    <RequiredSelect
      label={t('label.field.type')}
      searchable
      nothingFoundMessage={t('documentDialogs.form.noType')}
      placeholder={t('documentDialogs.form.chooseType')}
      data={types.types.map((entry) => ({ value: entry.slug, label: documentTypeLabel(t, entry.slug) }))}
      value={types.chosen ? types.slug : null}
      error={types.error}
      data-path="type"
      onChange={choose}
      onBlur={() => {
        if (!types.chosen) types.setError(true);
      }}
    />
  );
}
