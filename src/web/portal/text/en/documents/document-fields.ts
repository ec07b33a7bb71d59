/** English: the fields of a document, in the wizard and in its form. */
import type { documentFields as italian } from '../../it/documents/document-fields.ts';
import type { Words } from '../../words.ts';

export const documentFields: Words<typeof italian> = {
  file: 'File',
  acceptedPdf: 'Accepted files: PDF',
  acceptedAny: 'Accepted files: images, PDF, text documents',
  limits: 'one only, up to {{max}}',
  sigTypeNone: 'No signature',
  mandatory: 'Mandatory for this type',
  archiveHint: 'Goes to the archive once signed',
  archiveUnsignedHint: 'Goes to the archive once saved',
  signHint: 'The signer gets the link and the code',
  handHint: 'Signed by hand on the dealer’s tablet',
  noTablet: 'Handwritten: no active tablet at this site',
  neverSigned: 'Documents of this type are not signed',
  signableNotPdf: 'The file is not a PDF: only PDF files can be signed',
  keptFea: 'Chosen outside this form: it stays until you change it',
  unhandled: '{{field}} not handled',
  nobody: 'Nobody (optional)',
  chosenAtStart: 'Chosen when signing starts',
  nobodyFound: 'No colleague has this role',
  formerColleague: 'Colleague no. {{id}}, no longer available',
  colleague: 'User no. {{id}}',
  uploading: 'Uploading the file',
  uploaded: '{{done}} of {{total}}',
  checking: 'File received: checking it…',
  error: {
    type: 'File type not allowed. {{accepted}}',
    large: 'The file is larger than {{bytes}} bytes ({{max}}): choose a smaller one',
    small: 'The file is empty',
    many: 'Only one file can be uploaded',
    required: 'Upload a file',
    read: 'The file cannot be read: choose it again',
  },
};
