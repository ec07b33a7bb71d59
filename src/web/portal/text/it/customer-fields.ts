/** Italian: the fields of a customer, wherever they are typed. */
export const customerFields = {
  kind: 'Persona o azienda',
  person: 'Persona',
  company: 'Azienda',
  signer: 'Chi firma per l’azienda',
  contacts: 'Recapiti',
  home: 'Indirizzo',
  phoneHint: 'Qui arriva il codice OTP',
  emailHint: 'Qui arriva il link di firma',
  fiscalHint: '16 caratteri, oppure 11 cifre',
};
