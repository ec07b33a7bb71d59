/** Turns the draft into its call: the wizard's own, or a new document in an open folder. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createByWizard, createDocument } from '#contract/calls/documents.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/answer-types.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { Progress } from '../../api/upload.ts';
import { askUpload } from '../../api/upload.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { documentBody, toBase64 } from '../../entities/documents/fields/document-values.ts';
import { type Errors, pathOf } from '../../entities/documents/fields/rules.ts';
import { storePlaces } from '../../entities/signature-places/lazy-before-upload.tsx';
import type { Unplaced } from '../../entities/signature-places/moved-places.ts';
import { type Draft, namedBody, type Step, stepOfObject } from './wizard-draft.ts';
import type { WizardSubject } from './wizard-rules.ts';

/** The created rows; warnings in the answer are never refusals. */
export interface Created {
  dossier: DossierRow;
  folder: FolderRow & { warnings?: Warning[] };
  document: DocumentRow & { warnings?: Warning[] };
  /** The signature fields that the seller moved and that could not be stored: the signature then does not start automatically. */
  unplaced?: Unplaced | null;
}

/** Save as draft, create, or create and start the signature immediately; "start" creates exactly as "create" does. */
export type Act = 'draft' | 'create' | 'start';

/** The step of the refusal and the refused fields. */
export interface CreateFailure {
  step: Step;
  errors: Errors;
  cause: unknown;
}

export function useCreate(
  subject: WizardSubject,
  on: { onCreated: (created: Created, act: Act) => void; onFailed: (failure: CreateFailure) => void },
) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<Progress | null>(null);
  const create = useAct<{ draft: Draft; act: Act }, Created>({
    words: ({ act }) => `wizard.toast.${act === 'draft' ? 'draft' : 'made'}`,
    detail: (created) => created.document.fileName ?? undefined,
    // Repeated clicks and lost answers create it only once.
    once: ({ draft: { customer, folder, document }, act }) => {
      const { brand, folderType, documentType } = subject;
      return [
        'wizard',
        [brand, folderType, documentType, act === 'draft', customer, folder, { ...document, moved: null }],
      ];
    },
    send: async ({ draft, act }, { key }) => {
      const file = draft.document?.file ?? null;
      const content = file ? await readFile(file, t('documentFields.error.read')) : null;
      const rows = await send(subject, { ...draft, content, asDraft: act === 'draft' }, key, setProgress);
      return { ...rows, unplaced: draft.document && (await storePlaces(rows.document.id, draft.document)) };
    },
    onDone: (created, { act }) => {
      setProgress(null);
      on.onCreated(created, act);
    },
    onFailed: (failure) => {
      setProgress(null);
      on.onFailed(createFailureOf(failure));
    },
    call: createByWizard,
  });
  return { ...create, progress };
}

async function send(
  subject: WizardSubject,
  draft: Draft & { content: string | null; asDraft: boolean },
  idempotencyKey: string,
  onProgress: (progress: Progress) => void,
): Promise<Created> {
  const { customer, folder, document, content, asDraft } = draft;
  if (!customer || !folder || !document) throw new Error('The wizard is not complete');
  const { rulesOf } = await import('../../entities/papers/form/load-rules.ts');
  const fullBody = documentBody(document, await rulesOf(subject.documentTypeRules), content);
  const body = asDraft ? { ...fullBody, draft: true } : fullBody;
  if (folder.kind === 'existing' && customer.kind === 'existing') {
    const createBody = { ...body, folderId: folder.folder.id };
    const row = await askUpload(createDocument, { idempotencyKey, body: createBody }, onProgress);
    return { dossier: customer.dossier, folder: folder.folder, document: row };
  }
  if (folder.kind === 'existing') throw new Error('A new customer has no open folder');
  const wizardBody = { ...namedBody(customer, folder.values, subject), document: body };
  return askUpload(createByWizard, { idempotencyKey, body: wizardBody }, onProgress);
}

/** The step where the refusal can be fixed: that of the first refused field; without fields, the last step. */
export function createFailureOf(cause: unknown): CreateFailure {
  const fieldErrors = cause instanceof ApiFailure ? (cause.body.fieldErrors ?? []) : [];
  const step = stepOfObject(fieldErrors[0]?.objectName);
  const errors: Errors = {};
  for (const error of fieldErrors) {
    if (stepOfObject(error.objectName) !== step) continue;
    errors[error.objectName === 'document' ? pathOf(error.field) : error.field] ??= error.message;
  }
  return { step, errors, cause };
}

/** A file moved or changed after it was chosen can no longer be read: report it at the file field, like a refusal. */
async function readFile(file: File, message: string): Promise<string> {
  try {
    return await toBase64(file);
  } catch {
    throw new ApiFailure(422, { fieldErrors: [{ objectName: 'document', field: 'content', message }] });
  }
}
