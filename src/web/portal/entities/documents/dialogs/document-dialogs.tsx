/** The dialogs of a document, from wherever it is shown: new, edit, delete, cancel, QR, FEA module; loaded when first opened. */
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { DocumentRow, DossierRow, FolderRow } from '../../../api/answer-types.ts';
import { lazyPart, prefetchable } from '../../../connected/lazy-part.tsx';
import type { Unplaced } from '../../signature-places/moved-places.ts';

/** Common props of all document dialogs. */
export interface DialogFrame {
  opened: boolean;
  onClose: () => void;
}

export interface DocumentDialogs {
  edit: (row: DocumentRow) => void;
  remove: (row: DocumentRow) => void;
  qr: (row: DocumentRow) => void;
  /** Withdraws a pending signature. */
  cancel: (row: DocumentRow, withdraw: () => Promise<unknown>) => void;
  /** Sends it to a tablet of the dealer. */
  tablet: (row: DocumentRow) => void;
  /** Places its signature fields. */
  places: (row: DocumentRow, unplaced?: Unplaced) => void;
  /** Requests the FEA module that blocks the document. */
  fea: (row: DocumentRow) => void;
  /** Chooses which documents of the folder are signed with one link and one code. */
  together: (folder: FolderRow, first?: number) => void;
  /** Creates a document in an open folder; `type` is preselected when given. */
  create: (folder: FolderRow, dossier: DossierRow, type?: string) => void;
  /** Whether one of them is open. */
  opened: boolean;
  /** Must be rendered once per page, outside tables and menus. */
  element: ReactNode;
}

export interface DocumentDialogsOptions {
  /** Called after a deletion, for pages that have no content without the document. */
  onRemoved?: (row: DocumentRow) => void;
  onCreated?: (row: DocumentRow) => void;
}

const TEXTS = ['documentFields', 'documentDialogs'] as const;

const EditDialog = lazyPart(async () => (await import('./edit-dialog.tsx')).EditDialog, ...TEXTS);
const CreateDialog = lazyPart(async () => (await import('./create-dialog.tsx')).CreateDialog, ...TEXTS);
const RemoveDialog = lazyPart(async () => (await import('./remove-dialog.tsx')).RemoveDialog, ...TEXTS);
/** Prefetched, so that the confirmation before cancelling a signature also opens without a network. */
const { Part: CancelDialog, prefetch: prefetchCancelDialog } = prefetchable(
  async () => (await import('./cancel-dialog.tsx')).CancelDialog,
  ...TEXTS,
);

export { prefetchCancelDialog };

const qrTexts = [...TEXTS, 'documentActions', 'qrDialog'] as const;
const QrDialog = lazyPart(async () => (await import('./qr-dialog.tsx')).QrDialog, ...qrTexts);
const TabletDialog = lazyPart(async () => (await import('./tablet-dialog.tsx')).TabletDialog, ...TEXTS, 'tablet');
const FeaDialog = lazyPart(async () => (await import('./fea-dialog.tsx')).FeaDialog, ...TEXTS, 'paperFields');
const fetchTogether = () => import('./together-dialog.tsx');
const TogetherDialog = lazyPart(async () => (await fetchTogether()).TogetherDialog, ...TEXTS, 'togetherDialog');
const fetchPlaces = () => import('../../signature-places/places-dialog.tsx');
const placesTexts = [...TEXTS, 'signaturePlaces', 'viewer', 'conflict'] as const;
const PlacesDialog = lazyPart(async () => (await fetchPlaces()).PlacesDialog, ...placesTexts);

type RowKind = 'edit' | 'remove' | 'qr' | 'tablet' | 'places' | 'fea';

export type DialogInput =
  | { kind: RowKind; row: DocumentRow; unplaced?: Unplaced | undefined }
  | { kind: 'cancel'; row: DocumentRow; withdraw: () => Promise<unknown> }
  | { kind: 'together'; folder: FolderRow; first: number | null }
  | { kind: 'create'; folder: FolderRow; dossier: DossierRow; type: string | undefined };

export function useDocumentDialogs(options: DocumentDialogsOptions = {}): DocumentDialogs {
  const [shown, setShown] = useState<{ wanted: DialogInput; turn: number; opened: boolean } | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const isOpen = useRef(false);
  const open = useCallback((request: DialogInput) => {
    // A dialog that replaces another returns the focus to the first one's opener.
    if (!isOpen.current) opener.current = openerOf(document.activeElement);
    isOpen.current = true;
    setShown((before) => ({ wanted: request, turn: (before?.turn ?? 0) + 1, opened: true }));
  }, []);
  const close = useCallback(() => {
    isOpen.current = false;
    setShown((before) => before && { ...before, opened: false });
    // After the browser's own attempt, which fails because the menu is already closed.
    setTimeout(() => returnFocus(opener.current));
  }, []);
  const actions = useMemo(() => {
    const ofRow = (kind: RowKind) => (row: DocumentRow, unplaced?: Unplaced) => open({ kind, row, unplaced });
    return {
      ...{ edit: ofRow('edit'), remove: ofRow('remove'), qr: ofRow('qr'), tablet: ofRow('tablet') },
      ...{ places: ofRow('places'), fea: ofRow('fea') },
      cancel: (row: DocumentRow, withdraw: () => Promise<unknown>) => open({ kind: 'cancel', row, withdraw }),
      together: (folder: FolderRow, first?: number) => open({ kind: 'together', folder, first: first ?? null }),
      create: (folder: FolderRow, dossier: DossierRow, type?: string) =>
        open({ kind: 'create', folder, dossier, type }),
    };
  }, [open]);
  const element = shown ? (
    <RequestedDialog
      key={shown.turn}
      wanted={shown.wanted}
      opened={shown.opened}
      onClose={close}
      options={options}
      onOther={open}
    />
  ) : null;
  return { ...actions, opened: shown?.opened === true, element };
}

function RequestedDialog(
  props: DialogFrame & { wanted: DialogInput; options: DocumentDialogsOptions; onOther: (wanted: DialogInput) => void },
) {
  const { wanted, options, onOther, ...frame } = props;
  switch (wanted.kind) {
    case 'edit':
      return <EditDialog {...frame} row={wanted.row} />;
    case 'remove':
      return <RemoveDialog {...frame} row={wanted.row} onRemoved={options.onRemoved} />;
    case 'cancel':
      return <CancelDialog {...frame} row={wanted.row} withdraw={wanted.withdraw} />;
    case 'qr':
      return <QrDialog {...frame} row={wanted.row} onTablet={() => onOther({ kind: 'tablet', row: wanted.row })} />;
    case 'tablet':
      return <TabletDialog {...frame} row={wanted.row} onQr={() => onOther({ kind: 'qr', row: wanted.row })} />;
    case 'places':
      return <PlacesDialog {...frame} row={wanted.row} unplaced={wanted.unplaced} />;
    case 'fea':
      return <FeaDialog {...frame} row={wanted.row} />;
    case 'together':
      return <TogetherDialog {...frame} folder={wanted.folder} first={wanted.first} />;
    case 'create':
      return (
        <CreateDialog
          {...frame}
          folder={wanted.folder}
          dossier={wanted.dossier}
          type={wanted.type}
          onCreated={options.onCreated}
          onOther={onOther}
        />
      );
  }
}

/** The element that opened the dialog; a menu item disappears, so the menu's button represents it. */
function openerOf(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const button = menu ? document.getElementById(menu) : active;
  return button instanceof HTMLElement && button !== document.body ? button : null;
}

/** Never lose the focus: without the opener, move it to the content. */
function returnFocus(opener: HTMLElement | null): void {
  if (document.querySelector('dialog[open]')) return;
  if (opener?.isConnected) opener.focus();
  else document.querySelector<HTMLElement>('main')?.focus();
}
