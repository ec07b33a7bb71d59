/** The corrections that can be proposed. */
export { correctedEmail } from './corrected-email.ts';
export { ofCustomer } from './customer-corrections.ts';
export { nameInCase, placeInCase } from './letter-case.ts';
