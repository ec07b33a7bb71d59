/** English: the document page with its viewer, signers, validity and evidence. */
import type { documents as italian } from '../it/documents.ts';
import type { Words } from '../words.ts';

export const documents: Words<typeof italian> = {
  crumb: 'Document {{id}}',
};
