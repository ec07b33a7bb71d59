/** English: unsaved input kept on this computer. */
export const draft = {
  title: 'Draft on this computer.',
  text: 'It is not saved yet: it is what you had typed on {{date}} at\u00a0{{time}}.',
  resume: 'Resume',
  discard: 'Delete draft',
};
