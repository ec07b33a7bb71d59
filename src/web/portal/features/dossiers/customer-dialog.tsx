/** A new customer, or one that is edited (specification §3, §5); each fetched when it is first opened. */
import type { DossierRow } from '../../api/shapes.ts';
import { lazyDialog } from '../../connected/lazy-dialog.tsx';

export interface CustomerDialogProps {
  opened: boolean;
  onClose: () => void;
  /** All that the FEA module needs must be given (the stricter schema). */
  complete?: boolean;
  onSaved?: (dossier: DossierRow) => void;
}

export const CustomerDialog = lazyDialog<CustomerDialogProps & { dossier: DossierRow }>(
  async () => (await import('./customer-form.tsx')).CustomerForm,
);

export const NewCustomerDialog = lazyDialog<CustomerDialogProps>(
  async () => (await import('./new-customer-form.tsx')).NewCustomerForm,
);
