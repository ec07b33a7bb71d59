/** The revocation of an adherence to the advanced signature (D-7); fetched when it is first opened. */
import type { DossierRow } from '../../api/shapes.ts';
import { holdPiece } from '../../text/language.ts';
import { fetchedDialog } from '../../ui/lazy-dialog.tsx';

export interface RevokeDialogProps {
  dossier: DossierRow;
  /** Of whoever signed before the dossier’s codice fiscale changed. */
  adherenceId?: number;
  onClose: () => void;
}

export const RevokeDialog = fetchedDialog<RevokeDialogProps>(async () => {
  const words = (['documentFields', 'documentDialogs'] as const).map(holdPiece);
  const [{ RevokeForm }] = await Promise.all([import('./revoke-form.tsx'), ...words]);
  return RevokeForm;
});
