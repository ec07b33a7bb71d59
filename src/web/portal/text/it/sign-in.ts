/** Italian: the pages after a sign-in and after a logout. */
export const landing = {
  title: 'Stiamo aprendo Fascicolo',
  as: 'Accesso riuscito come {{name}}. Prepariamo concessionarie e permessi.',
  text: 'Accesso riuscito. Prepariamo concessionarie e permessi.',
  waiting: 'Aspettiamo la conferma dell’accesso.',
  identity: 'Conferma dell’identità',
  account: 'Account e permessi',
  dealers: 'Elenco delle concessionarie',
  progress: 'Avanzamento',
  slow: 'Ci mette troppo? Dopo 10 secondi ti spieghiamo che cosa è successo.',
};

export const logout = {
  left: { title: 'Uscita in corso', text: 'Chiudiamo la sessione e ti portiamo alla pagina di uscita.' },
  ended: {
    title: 'La sessione è finita',
    text: 'Ti portiamo alla pagina di accesso. Quello che stavi scrivendo resta qui: lo ritrovi quando entri di nuovo.',
  },
};
