/** Dialog to choose one open customer; loaded when first opened. */
import type { DossierRow } from '../../api/answer-types.ts';
import { lazyDialog } from '../../connected/lazy-dialog.tsx';

export interface DossierPickerProps {
  opened: boolean;
  /** The purpose of the choice: a new folder, or filtering folders by the customer. */
  purpose: 'folder' | 'filter';
  onClose: () => void;
  onChoose: (dossier: DossierRow) => void;
}

export const DossierPicker = lazyDialog<DossierPickerProps>(
  async () => (await import('./dossier-picker/dossier-list.tsx')).DossierList,
);
