/** The door of consents: signing records what was answered and sends it on its way. */
export { queueFormPush } from './push.ts';
export { type AnsweredConsent, recordSignedConsents, type SignedForm } from './record.ts';
