/** Whatever a document's page says: on a slow network six files more would be a wait more. */

export { paperFields } from '../papers/paper-fields.ts';
export { tablet } from '../tablet.ts';
export { waiting } from '../waiting.ts';
export { document } from './document.ts';
export { documentActions } from './document-actions.ts';
export { documentFields } from './document-fields.ts';
export { viewer } from './viewer.ts';
