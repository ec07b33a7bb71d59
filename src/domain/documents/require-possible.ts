/** Refuses on the server what the table of document actions calls impossible. */
import { Refusal, type RefusalCode } from '../errors.ts';
import type { ActionReason, LifeReason } from './unsigned-actions.ts';

/** Reasons whose refusal code has a different name. */
const REFUSAL_CODES: Readonly<Record<Exclude<ActionReason, LifeReason>, RefusalCode>> = {
  // Only the portal distinguishes this state.
  preparing: 'life.notWaiting',
  signingStarted: 'conflict.signingStarted',
  notDraft: 'conflict.notDraft',
  identityCopy: 'access.forbidden',
  tooSoon: 'signing.remindedRecently',
  tooMany: 'signing.remindedEnough',
};

const hasOwnCode = (reason: ActionReason): reason is keyof typeof REFUSAL_CODES => reason in REFUSAL_CODES;

/** @param reason of an action, from its entry in the table. @throws Refusal with the code of that reason. */
export function requirePossible(reason: ActionReason | null): void {
  if (reason === null) return;
  throw new Refusal(hasOwnCode(reason) ? REFUSAL_CODES[reason] : `life.${reason}`);
}
