/** Italian: what prevents a signature from starting, shown before its document is created. */
export const startObstacle = {
  folderClosed: { title: 'La cartella è chiusa.', text: 'Riaprila per avviare la firma.' },
  feaModuleMissing: {
    title: 'Serve prima il Modulo FEA firmato dal cliente.',
    text: 'Crea il documento, poi prepara il modulo: quando il cliente lo ha firmato, avvii questa firma.',
  },
  feaModuleWaiting: {
    title: 'Il Modulo FEA n. {{id}} aspetta la firma del cliente.',
    text: 'Quando lo ha firmato, puoi avviare questa firma.',
    way: 'Apri il Modulo FEA n. {{id}}',
  },
  phoneMissing: { title: 'Serve un cellulare.', text: 'Il codice per firmare arriva per SMS.' },
  phoneFixed: {
    title: 'È un numero fisso: serve un cellulare.',
    text: 'Il codice per firmare arriva per SMS, e al {{phone}} non arriva.',
  },
  phoneAbroad: {
    title: 'A questo numero non si inviano codici.',
    text: 'Il codice per firmare arriva per SMS: il prefisso di {{phone}} non è tra quelli ammessi.',
  },
  correct: 'Correggi il numero',
};
