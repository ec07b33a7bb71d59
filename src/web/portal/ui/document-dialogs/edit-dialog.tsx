/** Changing a draft or a finished document: signature, flags and extra fields; type and file stay (specification §2, §5, P-5). */
import { searchDocuments, updateDocument } from '#contract/calls/documents.ts';
import '../../../shared/no-eval.ts';
import { IconFileText } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentCan, landingStatus } from '#domain/documents/life.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { findConfiguredType } from '#domain/folders/folder-types.ts';
import { paperFileName } from '#domain/signing/paper-names.ts';
import { ask, type Page } from '../../api/client.ts';
import { subjectOf } from '../../api/keys.ts';
import { documentQuery, folderTypesQuery } from '../../api/queries.ts';
import type { DocumentRow } from '../../api/shapes.ts';
import { formatSize } from '../../text/numbers.ts';
import { Note, SkeletonRows } from '../card.tsx';
import { Dialog, PREVIEW_ROOM } from '../dialog.tsx';
import type { DialogFrame } from '../document-dialogs.tsx';
import { DocumentFields } from '../document-fields/document-fields.tsx';
import { EMPTY_VALUES, useDocumentForm } from '../document-fields/document-form.ts';
import { type DocumentValues, fieldsBody, mergedValues, valuesOf } from '../document-fields/values.ts';
import { replaceRow } from '../document-work.ts';
import { useEntityWork } from '../entity-work.ts';
import { FailureNote } from '../failure-note.tsx';
import { useKept } from '../form/kept.ts';
import { KeptNote } from '../form/kept-note.tsx';
import { isStale, StaleNote } from '../form/stale-note.tsx';
import { standsThere } from '../form/three-way.ts';
import { RequiredHint } from '../form/wording.tsx';
import { TextInput } from '../forms.ts';
import { documentTypeLabel, folderTitle } from '../labels.ts';
import { PreviewBeside, useRoomBeside } from '../paper-form/beside.tsx';
import { useRules } from '../paper-form/load.ts';
import { asUploadedBefore, type DocumentTypeRules, hasPaper, storedAround } from '../paper-form/paper.ts';
import classes from './dialogs.module.css';
import { FormFoot } from './form-foot.tsx';
import { useSurroundings } from './place.ts';
import { type KeptValues, kept, resumed, useRefusal } from './saving.ts';

/** What the form stands on: the row as it was read, and the values it gave. */
interface Base {
  row: DocumentRow;
  type: DocumentTypeRules;
  values: DocumentValues;
}

export function EditDialog(props: DialogFrame & { row: DocumentRow }) {
  const { t } = useTranslation();
  const { opened, onClose } = props;
  const id = useId();
  const client = useQueryClient();
  const configuration = useQuery(folderTypesQuery);
  // A list may be minutes old: the form starts from the row as it is now, once.
  const current = useQuery({ ...documentQuery(props.row.id), enabled: opened, refetchOnMount: 'always' });
  const around = useSurroundings(props.row.folderId);
  const [base, setBase] = useState<Base | null>(null);
  const [merged, setMerged] = useState(false);
  const keeping = useKept<{ base: KeptValues; typed: KeptValues }>(`document.${props.row.id}`);
  const made = around.folder && around.dossier ? storedAround(around.folder, around.dossier) : undefined;
  const fields = useDocumentForm({
    type: base?.type ?? null,
    initialValues: EMPTY_VALUES,
    around: made,
    stored: { mimeType: base?.row.mimeType ?? null },
    onValuesChange: (values) => {
      if (base) keep(base.values, values);
    },
  });
  const { form } = fields;
  /** With what the row was then: taken up again, it undoes nothing that others saved meanwhile. */
  const keep = (stored: DocumentValues, typed: DocumentValues) => {
    if (!same(stored, typed)) keeping.keep({ base: kept(stored, props.row.type), typed: kept(typed, props.row.type) });
    else if (!keeping.offered) keeping.forget();
  };
  const refusal = useRefusal(fields);
  const configured = configuration.data;
  const found = configured && findConfiguredType(configured, props.row.folder.type, props.row.type);
  const fresh = current.isFetchedAfterMount ? current.data : undefined;
  const templates = useRules(found ?? null);
  const room = useRoomBeside(PREVIEW_ROOM);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form starts once, when both are there
  useEffect(() => {
    if (base || !templates.rules || !fresh) return;
    const { rules } = templates;
    // A file that somebody uploaded is never replaced by one that the portal makes.
    const type = hasPaper(rules) && !isMadeHere(fresh) ? asUploadedBefore(rules) : rules;
    const values = valuesOf(fresh, type);
    setBase({ row: fresh, type, values });
    form.setValues(values);
  }, [templates.rules, fresh]);

  const save = useEntityWork<{ values: DocumentValues; draft: boolean }, DocumentRow>({
    entity: 'documents',
    kind: 'update',
    send: ({ values, draft }) => {
      if (!base) throw new Error('Nothing was read yet');
      const { id: documentId, lastModifiedDate } = base.row;
      const body = { id: documentId, ...fieldsBody(values, base.type), lastModifiedDate, ...(draft ? { draft } : {}) };
      return ask(updateDocument, { body });
    },
    alreadyThere: async ({ values, draft }) => {
      if (!base) return null;
      const stored = await client.fetchQuery({ ...documentQuery(base.row.id), staleTime: 0 });
      const landed = stored.status === landingStatus({ draft, signable: values.signable });
      const [read, sent, now] = [base.values, values, valuesOf(stored, base.type)].map((known) =>
        fieldsBody(known, base.type),
      );
      return landed && read && sent && now && standsThere(read, sent, now) ? stored : null;
    },
    detail: (row) => `${documentTypeLabel(t, row.type)} · ${t(`label.documentStatus.${row.status}`)}`,
    refresh: updateDocument.stale,
    onDone: (row) => {
      client.setQueryData(documentQuery(row.id).queryKey, row);
      client.setQueriesData<Page<DocumentRow>>({ queryKey: subjectOf(searchDocuments) }, (page) =>
        replaceRow(page, row),
      );
      keeping.forget();
      onClose();
    },
    onFailed: (failure) => {
      if (!isStale(failure)) refusal.take(failure);
    },
  });

  /** Takes over what others changed, and leaves what was typed here. */
  const reload = async () => {
    const { data: row, isError } = await current.refetch();
    if (isError || !row || !base) return;
    const stored = valuesOf(row, base.type);
    const values = mergedValues(base.values, form.getValues(), stored);
    setBase({ ...base, row, values: stored });
    form.setValues(values);
    keep(stored, values);
    save.reset();
    setMerged(true);
  };

  const submit = (draft: boolean) => {
    refusal.clear();
    fields.submit((values) => save.mutate({ values, draft }), draft);
  };
  const busy = save.isPending ? (save.variables.draft ? 'draft' : 'full') : null;
  const editable = base
    ? documentCan.edit({ ...base.row, ...(around.folder ? { folderStatus: around.folder.status } : {}) })
    : null;
  const failed = current.isError ? current : configuration.isError ? configuration : null;
  const failure = failed?.error ?? around.failure ?? templates.failure;
  const retry = failed ? () => void failed.refetch() : around.failure ? around.retry : templates.retry;
  const paper = base && hasPaper(base.type) ? base.type : null;
  const beside = paper !== null && room;
  const stale = isStale(save.error);
  return (
    <Dialog
      opened={opened}
      title={t('documentDialogs.form.editTitle')}
      width={beside ? 1180 : 760}
      busy={busy !== null}
      onClose={onClose}
      foot={
        <FormFoot
          form={id}
          hint={
            editable?.ok
              ? t('documentDialogs.form.landing', {
                  status: t(`label.documentStatus.${landingStatus({ draft: false, signable: form.values.signable })}`),
                })
              : null
          }
          progress={null}
          busy={busy}
          // What would be saved while the present data is on its way would be forgotten when it comes.
          locked={!editable?.ok || (stale && current.isFetching)}
          action={t('form.save')}
          onCancel={() => {
            keeping.forget();
            onClose();
          }}
          onDraft={base?.row.status === 'DRAFT' ? () => submit(true) : undefined}
        />
      }
    >
      <form
        id={id}
        className={beside ? classes.beside : undefined}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <fieldset className={classes.group} disabled={busy !== null}>
          <div className={classes.stack}>
            <div className={classes.head}>
              <p className={classes.quiet}>
                {around.dossier && around.folder
                  ? `${customerName(around.dossier)} · ${folderTitle(t, around.folder)}`
                  : null}
              </p>
              <RequiredHint />
            </div>
            {keeping.offered && base ? (
              <KeptNote
                at={keeping.offered.at}
                onResume={() => {
                  if (!keeping.offered) return;
                  const { base: began, typed } = keeping.offered.values;
                  keeping.take();
                  form.setValues(mergedValues(resumed(began), resumed(typed), base.values));
                }}
                onDiscard={keeping.discard}
              />
            ) : null}
            {editable && !editable.ok ? (
              <Note tone="waiting">
                {t('documents.notNow.edit', { reason: t(`label.lifeReason.${editable.reason}`) })}
              </Note>
            ) : null}
            {stale ? (
              <StaleNote loading={current.isFetching} onReload={() => void reload()} />
            ) : merged ? (
              <Note tone="info" title={t('documentDialogs.form.mergedTitle')}>
                {t('documentDialogs.form.mergedText')}
              </Note>
            ) : null}
            {refusal.failure ? <FailureNote failure={refusal.failure} /> : null}
            {failure ? <FailureNote failure={failure} onRetry={retry} /> : null}
            {configured && !found ? <Note tone="bad">{t('documentDialogs.form.typeGone')}</Note> : null}
            {base && around.folder && around.dossier ? (
              <DocumentFields
                fields={fields}
                type={base.type}
                place={{
                  brand: around.folder.brand,
                  folderType: base.row.folder.type,
                  hst: around.dossier.hst,
                }}
                lead={
                  <TextInput
                    label={t('documentDialogs.form.type')}
                    description={t('documentDialogs.form.typeFixed')}
                    readOnly
                    value={documentTypeLabel(t, base.type.slug)}
                  />
                }
                storedFile={<StoredFile row={base.row} />}
                made={made && { around: made, beside }}
                keptSigType={base.row.sigType}
              />
            ) : failure || (configured && !found) ? null : (
              <SkeletonRows rows={4} height={52} label={t('loading')} />
            )}
          </div>
        </fieldset>
        {paper && made && beside ? <PreviewBeside fields={fields} type={paper} around={made} /> : null}
      </form>
    </Dialog>
  );
}

/** A paper that the portal made carries the name it gives; the trail, which knows for certain, is the server's to ask. */
const isMadeHere = ({ fileName, type }: DocumentRow): boolean => fileName === null || fileName === paperFileName(type);

function StoredFile(props: { row: DocumentRow }) {
  const { t } = useTranslation();
  const { fileName, fileSize } = props.row;
  return (
    <div className={classes.file}>
      <IconFileText size={18} stroke={1.8} aria-hidden="true" />
      <span className={classes.fileText}>
        <span className={classes.fileName} title={fileName ?? undefined}>
          {fileName ?? t('documentDialogs.form.noFile')}
        </span>
        <span className={classes.caption}>
          {fileName ? `${formatSize(fileSize)} · ${t('documentDialogs.form.fixedFile')}` : null}
        </span>
      </span>
    </div>
  );
}

const same = (a: DocumentValues, b: DocumentValues): boolean =>
  JSON.stringify({ ...a, file: null }) === JSON.stringify({ ...b, file: null });
