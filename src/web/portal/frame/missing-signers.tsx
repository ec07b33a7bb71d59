/** Asks who signs for the dealer, wherever a signature was started; fetched when it is first needed (P-6). */
import { useSyncExternalStore } from 'react';
import { holdPiece } from '../text/language.ts';
import { fetchedDialog } from '../ui/lazy-dialog.tsx';
import { missingSigners } from '../ui/missing-signers.ts';

const AskSigners = fetchedDialog(async () => {
  const [module] = await Promise.all([import('../ui/ask-signers.tsx'), holdPiece('ownSignature')]);
  return module.AskSigners;
});

export function MissingSigners() {
  const missing = useSyncExternalStore(missingSigners.onChange, missingSigners.read);
  return missing ? <AskSigners key={missing.documentId} {...missing} onClose={missingSigners.close} /> : null;
}
