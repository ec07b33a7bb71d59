/** Work on one document from wherever it is shown: move it through its life, fetch its files, copy its link (specification §4, §7). */
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callFile, type Page, saveFile } from '../api/client.ts';
import { documentQuery } from '../api/queries.ts';
import type { DocumentRow } from '../api/shapes.ts';
import { wordFailure } from './failure-note.tsx';
import { toastBad, toastGood, toastProgress } from './toasts.tsx';

export type Move = 'sign' | 'cancel-sign' | 'take-back' | 'renew';

/** Starts, cancels, takes back or renews; the answer replaces the document on its page and in every list (specification §4). */
export function useMove(document: Pick<DocumentRow, 'id'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (move: Move) => {
      const toast = toastProgress(t(`documents.toast.${move}.doing`));
      try {
        const row = await call<DocumentRow>(`/api/documents/${document.id}/${move}`, {
          method: 'POST',
          body: move === 'take-back' ? undefined : {},
        });
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

export type FileKind = 'plain' | 'signed' | 'audit';

/** Each file of each document has its own (specification §4). */
export interface DownloadState {
  state: 'INITIAL' | 'FETCHING' | 'FETCHED' | 'ERROR';
  failure: unknown;
  /** When it was last asked for, in ms. */
  at: number;
}

export type Downloads = Record<FileKind, () => void> & { states: Record<FileKind, DownloadState> };

const INITIAL: DownloadState = { state: 'INITIAL', failure: null, at: 0 };
const STATES = { idle: 'INITIAL', pending: 'FETCHING', success: 'FETCHED', error: 'ERROR' } as const;

interface Fetching {
  kind: FileKind;
  /** Where it is shown once it has come; null: it is saved. */
  tab: Window | null;
}

/** Opened at the click itself: later the browser takes it for a pop-up. Null where no PDF can be shown. */
const openTab = (): Window | null => (navigator.pdfViewerEnabled ? window.open('', '_blank') : null);

/** Hands a file to the browser: shown in the tab where it can be, else saved; true when it is shown. */
function handOver(file: Blob, name: string, tab: Window | null): boolean {
  if (tab && !tab.closed && file.type.startsWith('application/pdf')) {
    // The address lives as long as this page does: the tab may save what it shows.
    tab.location.replace(URL.createObjectURL(file));
    return true;
  }
  tab?.close();
  saveFile(file, name);
  return false;
}

/**
 * Fetches a file with the session. The signed file and the audit trail are opened, as the type in the answer's header
 * says (specification §7), the plain one is saved; wherever the document is shown, its state is the same.
 */
export function useDownloads(document: Pick<DocumentRow, 'id' | 'fileName' | 'signedDocumentId'>): Downloads {
  const { t } = useTranslation();
  const { id, signedDocumentId } = document;
  const mutationKey = ['document-download', id];
  const name = document.fileName ?? `documento-${id}.pdf`;
  const stem = name.replace(/\.[^.]+$/, '');
  const files: Record<FileKind, { path: string; name: string }> = {
    plain: { path: `/api/documents/${id}/download`, name },
    signed: {
      path: `/api/signed-documents/${signedDocumentId}/download`,
      name: `${stem}-${t('documents.suffix.signed')}.pdf`,
    },
    audit: {
      path: `/api/audit-documents/signed/${signedDocumentId}/download`,
      name: `${stem}-${t('documents.suffix.audit')}.pdf`,
    },
  };
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ kind, tab }: Fetching) => {
      const { path, name: fileName } = files[kind];
      const toast = toastProgress(t('documents.downloading'));
      try {
        const shown = handOver(await callFile(path), fileName, tab);
        toast.done(t(shown ? 'documents.opened' : 'documents.downloaded'), fileName);
      } catch (error) {
        tab?.close();
        toast.failed(t('documents.downloadFailed'), wordFailure(t, error));
        throw error;
      }
    },
  });
  const states: Record<FileKind, DownloadState> = { plain: INITIAL, signed: INITIAL, audit: INITIAL };
  const known = useMutationState({ filters: { mutationKey }, select: (mutation) => mutation.state });
  for (const { variables, status, error, submittedAt } of known) {
    states[(variables as Fetching).kind] = { state: STATES[status], failure: error, at: submittedAt };
  }
  const fetchOnce = (kind: FileKind) => () => {
    if (states[kind].state !== 'FETCHING') mutate({ kind, tab: kind === 'plain' ? null : openTab() });
  };
  return { plain: fetchOnce('plain'), signed: fetchOnce('signed'), audit: fetchOnce('audit'), states };
}

/** Puts text on the clipboard and says so; where the browser refuses, says that too. */
export function useCopy(): (text: string, done: { title: string; detail?: string }) => void {
  const { t } = useTranslation();
  return (text, done) => {
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => toastGood(done.title, done.detail),
      () => toastBad(t('documents.copyFailed'), t('documents.copyFailedText')),
    );
  };
}

/** Puts a document's sign link on the clipboard. */
export function useCopyLink(): (url: string) => void {
  const { t } = useTranslation();
  const copy = useCopy();
  return (url) => copy(url, { title: t('documents.linkCopied'), detail: t('documents.linkCopiedText') });
}
