/** The list of open customers to choose one from (specification §2 "dossier list"); fetched when it is first opened. */
import type { DossierRow } from '../../api/shapes.ts';
import { lazyDialog } from '../../connected/lazy-dialog.tsx';

export interface DossierPickerProps {
  opened: boolean;
  /** What the customer is chosen for: a new folder, or to see folders of this one alone. */
  purpose: 'folder' | 'filter';
  onClose: () => void;
  onChoose: (dossier: DossierRow) => void;
}

export const DossierPicker = lazyDialog<DossierPickerProps>(
  async () => (await import('./dossier-picker/dossier-list.tsx')).DossierList,
);
