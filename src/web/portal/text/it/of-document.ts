/** What a document's page says, but for what others say as well: on a slow network three files more would be a wait more. */
export { document } from './document.ts';
export { tablet } from './tablet.ts';
export { waiting } from './waiting.ts';
