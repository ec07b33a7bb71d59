/** Work on one document from wherever it is shown: start or cancel its signature, fetch its files, copy its link (specification §4, §7). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callFile, type Page, saveFile } from '../api/client.ts';
import { documentQuery } from '../api/queries.ts';
import type { DocumentRow } from '../api/shapes.ts';
import { wordFailure } from './failure-note.tsx';
import { toastGood, toastProgress } from './toasts.tsx';

type Move = 'sign' | 'cancel-sign';

/** Starts or cancels; the answer replaces the document on its page and in every list (specification §4). */
export function useMove(document: Pick<DocumentRow, 'id'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (move: Move) => {
      const toast = toastProgress(t(`documents.toast.${move}.doing`));
      try {
        const row = await call<DocumentRow>(`/api/documents/${document.id}/${move}`, { method: 'POST', body: {} });
        toast.done(t(`documents.toast.${move}.done`), t(`documents.toast.${move}.detail`));
        return row;
      } catch (error) {
        toast.failed(t(`documents.toast.${move}.failed`), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (row) => {
      client.setQueryData(documentQuery(document.id).queryKey, row);
      client.setQueriesData<Page<DocumentRow>>({ queryKey: ['documents', 'search'] }, (page) => replaceRow(page, row));
      void client.invalidateQueries({ queryKey: ['documents'] });
    },
    onError: () => void client.invalidateQueries({ queryKey: ['documents'] }),
  });
}

/** The page with the row of the same id brought up to date; what only lists carry stays. */
export function replaceRow(page: Page<DocumentRow> | undefined, row: DocumentRow): Page<DocumentRow> | undefined {
  return page && { ...page, rows: page.rows.map((known) => (known.id === row.id ? { ...known, ...row } : known)) };
}

export interface Downloads {
  plain: () => void;
  signed: () => void;
  audit: () => void;
}

/** Fetches a file with the session and hands it to the browser; toasts tell how it goes. */
export function useDownloads(document: Pick<DocumentRow, 'id' | 'fileName' | 'signedDocumentId'>): Downloads {
  const { t } = useTranslation();
  const fetchAndSave = async (name: string, fetchFile: () => Promise<Blob>) => {
    const toast = toastProgress(t('documents.downloading'));
    try {
      saveFile(await fetchFile(), name);
      toast.done(t('documents.downloaded'), name);
    } catch (error) {
      toast.failed(t('documents.downloadFailed'), wordFailure(t, error));
    }
  };
  const name = document.fileName ?? `documento-${document.id}.pdf`;
  const stem = name.replace(/\.[^.]+$/, '');
  const { signedDocumentId } = document;
  return {
    plain: () => void fetchAndSave(name, () => callFile(`/api/documents/${document.id}/download`)),
    signed: () =>
      void fetchAndSave(`${stem}-${t('documents.suffix.signed')}.pdf`, () =>
        callFile(`/api/signed-documents/${signedDocumentId}/download`),
      ),
    audit: () =>
      void fetchAndSave(`${stem}-${t('documents.suffix.audit')}.pdf`, () =>
        callFile(`/api/audit-documents/signed/${signedDocumentId}/download`),
      ),
  };
}

/** Puts a document's sign link on the clipboard. */
export function useCopyLink(): (url: string) => void {
  const { t } = useTranslation();
  return (url) =>
    void navigator.clipboard
      .writeText(url)
      .then(() => toastGood(t('documents.linkCopied'), t('documents.linkCopiedText')));
}
