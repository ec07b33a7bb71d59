/** English: what every form says (specification §5, DESIGN.md §4 "Forms"). */
export const form = {
  required: 'required',
  save: 'Save',
  cancel: 'Cancel',
  stale: 'Somebody saved changes in the meantime.',
  staleText: 'Load the current data: what you typed stays below until you replace it.',
  reload: 'Load the data again',
  reloaded: 'The data was loaded again.',
  reloadedText: 'Your changes are still here: check them and save.',
  savedMeanwhile: 'Somebody saved meanwhile: {{list}}.',
  kept: 'You left this form half-way.',
  keptText: 'We kept what you had typed on {{at}}.',
  resume: 'Resume',
  discard: 'Discard',
  choose: 'Choose',
  none: 'None',
  dateHint: 'dd/mm/yyyy',
};
