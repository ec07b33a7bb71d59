/** English: texts of every form. */
export const form = {
  required: 'required',
  save: 'Save',
  cancel: 'Cancel',
  reloaded: 'Data loaded again.',
  reloadedText: 'Your changes are still here: check and save.',
  savedMeanwhile: 'Another user has meanwhile saved: {{list}}.',
  doubts: 'To be checked before saving.',
  saveAnyway: 'Save anyway',
  choose: 'Choose',
  dateHint: 'dd/mm/yyyy',
  chooseFile: 'Choose the file',
  dropFile: 'Drop the file or choose it from the computer',
  otherFile: 'Choose another file',
  removeFile: 'Remove {{name}}',
  twoDrawings: 'The same place on the page, drawn by two programs:',
  twoDrawingsAlt: 'The same place on the page, left and right; the red frame shows the difference',
};
