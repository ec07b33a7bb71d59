/** English: unsaved input kept on this computer. */
import type { English } from '../catalogue-types.ts';

export const draft: English['draft'] = {
  title: 'Draft on this computer.',
  text: 'It is not saved yet: it is what you had typed on {{date}} at\u00a0{{time}}.',
  resume: 'Resume',
  discard: 'Delete draft',
};
