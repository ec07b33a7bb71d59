/** Withdrawal or refusal of one purpose (D-92); fetched when it is first opened. */
import type { ConsentChannel, ConsentPurpose } from '#domain/consents/consent.ts';
import { fetchedDialog } from '../../ui/lazy-dialog.tsx';

export interface WithdrawDialogProps {
  dossierId: number;
  controller: { code: string; name: string };
  purpose: ConsentPurpose;
  /** A refusal is noted of what nobody granted. */
  kind: 'withdrawal' | 'refusal';
  /** Those that are not denied yet. */
  channels: readonly ConsentChannel[];
  onClose: () => void;
}

export const WithdrawDialog = fetchedDialog<WithdrawDialogProps>(
  async () => (await import('./withdraw-form.tsx')).WithdrawForm,
);
