/** Actions on one document from wherever it is shown: status changes, downloads, copying its link. */
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadDocument, searchDocuments, takeBackDocument } from '#contract/calls/documents.ts';
import { downloadSigned } from '#contract/calls/evidence.ts';
import {
  cancelSign,
  downloadAudit,
  downloadBundle,
  downloadInterimAudit,
  renewSign,
  startSign,
} from '#contract/calls/signing.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { ask, askFile, type Page, saveFile } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { documentQuery } from '../../api/queries.ts';
import { subjectOf } from '../../api/query-keys.ts';
import { type Request, requestOf } from '../../api/request.ts';
import { describeFailure } from '../../connected/failure-note.tsx';
import { showRefusedPage } from '../../connected/refused-page/refused-page.ts';
import { toastBad, toastGood, toastProgress } from '../../connected/toasts.tsx';
import { useStart } from './start/use-start.ts';

/** `restart` renews an expired signature and starts it. */
export type Move = 'sign' | 'cancel-sign' | 'take-back' | 'renew' | 'restart';

const MOVES = { 'cancel-sign': cancelSign, renew: renewSign };

/** The messages for a move. @param failed which of its acts has failed. */
export const moveTexts = (t: TFunction, move: Move, failed: () => Move = () => move) => ({
  doing: t(`documentActions.toast.${move}.doing`),
  done: t(`documentActions.toast.${move}.done`),
  failed: (failure: unknown) => {
    const title = t(`documentActions.toast.${failed()}.failed`);
    return showRefusedPage(title, failure) ? null : title;
  },
});

/** Mutation key of the moves of a document. */
export const moveKey = (id: number) => ['document-move', id];

/** Starts, cancels, takes back or renews; the answer replaces the document on its page and in every list. */
export function useMove({ id }: Pick<DocumentRow, 'id'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const path = { id };
  // Which of a restart's two calls failed.
  const step = useRef<Move>('sign');
  return useStart<Move, DocumentRow>({
    key: moveKey(id),
    words: (move) => moveTexts(t, move, () => step.current),
    detail: (_row, move) => t(`documentActions.toast.${move}.detail`),
    send: async (move, start, again) => {
      step.current = move;
      if (move === 'take-back') return ask(takeBackDocument, { path });
      if (move === 'cancel-sign' || move === 'renew') return ask(MOVES[move], { path, body: {} });
      if (move === 'restart' && !again) {
        step.current = 'renew';
        // Show the renewed document immediately: the start may ask for signers next, or be refused.
        showDocument(client, await ask(renewSign, { path, body: {} }));
        step.current = 'restart';
      }
      return start(startSign, id, {});
    },
    call: startSign,
    onDone: (row) => showDocument(client, row),
  });
}

/** Replaces a document on its page and in every list. */
export function showDocument(client: QueryClient, row: DocumentRow): void {
  client.setQueryData(documentQuery(row.id).queryKey, row);
  client.setQueriesData<Page<DocumentRow>>({ queryKey: subjectOf(searchDocuments) }, (page) => replaceRow(page, row));
}

/** The page with the row of the same id updated; data that only list rows have stays. */
export function replaceRow(page: Page<DocumentRow> | undefined, row: DocumentRow): Page<DocumentRow> | undefined {
  return page && { ...page, rows: page.rows.map((stored) => (stored.id === row.id ? { ...stored, ...row } : stored)) };
}

export const FILE_KINDS = ['plain', 'signed', 'audit', 'interim', 'bundle', 'print'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Saved to disk rather than shown. */
const SAVED_KINDS: readonly FileKind[] = ['plain', 'bundle'];

/** One per file of each document. */
export interface DownloadState {
  state: 'INITIAL' | 'FETCHING' | 'FETCHED' | 'ERROR';
  failure: unknown;
  /** Time of the last request, in ms. */
  at: number;
}

export type Downloads = Record<FileKind, () => void> & { states: Record<FileKind, DownloadState> };

const INITIAL: DownloadState = { state: 'INITIAL', failure: null, at: 0 };
const STATES = { idle: 'INITIAL', pending: 'FETCHING', success: 'FETCHED', error: 'ERROR' } as const;

/** A phone prints from the file shown in a tab. */
const canPrintHere = (): boolean => !window.matchMedia('(pointer: coarse)').matches;

/** Interval between updates of the toast; each one is announced. */
const UPDATE_INTERVAL_MS = 2_000;

/** Loads and renders a file, then opens the browser's print dialog. */
async function print(t: TFunction, file: Request): Promise<void> {
  const toast = toastProgress(t('documentActions.printing.doing'));
  let lastUpdate = Date.now();
  try {
    const [{ preparePrint }, bytes] = await Promise.all([import('../../connected/pdf/print-pdf.ts'), askFile(file)]);
    const open = await preparePrint(bytes, (page, pages) => {
      if (Date.now() - lastUpdate < UPDATE_INTERVAL_MS) return;
      lastUpdate = Date.now();
      toast.update(t('documentActions.printing.page', { page, pages }));
    });
    toast.drop();
    open();
  } catch (error) {
    const failed = t('documentActions.printing.failed');
    if (error instanceof ApiFailure) toast.failed(failed, describeFailure(t, error));
    else {
      toast.drop();
      toastBad(failed, t('documentActions.printing.instead'));
    }
    throw error;
  }
}

interface DownloadRequest {
  kind: FileKind;
  /** The tab that will show the file; null saves it. */
  tab: Window | null;
}

/** Opened during the click itself: later the browser blocks it as a pop-up. Null where PDFs cannot be shown. */
const openTab = (): Window | null => (navigator.pdfViewerEnabled ? window.open('', '_blank') : null);

/** Passes a file to the browser: shown in the tab where possible, otherwise saved; true when shown. */
function openOrSave(file: File, tab: Window | null): boolean {
  if (tab && !tab.closed && file.type.startsWith('application/pdf')) {
    // The object URL lives as long as this page: the user may save the file from the tab.
    tab.location.replace(URL.createObjectURL(file));
    return true;
  }
  tab?.close();
  saveFile(file);
  return false;
}

/**
 * Downloads a file with the session. The signed file and the audit PDF are opened, according to the answer's content
 * type; the plain file and the evidence bundle are saved. The state is the same wherever the document is shown.
 */
export function useDownloads(document: Pick<DocumentRow, 'id' | 'signedDocumentId'>): Downloads {
  const { t } = useTranslation();
  const { id, signedDocumentId } = document;
  const mutationKey = ['document-download', id];
  // Offered only for a signed document.
  const signed = requestOf(downloadSigned, { path: { id: signedDocumentId ?? 0 } });
  const plain = requestOf(downloadDocument, { path: { id } });
  const files: Record<FileKind, Request> = {
    ...{ plain, signed, print: signedDocumentId === null ? plain : signed },
    audit: requestOf(downloadAudit, { path: { id: signedDocumentId ?? 0 } }),
    interim: requestOf(downloadInterimAudit, { path: { id } }),
    bundle: requestOf(downloadBundle, { path: { id: signedDocumentId ?? 0 } }),
  };
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ kind, tab }: DownloadRequest) => {
      const file = files[kind];
      if (kind === 'print' && canPrintHere()) return print(t, file);
      const toast = toastProgress(t('documentActions.downloading.doing'));
      try {
        const downloaded = await askFile(file);
        const shown = openOrSave(downloaded, tab);
        toast.done(t(shown ? 'documentActions.opened' : 'documentActions.downloading.done'), downloaded.name);
      } catch (error) {
        tab?.close();
        toast.failed(t('documentActions.downloading.failed'), describeFailure(t, error));
        throw error;
      }
    },
  });
  const states = Object.fromEntries(FILE_KINDS.map((kind) => [kind, INITIAL])) as Record<FileKind, DownloadState>;
  const mutations = useMutationState({ filters: { mutationKey }, select: (mutation) => mutation.state });
  for (const { variables, status, error, submittedAt } of mutations) {
    states[(variables as DownloadRequest).kind] = { state: STATES[status], failure: error, at: submittedAt };
  }
  const fetchOnce = (kind: FileKind) => () => {
    const isSaved = SAVED_KINDS.includes(kind) || (kind === 'print' && canPrintHere());
    if (states[kind].state !== 'FETCHING') mutate({ kind, tab: isSaved ? null : openTab() });
  };
  return {
    plain: fetchOnce('plain'),
    signed: fetchOnce('signed'),
    audit: fetchOnce('audit'),
    interim: fetchOnce('interim'),
    bundle: fetchOnce('bundle'),
    print: fetchOnce('print'),
    states,
  };
}

/** Copies text to the clipboard and confirms it; also reports the browser's refusal. */
export function useCopy(): (text: string, done: { title: string; detail?: string }) => void {
  const { t } = useTranslation();
  return (text, done) => {
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => toastGood(done.title, done.detail),
      () => toastBad(t('documentActions.copyFailed'), t('documentActions.copyFailedText')),
    );
  };
}

/** Copies a document's sign link to the clipboard. */
export function useCopyLink(): (url: string) => void {
  const { t } = useTranslation();
  const copy = useCopy();
  return (url) => copy(url, { title: t('documentActions.linkCopied'), detail: t('documentActions.linkCopiedText') });
}
