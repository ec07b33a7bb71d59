/**
 * Dialogs that any start of a signature may need: choosing the dealer's signers, and showing the page that was refused.
 * Loaded when first needed.
 */
import { useSyncExternalStore } from 'react';
import { lazyPart } from '../connected/fetched.tsx';
import { refusedPage } from '../connected/refused-page/refused-page.ts';
import { missingSigners } from '../entities/documents/start/missing-signers.ts';

const AskSigners = lazyPart(
  async () => (await import('../entities/documents/start/ask-signers.tsx')).AskSigners,
  ...(['ownSignature', 'documentActions'] as const),
);
const RefusedPageDialog = lazyPart(
  async () => (await import('../connected/refused-page/refused-page-dialog.tsx')).RefusedPageDialog,
);

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
