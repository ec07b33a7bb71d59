/**
 * Dialogs that any start of a signature may need: choosing the dealer's signers, and showing the page that was refused.
 * Loaded when first needed.
 */
import { useSyncExternalStore } from 'react';
import { mountWhileOpen } from '../connected/lazy-dialog.tsx';
import { refusedPage } from '../connected/refused-page/refused-page.ts';
import { missingSigners } from '../entities/documents/start/missing-signers.ts';
import { loadTexts } from '../text/language.ts';

const AskSigners = mountWhileOpen(async () => {
  const pieces = (['ownSignature', 'documentActions'] as const).map(loadTexts);
  const [module] = await Promise.all([import('../entities/documents/start/ask-signers.tsx'), ...pieces]);
  return module.AskSigners;
});

const RefusedPageDialog = mountWhileOpen(async () => {
  const module = await import('../connected/refused-page/refused-page-dialog.tsx');
  return module.RefusedPageDialog;
});

export function RequestedDialogs() {
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
