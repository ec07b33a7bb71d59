/** English: lists with filters, search and paging. */
export const list = {
  tooShort: 'Type at least 3 characters',
  active: 'Active filters',
  reset: 'Clear filters',
  remove: 'Remove the filter {{label}} {{value}}',
  pages: 'Pages: {{list}}',
  more: 'More filters',
  wrongDay: 'Not a date: dd/mm/yyyy',
  clearDay: 'Clear {{label}}',
  clear: 'Clear the search',
  filteredText: 'Nothing matches these filters: change or clear them.',
  export: { action: 'Export to Excel', received: '{{size}} received', doneText: '{{name}}, {{size}}' },
};
