/** English: conflicting changes by another user, next to the current input. */
export const conflict = {
  title: 'Another user saved changes in the meantime.',
  text: 'Load the current data: what you typed stays below until you replace it.',
  reload: 'Load the data again',
  none: 'Nothing changes in the fields of this form.',
  by: 'Last saved by {{name}} on {{date}} at\u00a0{{time}}.',
  byYou: 'Last saved by you, in another window or on another computer, on {{date}} at\u00a0{{time}}.',
  other: 'another user',
  person: 'another person',
  field: 'Field',
  mine: 'Here',
  theirs: 'Saved',
  bold: 'After reloading, the value in bold applies: what you changed stays.',
};
