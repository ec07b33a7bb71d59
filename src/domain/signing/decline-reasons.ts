/** Derives how the last signature ended, as needed for the document's display and the staff's next step. Pure. */
import type { Language, RefusalCode } from '../errors.ts';

interface EndedDocument {
  status: string;
  statusReason?: { code: string; text: string } | null;
}

/** The label on the signer's page, and therefore the start of the stored reason. */
export const WRONG_DATA: Readonly<Record<Language, string>> = {
  it: 'Ci sono dati sbagliati',
  en: 'Some of the data is wrong',
};

/** Sent and stored as the reason when the person who opened the link is not the signer. */
export const NOT_ME = 'signing.notMe' satisfies RefusalCode;
/** Sent and stored instead by earlier versions: it never changes. */
const FORMER_NOT_ME = 'Chi ha aperto il link segnala di non essere la persona indicata.';

export const isNotMe = (reason: string | null): boolean => reason === NOT_ME || reason === FORMER_NOT_ME;

/** Refusal codes of a signer's refusal: the document is ready to sign again. */
export const DECLINED_REASONS = ['signing.declined', NOT_ME] as const;

export const isDeclined = (reason: unknown): boolean => DECLINED_REASONS.some((code) => code === reason);

type EndReason = 'declined' | 'wrongRecipient' | 'locked';

/** Keyed by the code of the document's status reason. */
const END_REASONS: ReadonlyMap<string, EndReason> = new Map([
  ['signing.declined', 'declined'],
  [NOT_ME, 'wrongRecipient'],
  ['signing.locked', 'locked'],
]);

/** @returns null while a signing session is open, and when none ended this way. */
export function endReasonOf({ status, statusReason }: EndedDocument): EndReason | null {
  if (status !== 'READY_TO_SIGN' && status !== 'DRAFT') return null;
  return END_REASONS.get(statusReason?.code ?? '') ?? null;
}

/** The data must be corrected first: a restart would send the same document. */
export const needsCorrection = (document: EndedDocument): boolean =>
  endReasonOf(document) === 'declined' &&
  Object.values(WRONG_DATA).some((label) => document.statusReason?.text.includes(label));
