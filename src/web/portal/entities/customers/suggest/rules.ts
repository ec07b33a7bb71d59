/** The corrections that can be proposed. */
export { nameInCase, placeInCase } from './letter-case.ts';
export { correctedEmail } from './mail-meant.ts';
export { ofCustomer } from './of-customer.ts';
