/** English: unsaved input kept on this computer. */
import type { draft as italian } from '../it/draft.ts';
import type { Words } from '../words.ts';

export const draft: Words<typeof italian> = {
  title: 'Draft on this computer.',
  text: 'It is not saved yet: it is what you had typed on {{date}} at\u00a0{{time}}.',
  resume: 'Resume',
  discard: 'Delete draft',
};
