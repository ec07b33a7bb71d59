/** Groups the strings of the document page in one chunk: six separate requests are slow on a slow network. */

export { paperFields } from '../papers/paper-fields.ts';
export { tablet } from '../tablet.ts';
export { waiting } from '../waiting.ts';
export { document } from './document.ts';
export { documentActions } from './document-actions.ts';
export { documentFields } from './document-fields.ts';
export { viewer } from './viewer.ts';
