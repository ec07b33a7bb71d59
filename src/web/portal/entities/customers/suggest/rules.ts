/** What may be proposed in place of what was typed. */
export { nameInCase, placeInCase } from './letter-case.ts';
export { mailMeant } from './mail-meant.ts';
export { ofCustomer } from './of-customer.ts';
