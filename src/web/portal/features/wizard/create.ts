/** Turns the draft into its call: the wizard's own, or a document in a folder that is already open (P-20). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Warning } from '#domain/dossiers/dossier.ts';
import { call } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/shapes.ts';
import { type Errors, pathOf } from '../../ui/document-fields/rules.ts';
import { documentBody, toBase64 } from '../../ui/document-fields/values.ts';
import { wordFailure } from '../../ui/failure-note.tsx';
import { toastProgress } from '../../ui/toasts.tsx';
import type { WizardSubject } from './configuration.ts';
import { type Draft, dossierBody, folderBody, type Step, stepOfObject } from './draft.ts';

/** What was made; the answer lists what deserves a second look, and never refuses for it (P-15). */
export interface Created {
  dossier: DossierRow;
  folder: FolderRow & { warnings?: Warning[] };
  document: DocumentRow & { warnings?: Warning[] };
}

/** Where the refusal belongs and which fields it names. */
export interface CreateFailure {
  step: Step;
  errors: Errors;
  cause: unknown;
}

export function useCreate(
  subject: WizardSubject,
  on: { onCreated: (created: Created) => void; onFailed: (failure: CreateFailure) => void },
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const toast = toastProgress(t('wizard.toast.doing'));
      try {
        const created = await send(subject, draft);
        toast.done(t('wizard.toast.done'), created.document.fileName ?? undefined);
        return created;
      } catch (error) {
        toast.failed(t('wizard.toast.failed'), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (created) => {
      for (const name of ['documents', 'folders', 'dossiers']) void client.invalidateQueries({ queryKey: [name] });
      on.onCreated(created);
    },
    onError: (error) => on.onFailed(placeOf(error)),
  });
}

async function send(subject: WizardSubject, draft: Draft): Promise<Created> {
  const { customer, folder, document } = draft;
  if (!customer || !folder || !document) throw new Error('The wizard is not complete');
  const content = document.file ? await toBase64(document.file) : null;
  const body = documentBody(document, subject.documentTypeRules, content);
  if (folder.kind === 'existing' && customer.kind === 'existing') {
    const row = await call<DocumentRow>('/api/documents', {
      method: 'POST',
      body: { ...body, folderId: folder.folder.id },
    });
    return { dossier: customer.dossier, folder: folder.folder, document: row };
  }
  if (folder.kind === 'existing') throw new Error('A new customer has no open folder');
  const whose =
    customer.kind === 'existing'
      ? { dossierId: customer.dossier.id }
      : { dossier: dossierBody(customer.values, subject.brand) };
  return call<Created>('/api/documents/wizard', {
    method: 'POST',
    body: { ...whose, folder: folderBody(folder.values, subject), document: body },
  });
}

/** The step that can mend it: the one of the first field named; a refusal without fields stays on the review. */
export function placeOf(cause: unknown): CreateFailure {
  const named = cause instanceof ApiFailure ? (cause.body.fieldErrors ?? []) : [];
  const step = stepOfObject(named[0]?.objectName);
  const errors: Errors = {};
  for (const error of named) {
    if (stepOfObject(error.objectName) !== step) continue;
    errors[step === 'document' ? pathOf(error.field) : error.field] ??= error.message;
  }
  return { step, errors, cause };
}
