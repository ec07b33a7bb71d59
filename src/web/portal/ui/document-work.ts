/** Work on one document from wherever it is shown: move it through its life, fetch its files, copy its link (specification §4, §7). */
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffRole } from '#domain/signing/staff-signers.ts';
import { call, callFile, type Page, saveFile } from '../api/client.ts';
import { documentQuery } from '../api/queries.ts';
import type { DocumentRow } from '../api/shapes.ts';
import { type ActWords, useAct } from './act/use-act.ts';
import { missingIn, missingSigners } from './asked/missing-signers.ts';
import { wordFailure } from './failure-note.tsx';
import { showRefusedPage } from './refused-page/refused-page.ts';
import { toastBad, toastGood, toastProgress } from './toasts.tsx';

/** `restart` renews what has expired and starts it. */
export type Move = 'sign' | 'cancel-sign' | 'take-back' | 'renew' | 'restart';

/** Who signs for the dealer, by role (P-6). */
export type ChosenSigners = Partial<Record<StaffRole, number>>;

/** Starts, cancels, takes back or renews; the answer replaces the document on its page and in every list (specification §4). */
export function useMove(document: Pick<DocumentRow, 'id'>) {
  const { words, detail, move, ...after } = useMoves(document);
  const send = (wanted: Move) => move(wanted, wanted === 'take-back' ? undefined : {});
  return useAct<Move, DocumentRow | null>({ ...after, words, detail: (_, wanted) => detail(wanted), send });
}

/** Starts with the people that were asked for; `begin` starts more than this document, and tells what came of it itself. */
export function useStartWith(
  document: Pick<DocumentRow, 'id'>,
  begin?: (signers: ChosenSigners) => Promise<DocumentRow>,
) {
  const { words, detail, move, ...after } = useMoves(document);
  return useAct<ChosenSigners, DocumentRow | null>({
    ...after,
    ...(!begin && { words: () => words('sign'), detail: () => detail('sign') }),
    send: begin ?? ((signers) => move('sign', { signers })),
  });
}

function useMoves({ id }: Pick<DocumentRow, 'id'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // What of the two acts of a restart has failed.
  const step = useRef<Move>('sign');
  const readAgain = () => void client.invalidateQueries({ queryKey: ['documents'] });
  const post = (path: Move, body: object | undefined) =>
    call<DocumentRow>(`/api/documents/${id}/${path}`, { method: 'POST', body });
  return {
    words: (move: Move): ActWords<DocumentRow | null> => ({
      doing: t(`documentActions.toast.${move}.doing`),
      done: (row) => row && t(`documentActions.toast.${move}.done`),
      failed: (failure) => {
        const title = t(`documentActions.toast.${step.current}.failed`);
        return showRefusedPage(title, failure) ? null : title;
      },
    }),
    detail: (move: Move) => t(`documentActions.toast.${move}.detail`),
    /** @returns null when it is asked first who signs for the dealer. */
    move: async (move: Move, body: object | undefined): Promise<DocumentRow | null> => {
      step.current = move === 'restart' ? 'renew' : move;
      try {
        if (move !== 'restart') return await post(move, body);
        // Shown at once: who signs for the dealer may be asked next, or the start refused.
        client.setQueryData(documentQuery(id).queryKey, await post('renew', body));
        step.current = move;
        return await post('sign', body);
      } catch (error) {
        const roles = missingIn(error);
        if (roles.length === 0) throw error;
        missingSigners.ask({ documentId: id, roles });
        return null;
      }
    },
    stale: [],
    onDone: (row: DocumentRow | null) => {
      if (row === null) return;
      client.setQueryData(documentQuery(id).queryKey, row);
      client.setQueriesData<Page<DocumentRow>>({ queryKey: ['documents', 'search'] }, (page) => replaceRow(page, row));
      readAgain();
    },
    onFailed: readAgain,
  };
}

/** The page with the row of the same id brought up to date; what only lists carry stays. */
export function replaceRow(page: Page<DocumentRow> | undefined, row: DocumentRow): Page<DocumentRow> | undefined {
  return page && { ...page, rows: page.rows.map((known) => (known.id === row.id ? { ...known, ...row } : known)) };
}

export const FILE_KINDS = ['plain', 'signed', 'audit', 'interim', 'bundle'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Saved rather than shown. */
const SAVED: readonly FileKind[] = ['plain', 'bundle'];

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
 * says (specification §7), the plain one and the evidence bundle (P-11) are saved; wherever the document is shown, its state is the same.
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
      name: `${stem}-${t('documentActions.suffix.signed')}.pdf`,
    },
    audit: {
      path: `/api/audit-documents/signed/${signedDocumentId}/download`,
      name: `${stem}-${t('documentActions.suffix.audit')}.pdf`,
    },
    interim: {
      path: `/api/documents/${id}/audit/download`,
      name: `${stem}-${t('documentActions.suffix.interim')}.pdf`,
    },
    bundle: {
      path: `/api/audit-documents/signed/${signedDocumentId}/bundle`,
      name: `${stem}-${t('documentActions.suffix.bundle')}.zip`,
    },
  };
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ kind, tab }: Fetching) => {
      const { path, name: fileName } = files[kind];
      const toast = toastProgress(t('documentActions.downloading'));
      try {
        const shown = handOver(await callFile(path), fileName, tab);
        toast.done(t(shown ? 'documentActions.opened' : 'documentActions.downloaded'), fileName);
      } catch (error) {
        tab?.close();
        toast.failed(t('documentActions.downloadFailed'), wordFailure(t, error));
        throw error;
      }
    },
  });
  const states = Object.fromEntries(FILE_KINDS.map((kind) => [kind, INITIAL])) as Record<FileKind, DownloadState>;
  const known = useMutationState({ filters: { mutationKey }, select: (mutation) => mutation.state });
  for (const { variables, status, error, submittedAt } of known) {
    states[(variables as Fetching).kind] = { state: STATES[status], failure: error, at: submittedAt };
  }
  const fetchOnce = (kind: FileKind) => () => {
    if (states[kind].state !== 'FETCHING') mutate({ kind, tab: SAVED.includes(kind) ? null : openTab() });
  };
  return {
    plain: fetchOnce('plain'),
    signed: fetchOnce('signed'),
    audit: fetchOnce('audit'),
    interim: fetchOnce('interim'),
    bundle: fetchOnce('bundle'),
    states,
  };
}

/** Puts text on the clipboard and says so; where the browser refuses, says that too. */
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

/** Puts a document's sign link on the clipboard. */
export function useCopyLink(): (url: string) => void {
  const { t } = useTranslation();
  const copy = useCopy();
  return (url) => copy(url, { title: t('documentActions.linkCopied'), detail: t('documentActions.linkCopiedText') });
}
