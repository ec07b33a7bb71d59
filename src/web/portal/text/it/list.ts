/** Italian: lists with filters, search and paging. */
export const list = {
  tooShort: 'Scrivi almeno 3 caratteri',
  active: 'Filtri attivi',
  reset: 'Azzera filtri',
  remove: 'Togli il filtro {{label}} {{value}}',
  pages: 'Pagine: {{list}}',
  more: 'Altri filtri',
  wrongDay: 'Data non valida: gg/mm/aaaa',
  clearDay: 'Cancella {{label}}',
  clear: 'Cancella la ricerca',
  filteredText: 'Nessun risultato con questi filtri: cambiali oppure azzerali.',
  export: { action: 'Esporta Excel', received: '{{size}} ricevuti', doneText: '{{name}}, {{size}}' },
};
