/** Dialog to create or edit a customer; each form is loaded when first opened. */
import type { DossierRow } from '../../api/answer-types.ts';
import { lazyDialog } from '../../connected/lazy-dialog.tsx';

export interface CustomerDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Require everything that the FEA module needs (the stricter schema). */
  complete?: boolean;
  onSaved?: (dossier: DossierRow) => void;
}

export const CustomerDialog = lazyDialog<CustomerDialogProps & { dossier: DossierRow }>(
  async () => (await import('./customer-form.tsx')).CustomerForm,
);

export const NewCustomerDialog = lazyDialog<CustomerDialogProps>(
  async () => (await import('./new-customer-form.tsx')).NewCustomerForm,
);
