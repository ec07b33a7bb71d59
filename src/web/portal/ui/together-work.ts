/** Starts the signature of several documents with one link and one code; who signs for the dealer is asked first where nobody knows (P-6). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { startSign } from '#contract/calls/signing.ts';
import { ask } from '../api/client.ts';
import { refresh } from '../api/keys.ts';
import type { DocumentRow } from '../api/shapes.ts';
import { missingIn, missingSigners } from './asked/missing-signers.ts';
import type { ChosenSigners } from './document-work.ts';
import { wordFailure } from './failure-note.tsx';
import { showRefusedPage } from './refused-page/refused-page.ts';
import { toastProgress } from './toasts.tsx';

/** @returns null from the mutation when it is asked first who signs for the dealer. */
export function useStartTogether() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const start = async (ids: readonly number[], signers?: ChosenSigners): Promise<DocumentRow | null> => {
    const [first = 0, ...together] = ids;
    const count = ids.length;
    const toast = toastProgress(t('documentDialogs.together.doing', { count }));
    try {
      const row = await ask(startSign, {
        path: { id: first },
        body: { together, ...(signers && { signers }) },
      });
      toast.done(t('documentDialogs.together.done', { count }), t('documentDialogs.together.detail'));
      return row;
    } catch (error) {
      const roles = missingIn(error);
      if (roles.length > 0 && signers === undefined) {
        toast.drop();
        missingSigners.ask({ documentId: first, roles, begin: (chosen) => begun(ids, chosen) });
        return null;
      }
      const title = t('documentDialogs.together.failed');
      if (showRefusedPage(title, error)) toast.drop();
      else toast.failed(title, wordFailure(t, error));
      throw error;
    } finally {
      void refresh(client, startSign);
    }
  };
  const begun = async (ids: readonly number[], signers: ChosenSigners): Promise<DocumentRow> => {
    const row = await start(ids, signers);
    if (row === null) throw new Error('The signers were named');
    return row;
  };
  return useMutation({ mutationFn: (ids: readonly number[]) => start(ids) });
}
