/** Withdrawal of what was granted, or objection to what may never have been asked (D-92, D-93); fetched when it is first opened. */
import type { ConsentChannel, ConsentPurpose } from '#domain/consents/consent.ts';
import { fetchedDialog } from '../../ui/lazy-dialog.tsx';

/** One purpose of a controller and its channels that can still be denied. */
export interface Offered {
  /** Code of the controller. */
  controller: string;
  name: string;
  purpose: ConsentPurpose;
  channels: readonly ConsentChannel[];
}

export interface WithdrawDialogProps {
  dossierId: number;
  kind: 'withdrawal' | 'objection';
  /** What there is to choose from; a single one is chosen already. */
  offered: readonly Offered[];
  onClose: () => void;
}

export const WithdrawDialog = fetchedDialog<WithdrawDialogProps>(
  async () => (await import('./withdraw-form.tsx')).WithdrawForm,
);
