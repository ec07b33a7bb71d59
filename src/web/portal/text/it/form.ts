/** Italian: texts of every form. */
export const form = {
  required: 'obbligatorio',
  save: 'Salva',
  cancel: 'Annulla',
  reloaded: 'Dati ricaricati.',
  reloadedText: 'I tuoi cambiamenti sono rimasti: controlla e salva.',
  savedMeanwhile: 'Nel frattempo qualcuno ha salvato: {{list}}.',
  doubts: 'Da controllare prima di salvare.',
  saveAnyway: 'Salva comunque',
  choose: 'Scegli',
  dateHint: 'gg/mm/aaaa',
  chooseFile: 'Scegli il file',
  dropFile: 'Trascina il file o sceglilo dal computer',
  otherFile: 'Scegli un altro file',
  removeFile: 'Togli {{name}}',
  twoDrawings: 'Lo stesso punto della pagina, disegnato da due programmi:',
  twoDrawingsAlt: 'A sinistra e a destra lo stesso punto della pagina; la differenza è nel riquadro rosso',
};
