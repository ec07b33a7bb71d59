/** A new folder of a customer, or one that is edited, from wherever it is begun (specification §2, §5); fetched when it is first opened. */
import type { DossierRow, FolderRow } from '../api/shapes.ts';
import { lazyDialog } from './lazy-dialog.tsx';

export interface FolderDialogProps {
  opened: boolean;
  onClose: () => void;
  dossier: DossierRow;
  /** What is edited; null makes a new one. */
  folder: FolderRow | null;
  onSaved?: (folder: FolderRow) => void;
}

export const FolderDialog = lazyDialog<FolderDialogProps>(
  async () => (await import('./folder-dialog/folder-form.tsx')).FolderForm,
);
