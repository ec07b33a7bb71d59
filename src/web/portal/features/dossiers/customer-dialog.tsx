/** A new customer, or one that is edited (specification §3, §5); fetched when it is first opened. */
import type { DossierRow } from '../../api/shapes.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export interface CustomerDialogProps {
  opened: boolean;
  onClose: () => void;
  /** What is edited; null makes a new one. */
  dossier: DossierRow | null;
  /** All that the FEA module needs must be given (the stricter schema). */
  complete: boolean;
  onSaved?: (dossier: DossierRow) => void;
}

export const CustomerDialog = lazyDialog<CustomerDialogProps>(
  async () => (await import('./customer-form.tsx')).CustomerForm,
);
