/** Public interface of consents: signing records the answers and queues them for the controller. */
export { queueFormPush } from './push-consents.ts';
export { type AnsweredConsent, recordSignedConsents, type SignedForm } from './record-consents.ts';
