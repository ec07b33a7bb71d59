/** Italian: what every form says (specification §5, DESIGN.md §4 "Forms"). */
export const form = {
  required: 'obbligatorio',
  save: 'Salva',
  cancel: 'Annulla',
  stale: 'Qualcuno ha salvato modifiche nel frattempo.',
  staleText: 'Ricarica i dati attuali: quello che hai scritto resta qui sotto finché non lo sostituisci.',
  reload: 'Ricarica i dati',
  reloaded: 'Dati ricaricati.',
  reloadedText: 'I tuoi cambiamenti sono rimasti: controlla e salva.',
  savedMeanwhile: 'Nel frattempo qualcuno ha salvato: {{list}}.',
  kept: 'Hai lasciato a metà questo modulo.',
  keptText: 'Abbiamo conservato quello che avevi scritto il {{at}}.',
  resume: 'Riprendi',
  discard: 'Scarta',
  choose: 'Scegli',
  none: 'Nessuno',
  dateHint: 'gg/mm/aaaa',
};
