/** Creates a document: its type first, then the type's fields; repeated clicks create it only once. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDocument } from '#contract/calls/documents.ts';
import { startSign } from '#contract/calls/signing.ts';
import { hasFileField } from '#domain/documents/document.ts';
import { statusAfterSave } from '#domain/documents/document-states.ts';
import { customerName, personName } from '#domain/dossiers/customer-name.ts';
import { addableDocumentTypes } from '#domain/folders/folder-types.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../../api/answer-types.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { useStartObstacle } from '../../../api/queries/start-obstacle.ts';
import { documentsOfFolder, folderTypesQuery } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { askUpload, type Progress } from '../../../api/upload.ts';
import { useAct } from '../../../connected/act/use-act.ts';
import { focusFirstError } from '../../../connected/form/form-messages.tsx';
import { useFormDraft } from '../../../connected/form/use-form-draft.ts';
import { documentTypeLabel, folderTitle } from '../../../connected/labels.ts';
import { paths } from '../../../paths.ts';
import { useRules } from '../../papers/form/load-rules.ts';
import {
  type DocumentTypeRules,
  hasPaper,
  type PaperCase,
  storedCase,
  withProposals,
} from '../../papers/form/paper.ts';
import { isPdf, storePlaces } from '../../signature-places/lazy-before-upload.tsx';
import type { Unplaced } from '../../signature-places/moved-places.ts';
import { type DocumentForm, EMPTY_VALUES, useDocumentForm } from '../fields/document-form.ts';
import { type DocumentValues, documentBody, startingValues, toBase64 } from '../fields/document-values.ts';
import { useStart } from '../start/use-start.ts';
import { moveTexts, showDocument } from '../use-document-mutations.ts';
import type { DialogInput } from './document-dialogs.tsx';
import type { FormAct } from './document-form-dialog.tsx';
import { type KeptValues, restoredValues, storableValues, useRefuse } from './unsaved-values.ts';

interface Input {
  values: DocumentValues;
  act: FormAct;
  type: DocumentTypeRules;
}

export interface CreateInput {
  folder: FolderRow;
  dossier: DossierRow;
  /** The preselected type. */
  type: string | undefined;
  onClose: () => void;
  onCreated: ((row: DocumentRow) => void) | undefined;
  /** Opens another dialog in place of this one. */
  onOther: (request: DialogInput) => void;
}

interface Made {
  row: DocumentRow;
  unplaced: Unplaced | null;
}

/** Reported at the file field, like the server's refusals of the file. */
function readContent(file: File, message: string): Promise<string> {
  return toBase64(file).catch(() => {
    throw new ApiFailure(422, { fieldErrors: [{ objectName: 'document', field: 'file', message }] });
  });
}

/** A file is empty in JSON: this key distinguishes one from another. */
const contentKey = ({ values, act, type }: Input) => {
  const { file } = values;
  return {
    // They are stored after the creation.
    values: { ...values, moved: null },
    draft: act === 'draft',
    type: type.slug,
    fileKey: file && `${file.name} ${file.size} ${file.lastModified}`,
  };
};

function useCreate(of: CreateInput, onFailed: (failure: unknown) => void, onDone: (made: Made, act: FormAct) => void) {
  const { t } = useTranslation();
  const { folder, dossier } = of;
  const [progress, setProgress] = useState<Progress | null>(null);
  const create = useAct<Input, Made>({
    of: ['create', 'documents'],
    once: (input) => ['documents', [folder.id, contentKey(input)]],
    send: async ({ values, act, type }, { key }) => {
      const file = hasFileField(type) ? values.file : null;
      const content = file ? await readContent(file, t('documentFields.error.read')) : null;
      const body = {
        ...documentBody(values, type, content),
        folderId: folder.id,
        ...(act === 'draft' && { draft: true }),
      };
      const row = await askUpload(createDocument, { body, idempotencyKey: key }, setProgress);
      return { row, unplaced: await storePlaces(row.id, values) };
    },
    call: createDocument,
    detail: ({ row }) => `${documentTypeLabel(t, row.type)} · ${customerName(dossier)}`,
    onDone: (created, { act }) => onDone(created, act),
    onFailed: (failure) => {
      setProgress(null);
      onFailed(failure);
    },
  });
  return { create, progress };
}

/** Starts the signature of the new document; its page then shows the progress, as after the wizard. */
function useStartNewDocument() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useStart<DocumentRow, DocumentRow>({
    words: () => moveTexts(t, 'sign'),
    detail: () => t('documentActions.toast.sign.detail'),
    send: ({ id }, start) => start(startSign, id, {}),
    call: startSign,
    onDone: (row) => {
      showDocument(client, row);
      void navigate({ to: paths.document(row.id) });
    },
  });
}

/** The form's proposals depend on its type and on the folder's data. */
function useProposals(fields: DocumentForm, type: DocumentTypeRules | null, paperCase: PaperCase, key: unknown) {
  const { form, chooseFile } = fields;
  const { file } = form.values;
  // The accepted files depend on the type: check again a file that is already chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the type changes
  useEffect(() => {
    if (file) chooseFile(file);
  }, [type?.slug]);
  // Once the template is loaded, fill its fields with the folder's data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each template, after the folder's documents have loaded
  useEffect(() => {
    if (!hasPaper(type)) return;
    const values = form.getValues();
    const started = { ...startingValues(type).fields, ...values.fields };
    form.setValues(withProposals({ ...values, fields: started }, type.paper.proposals(paperCase)));
  }, [type, key]);
}

/** The types that can be added to the folder, and the selected one. */
function useTypes({ folder, dossier, type }: CreateInput) {
  const { t } = useTranslation();
  const configuration = useQuery(folderTypesQuery);
  const folderType = configuration.data?.find((entry) => entry.slug === folder.type);
  const types = folderType ? addableDocumentTypes(folderType, [dossier.legalEntity]) : [];
  const [slug, setSlug] = useState(type ?? null);
  const [error, setError] = useState<string | null>(null);
  const chosen = types.find((entry) => entry.slug === slug) ?? null;
  const { rules, ...templates } = useRules(chosen);
  return {
    ...{ configuration, types, slug, setSlug, error, chosen, rules, templates },
    setError: (missing: boolean) =>
      setError(missing ? t('validation.required', { field: t('label.field.type') }) : null),
  };
}

export function useDocumentCreation(options: CreateInput) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { folder, dossier } = options;
  const types = useTypes(options);
  const { slug, rules } = types;
  const [failure, setFailure] = useState<unknown>(null);
  const [fileAgain, setFileAgain] = useState<string | null>(null);
  const siblings = useQuery({ ...documentsOfFolder(folder.id), enabled: hasPaper(rules) });
  const paperCase = storedCase(folder, dossier, siblings.data?.rows);
  const draft = useFormDraft<KeptValues>(`document.new.${folder.id}`);
  const fields = useDocumentForm({
    type: rules,
    initialValues: rules ? startingValues(rules) : EMPTY_VALUES,
    paperCase,
    onValuesChange: (values) => draft.keep(storableValues(values, slug)),
  });
  const refuse = useRefuse(fields);
  const { form } = fields;
  useProposals(fields, rules, paperCase, siblings.dataUpdatedAt);
  const start = useStartNewDocument();
  const { create, progress } = useCreate(
    options,
    (refused) => setFailure(refuse(refused) ? null : refused),
    ({ row, unplaced }, act) => {
      draft.forget();
      options.onClose();
      options.onCreated?.(row);
      if (unplaced) options.onOther({ kind: 'places', row, unplaced });
      else if (act === 'start') start.mutate(row);
    },
  );
  const { file, signable, sigType } = form.values;
  const planned = { type: rules?.slug ?? '', signable: rules !== null && signable, sigType };
  const obstacle = useStartObstacle({ customer: dossier, folder, ...planned });
  const place = { hst: dossier.hst, brand: folder.brand, folderType: folder.type };
  return {
    ...{ types, fields, paperCase, draft, failure, progress },
    /** The known obstacle to its signature. */
    obstacle,
    /** The signature fields of the chosen file. */
    ahead:
      rules && !hasPaper(rules) && isPdf(file) ? { file, fields, rules, place, signer: personName(dossier) } : null,
    /** Whether it can be signed as soon as it is created. */
    starts: planned.signable && sigType === 'OTP' && obstacle === null && may('document.sign', place).ok,
    /** The resulting status. */
    landing: statusAfterSave({ draft: false, signable }),
    place: `${customerName(dossier)} · ${folderTitle(t, folder)}`,
    /** The name of the file to choose again: files cannot be kept. */
    fileAgain: file ? null : fileAgain,
    busy: create.isPending ? create.variables.act : null,
    choose: (chosenSlug: string | null) => {
      const next = types.types.find((entry) => entry.slug === chosenSlug);
      types.setError(false);
      types.setSlug(next?.slug ?? null);
      if (!next) return;
      const started = { ...startingValues(next), file };
      form.clearErrors();
      form.setValues(started);
      draft.keep(storableValues(started, next.slug));
    },
    save: (act: FormAct) => {
      if (!types.chosen) {
        types.setError(true);
        focusFirstError({ type: true });
        return;
      }
      if (!rules) return;
      fields.submit((values) => {
        setFailure(null);
        create.mutate({ values, act, type: rules });
      }, act === 'draft');
    },
    resume: (values: KeptValues) => {
      types.setSlug(values.type);
      form.setValues(restoredValues(values));
      setFileAgain(values.fileName);
    },
  };
}
