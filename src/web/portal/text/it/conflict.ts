/** Italian: conflicting changes by another user, next to the current input. */
export const conflict = {
  title: 'Qualcuno ha salvato modifiche nel frattempo.',
  text: 'Ricarica i dati attuali: quello che hai scritto resta qui sotto finché non lo sostituisci.',
  reload: 'Ricarica i dati',
  by: 'Ultimo salvataggio: {{name}}, il {{date}} alle\u00a0{{time}}.',
  byYou: 'Ultimo salvataggio: tu, in un’altra finestra o su un altro computer, il {{date}} alle\u00a0{{time}}.',
  other: 'un altro utente',
  field: 'Campo',
  mine: 'Qui',
  theirs: 'Salvato',
  bold: 'Ricaricando, vale il valore in grassetto: quello che hai cambiato tu resta.',
  none: 'Nei campi di questo modulo non cambia niente.',
  person: 'un’altra persona',
};
