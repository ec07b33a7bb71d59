/** Italian: unsaved input kept on this computer. */
export const draft = {
  title: 'Bozza su questo computer.',
  text: 'Non è ancora salvata: è quello che avevi scritto il {{date}} alle\u00a0{{time}}.',
  resume: 'Riprendi',
  discard: 'Elimina bozza',
};
