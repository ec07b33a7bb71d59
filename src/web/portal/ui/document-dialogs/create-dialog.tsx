/** A new document in an open folder: its type, then the fields that the type wants (specification §2 "Document form", §5). */
import { createDocument } from '#contract/calls/documents.ts';
import '../../../shared/no-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takesFile } from '#domain/documents/document.ts';
import { landingStatus } from '#domain/documents/life.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { addableDocumentTypes } from '#domain/folders/folder-types.ts';
import { ApiFailure } from '../../api/failure.ts';
import { documentsOfFolder, folderTypesQuery } from '../../api/queries.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/shapes.ts';
import { askUpload, type Progress } from '../../api/upload.ts';
import { Note, SkeletonRows } from '../card.tsx';
import { Dialog, PREVIEW_ROOM } from '../dialog.tsx';
import type { DialogFrame } from '../document-dialogs.tsx';
import { DocumentFields } from '../document-fields/document-fields.tsx';
import { EMPTY_VALUES, useDocumentForm } from '../document-fields/document-form.ts';
import { type DocumentValues, documentBody, startingValues, toBase64 } from '../document-fields/values.ts';
import { useEntityWork } from '../entity-work.ts';
import { FailureNote } from '../failure-note.tsx';
import { useKept } from '../form/kept.ts';
import { KeptNote } from '../form/kept-note.tsx';
import { focusFirstError, RequiredHint } from '../form/wording.tsx';
import { Select } from '../forms.ts';
import { documentTypeLabel, folderTitle } from '../labels.ts';
import { PreviewBeside, useRoomBeside } from '../paper-form/beside.tsx';
import { useRules } from '../paper-form/load.ts';
import { hasPaper, storedAround, withProposals } from '../paper-form/paper.ts';
import classes from './dialogs.module.css';
import { FormFoot } from './form-foot.tsx';
import { type KeptValues, kept, resumed, useRefusal } from './saving.ts';

interface Input {
  values: DocumentValues;
  draft: boolean;
  type: string;
  /** A file says nothing of itself in JSON: this tells one from another. */
  fileKey: string | null;
}

export function CreateDialog(
  props: DialogFrame & {
    folder: FolderRow;
    dossier: DossierRow;
    type: string | undefined;
    onCreated: ((row: DocumentRow) => void) | undefined;
  },
) {
  const { t } = useTranslation();
  const { folder, dossier, onClose } = props;
  const id = useId();
  const configuration = useQuery(folderTypesQuery);
  const folderType = configuration.data?.find((entry) => entry.slug === folder.type);
  const types = folderType ? addableDocumentTypes(folderType, [dossier.legalEntity]) : [];
  const [slug, setSlug] = useState(props.type ?? null);
  const [typeError, setTypeError] = useState<string | null>(null);
  const [fileAgain, setFileAgain] = useState<string | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const chosen = types.find((entry) => entry.slug === slug) ?? null;
  const { rules: type, ...templates } = useRules(chosen);
  const others = useQuery({ ...documentsOfFolder(folder.id), enabled: hasPaper(type) });
  const around = storedAround(folder, dossier, others.data?.rows);
  const room = useRoomBeside(PREVIEW_ROOM);
  const keeping = useKept<KeptValues>(`document.new.${folder.id}`);
  const fields = useDocumentForm({
    type,
    initialValues: type ? startingValues(type) : EMPTY_VALUES,
    around,
    onValuesChange: (values) => keeping.keep(kept(values, slug)),
  });
  const { form } = fields;
  const { file } = form.values;
  const refusal = useRefusal(fields);

  // What is accepted depends on the type: a file that was chosen before is judged again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the type's change matters
  useEffect(() => {
    if (file) fields.chooseFile(file);
  }, [slug]);

  // The fields of a template are there once it is, with what the folder tells already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each template, and when the folder's documents are there
  useEffect(() => {
    if (!hasPaper(type)) return;
    const values = form.getValues();
    const fields = { ...startingValues(type).fields, ...values.fields };
    form.setValues(withProposals({ ...values, fields }, type.paper.proposals(around)));
  }, [type, others.dataUpdatedAt]);

  const choose = (wanted: string | null) => {
    const next = types.find((entry) => entry.slug === wanted);
    setTypeError(null);
    setSlug(next?.slug ?? null);
    if (!next) return;
    form.clearErrors();
    form.setValues({ ...startingValues(next), file });
    keeping.keep(kept({ ...startingValues(next), file }, next.slug));
  };

  const create = useEntityWork<Input, DocumentRow>({
    entity: 'documents',
    kind: 'create',
    about: folder.id,
    send: async ({ values, draft }, idempotencyKey) => {
      if (!type) throw new Error('A document without a type is not sent');
      const file = takesFile(type) ? values.file : null;
      const content = file ? await contentOf(file, t('documentFields.error.read')) : null;
      const body = { ...documentBody(values, type, content), folderId: folder.id, ...(draft ? { draft } : {}) };
      return askUpload(createDocument, { body, idempotencyKey }, setProgress);
    },
    detail: (row) => `${documentTypeLabel(t, row.type)} · ${customerName(dossier)}`,
    refresh: createDocument.stale,
    onDone: (row) => {
      keeping.forget();
      onClose();
      props.onCreated?.(row);
    },
    onFailed: (failure) => {
      setProgress(null);
      refusal.take(failure);
    },
  });

  const save = (draft: boolean) => {
    if (!chosen) {
      setTypeError(t('validation.required', { field: t('documentDialogs.form.type') }));
      focusFirstError({ type: true });
      return;
    }
    if (!type) return;
    fields.submit((values) => {
      refusal.clear();
      const fileKey = values.file && `${values.file.name} ${values.file.size} ${values.file.lastModified}`;
      create.mutate({ values, draft, type: type.slug, fileKey });
    }, draft);
  };

  const resume = (values: KeptValues) => {
    setSlug(values.type);
    form.setValues(resumed(values));
    setFileAgain(values.fileName);
    keeping.take();
  };
  const beside = hasPaper(type) && room;
  const busy = create.isPending ? (create.variables.draft ? 'draft' : 'full') : null;
  const typeSelect = (
    <Select
      label={t('documentDialogs.form.type')}
      required
      withAsterisk
      openOnFocus={false}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('documentDialogs.form.noType')}
      placeholder={t('documentDialogs.form.chooseType')}
      data={types.map((entry) => ({ value: entry.slug, label: documentTypeLabel(t, entry.slug) }))}
      value={chosen ? slug : null}
      error={typeError}
      data-path="type"
      onChange={choose}
      onBlur={() => {
        if (!chosen) setTypeError(t('validation.required', { field: t('documentDialogs.form.type') }));
      }}
    />
  );
  return (
    <Dialog
      opened={props.opened}
      title={t('documentDialogs.form.newTitle')}
      width={beside ? 1180 : 760}
      busy={busy !== null}
      onClose={onClose}
      foot={
        <FormFoot
          form={id}
          hint={
            type
              ? t('documentDialogs.form.landing', {
                  status: t(`label.documentStatus.${landingStatus({ draft: false, signable: form.values.signable })}`),
                })
              : null
          }
          progress={progress}
          busy={busy}
          // The form of this type is on its way: there is nothing to save yet.
          locked={chosen !== null && type === null}
          action={t('documentDialogs.form.create')}
          onCancel={() => {
            keeping.forget();
            onClose();
          }}
          onDraft={() => save(true)}
        />
      }
    >
      <form
        id={id}
        className={beside ? classes.beside : undefined}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
      >
        <fieldset className={classes.group} disabled={busy !== null}>
          <div className={classes.stack}>
            <div className={classes.head}>
              <p className={classes.quiet}>{`${customerName(dossier)} · ${folderTitle(t, folder)}`}</p>
              <RequiredHint />
            </div>
            {keeping.offered ? (
              <KeptNote
                at={keeping.offered.at}
                onResume={() => keeping.offered && resume(keeping.offered.values)}
                onDiscard={keeping.discard}
              />
            ) : null}
            {fileAgain && !file ? (
              <Note tone="info">{t('documentDialogs.form.fileAgain', { name: fileAgain })}</Note>
            ) : null}
            {refusal.failure ? <FailureNote failure={refusal.failure} /> : null}
            {configuration.isError ? (
              <FailureNote failure={configuration.error} onRetry={() => void configuration.refetch()} />
            ) : null}
            {configuration.isSuccess && types.length === 0 ? (
              <Note tone="waiting">{t('documentDialogs.form.noTypes')}</Note>
            ) : null}
            {templates.failure ? <FailureNote failure={templates.failure} onRetry={templates.retry} /> : null}
            {type ? (
              <DocumentFields
                fields={fields}
                type={type}
                place={{ brand: folder.brand, folderType: folder.type, hst: dossier.hst }}
                lead={typeSelect}
                made={{ around, beside }}
              />
            ) : (
              <>
                {typeSelect}
                {chosen ? (
                  templates.failure ? null : (
                    <SkeletonRows rows={4} height={52} label={t('loading')} />
                  )
                ) : (
                  <p className={classes.firstType}>{t('documentDialogs.form.firstType')}</p>
                )}
              </>
            )}
          </div>
        </fieldset>
        {hasPaper(type) && beside ? <PreviewBeside fields={fields} type={type} around={around} /> : null}
      </form>
    </Dialog>
  );
}

/** Told at the file, as the server's own refusals of it are. */
function contentOf(file: File, message: string): Promise<string> {
  return toBase64(file).catch(() => {
    throw new ApiFailure(422, { fieldErrors: [{ objectName: 'document', field: 'file', message }] });
  });
}
