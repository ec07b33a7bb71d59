/** How the last signature ended, as far as the look of its document and the staff's next step depend on it. Pure. */
import type { Language } from '../errors.ts';

interface Ended {
  status: string;
  statusReason?: { code: string; text: string } | null;
}

/** In the signer's page, and so at the beginning of the reason. */
export const WRONG_DATA: Readonly<Record<Language, string>> = {
  it: 'Ci sono dati sbagliati',
  en: 'Some of the data is wrong',
};

type End = 'declined' | 'wrongRecipient' | 'locked';

const ENDS: ReadonlyMap<string | undefined, End> = new Map([
  ['signing.declined', 'declined'],
  ['signing.notMe', 'wrongRecipient'],
  ['signing.locked', 'locked'],
]);

/** @returns null while a signature runs, and where none has ended so. */
export function endOf({ status, statusReason }: Ended): End | null {
  if (status !== 'READY_TO_SIGN' && status !== 'DRAFT') return null;
  return ENDS.get(statusReason?.code) ?? null;
}

/** The data are put right before anything else: to start again would send the same. */
export const needsCorrection = (document: Ended): boolean =>
  endOf(document) === 'declined' &&
  Object.values(WRONG_DATA).some((words) => document.statusReason?.text.includes(words));
