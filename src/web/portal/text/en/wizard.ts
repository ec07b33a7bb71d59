/** English: the wizard that creates customer, folder and document (specification §2). */
import type { wizard as italian } from '../it/wizard.ts';
import type { Words } from '../words.ts';

export const wizard: Words<typeof italian> = {
  title: 'New document: {{type}}',
};
