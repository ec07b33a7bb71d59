/** A wrong phone or e-mail of somebody who signs, corrected before the first signature (P-7); fetched when it is first opened. */
import type { SignerRow } from '../../api/shapes.ts';
import { fetchedDialog } from '../../ui/lazy-dialog.tsx';

export interface ContactDialogProps {
  documentId: number;
  dossierId: number;
  signer: SignerRow & { contact: NonNullable<SignerRow['contact']> };
  onClose: () => void;
}

export const ContactDialog = fetchedDialog<ContactDialogProps>(
  async () => (await import('./contact-form.tsx')).ContactForm,
);
