/** English: the fields of a customer, in every form. */
import type { customerFields as italian } from '../../it/customers/customer-fields.ts';
import type { Words } from '../../words.ts';

export const customerFields: Words<typeof italian> = {
  kind: 'Person or company',
  person: 'Person',
  company: 'Company',
  signer: 'Who signs for the company',
  contacts: 'Contacts',
  home: 'Home',
  office: 'Head office',
  phoneHint: 'The OTP code arrives here',
  emailHint: 'The sign link arrives here',
  fiscalHint: '16 characters, or 11 digits',
  companyFiscalHint: 'Or the VAT number: 11 digits',
  filled: 'Filled in from the fiscal code: {{what}}.',
  clear: 'Clear',
  clearLabel: 'Clear date and place of birth filled in from the fiscal code',
  proposed: 'From the fiscal code: {{what}}.',
  use: 'Use',
  useLabel: 'Use {{what}}',
  noPlace: 'No municipality or country has this name: it is kept as you typed it',
  until: 'until {{day}}',
  duplicate: {
    title: 'Perhaps already here: {{name}}.',
    text: 'An open customer has the same {{same}} ({{dealer}}, {{folders}}). “Use this customer” goes on with them.',
    look: 'Open it in another tab',
    folders_one: '{{count}} folder',
    folders_many: '{{count}} folders',
    folders_other: '{{count}} folders',
    use: 'Use this customer',
    known: 'An open customer has the same {{same}} ({{dealer}}, {{folders}}).',
    open: 'Open the customer',
    fiscalCode: 'fiscal code',
    mobilePhone: 'mobile phone',
    email: 'e-mail address',
  },
};
