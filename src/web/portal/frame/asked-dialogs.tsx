/** What a start of a signature asks or tells, wherever it was started: who signs for the dealer (P-6), which page was refused. Fetched when first needed. */
import { useSyncExternalStore } from 'react';
import { fetchedDialog } from '../connected/lazy-dialog.tsx';
import { refusedPage } from '../connected/refused-page/refused-page.ts';
import { missingSigners } from '../entities/documents/start/missing-signers.ts';
import { holdPiece } from '../text/language.ts';

const AskSigners = fetchedDialog(async () => {
  const pieces = (['ownSignature', 'documentActions'] as const).map(holdPiece);
  const [module] = await Promise.all([import('../entities/documents/start/ask-signers.tsx'), ...pieces]);
  return module.AskSigners;
});

const RefusedPageDialog = fetchedDialog(async () => {
  const module = await import('../connected/refused-page/refused-page-dialog.tsx');
  return module.RefusedPageDialog;
});

export function AskedDialogs() {
  return (
    <>
      <MissingSigners />
      <RefusedPage />
    </>
  );
}

function RefusedPage() {
  const refused = useSyncExternalStore(refusedPage.onChange, refusedPage.read);
  return refused ? <RefusedPageDialog {...refused} onClose={refusedPage.close} /> : null;
}

function MissingSigners() {
  const missing = useSyncExternalStore(missingSigners.onChange, missingSigners.read);
  return missing ? <AskSigners key={missing.documentId} {...missing} onClose={missingSigners.close} /> : null;
}
