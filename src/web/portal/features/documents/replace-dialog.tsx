/** Naming somebody else to sign for the dealer (P-6); fetched when it is first opened. */
import type { StaffRole } from '#domain/signing/staff-signers.ts';
import type { SignerRow } from '../../api/shapes.ts';
import { holdPiece } from '../../text/language.ts';
import type { SigningPlaceOf } from '../../ui/colleague-select.tsx';
import { fetchedDialog } from '../../ui/lazy-dialog.tsx';

export interface ReplaceDialogProps {
  documentId: number;
  place: SigningPlaceOf;
  signer: SignerRow;
  role: StaffRole;
  onClose: () => void;
}

export const ReplaceDialog = fetchedDialog<ReplaceDialogProps>(async () => {
  const [module] = await Promise.all([import('./replace-form.tsx'), holdPiece('ownSignature')]);
  return module.ReplaceForm;
});
