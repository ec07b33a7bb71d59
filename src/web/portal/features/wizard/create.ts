/** Turns the draft into its call: the wizard's own, or a document in a folder that is already open (P-20). */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createByWizard, createDocument } from '#contract/calls/documents.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/shapes.ts';
import type { Progress } from '../../api/upload.ts';
import { askUpload } from '../../api/upload.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { type Errors, pathOf } from '../../entities/documents/fields/rules.ts';
import { documentBody, toBase64 } from '../../entities/documents/fields/values.ts';
import { placed } from '../../entities/signature-places/ahead.tsx';
import type { Unplaced } from '../../entities/signature-places/moved.ts';
import type { WizardSubject } from './configuration.ts';
import { type Draft, namedBody, type Step, stepOfObject } from './draft.ts';

/** What was made; the answer lists what deserves a second look, and never refuses for it (P-15). */
export interface Created {
  dossier: DossierRow;
  folder: FolderRow & { warnings?: Warning[] };
  document: DocumentRow & { warnings?: Warning[] };
  /** What the seller moved on its file and could not be stored: its signature does not start by itself. */
  unplaced?: Unplaced | null;
}

/** Kept as a draft, made, or made and its signature started at once: the last is created exactly as the second. */
export type Act = 'draft' | 'create' | 'start';

/** Where the refusal belongs and which fields it names. */
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
    // However often it is pressed or lost, it is made once.
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
      const made = await send(subject, { ...draft, content, asDraft: act === 'draft' }, key, setProgress);
      return { ...made, unplaced: draft.document && (await placed(made.document.id, draft.document)) };
    },
    onDone: (created, { act }) => {
      setProgress(null);
      on.onCreated(created, act);
    },
    onFailed: (failure) => {
      setProgress(null);
      on.onFailed(placeOf(failure));
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
  const { rulesOf } = await import('../../entities/papers/form/load.ts');
  const made = documentBody(document, await rulesOf(subject.documentTypeRules), content);
  const body = asDraft ? { ...made, draft: true } : made;
  if (folder.kind === 'existing' && customer.kind === 'existing') {
    const whole = { ...body, folderId: folder.folder.id };
    const row = await askUpload(createDocument, { idempotencyKey, body: whole }, onProgress);
    return { dossier: customer.dossier, folder: folder.folder, document: row };
  }
  if (folder.kind === 'existing') throw new Error('A new customer has no open folder');
  const whole = { ...namedBody(customer, folder.values, subject), document: body };
  return askUpload(createByWizard, { idempotencyKey, body: whole }, onProgress);
}

/** The step that can mend it: the one of the first field named; a refusal without fields stays on the last. */
export function placeOf(cause: unknown): CreateFailure {
  const named = cause instanceof ApiFailure ? (cause.body.fieldErrors ?? []) : [];
  const step = stepOfObject(named[0]?.objectName);
  const errors: Errors = {};
  for (const error of named) {
    if (stepOfObject(error.objectName) !== step) continue;
    errors[error.objectName === 'document' ? pathOf(error.field) : error.field] ??= error.message;
  }
  return { step, errors, cause };
}

/** A file that moved or changed since it was chosen cannot be read any more: said at the file, like a refusal. */
async function readFile(file: File, message: string): Promise<string> {
  try {
    return await toBase64(file);
  } catch {
    throw new ApiFailure(422, { fieldErrors: [{ objectName: 'document', field: 'content', message }] });
  }
}
