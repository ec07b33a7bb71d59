/**
 * Public interface of the documents module. Signing builds on:
 * - `loadForSigning(db, document)`: the document with its folder's status, its type's signers and the customer, without a visibility check;
 * - `findDocumentsById(db, ids)`: only the rows of documents; `factsIn(column)`: SQL of the document facts shown to signers;
 * - `findVisible(db, actor, id, action?)`: the document if this actor may act on it, else a 404 or 403 that discloses nothing more;
 * - `moveDocument(tx, id, move, changes?)`: the only writer of a document's status; false means that another call was first;
 * - `presentDocument(db, id, viewer)`: the document in its API form, for the answers of sign, cancel and renew.
 */

export { type DocumentMaterial, insertPrepared, prepareDocument } from './commands.ts';
export { folderContents } from './folder-contents.ts';
export { drawnAlike, refuseUnlessDrawnAlike } from './intake/page-checks/check-upload.ts';
export type { SignedFiles } from './lists/files-zip.ts';
export type { WaitingSignatures } from './lists/waiting-documents.ts';
export { findDocumentsById, type LoadedDocument, loadForSigning, type SigningDocument } from './load-documents.ts';
export type { FeaState } from './papers/fea-states.ts';
export type { PaperToSign } from './papers/paper-to-sign.ts';
export type { PlacesToCome, PreviewedUpload } from './papers/preview-places.ts';
export { presentDocument, type SignLinks, type SignUrls, type Viewer } from './present.ts';
export {
  type DocumentFacts,
  type DocumentRow,
  explainDocument,
  factsIn,
  type MoveChanges,
  moveDocument,
} from './queries.ts';
export { findVisible } from './visible-documents.ts';
