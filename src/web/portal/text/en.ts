/** The English catalogue: a key missing here, or one too many, does not compile (P-18). Fetched whole when it is spoken. */
import { account } from './en/account.ts';
import { adherence } from './en/adherence.ts';
import { allDocuments } from './en/all-documents.ts';
import { allowance } from './en/allowance.ts';
import { conflict } from './en/conflict.ts';
import { consents } from './en/consents.ts';
import { customerFields } from './en/customer-fields.ts';
import { document } from './en/document.ts';
import { documentActions } from './en/document-actions.ts';
import { documentDialogs } from './en/document-dialogs.ts';
import { documentFields } from './en/document-fields.ts';
import { documents } from './en/documents.ts';
import { draft } from './en/draft.ts';
import { firstSteps } from './en/first-steps.ts';
import { folderTypes } from './en/folder-types.ts';
import { form } from './en/form.ts';
import { frame } from './en/frame.ts';
import { integrations } from './en/integrations.ts';
import { labels } from './en/labels.ts';
import { licenses } from './en/licenses.ts';
import { list } from './en/list.ts';
import { numbers } from './en/numbers.ts';
import { outcome } from './en/outcome.ts';
import { ownSignature } from './en/own-signature.ts';
import { paperFields } from './en/paper-fields.ts';
import { paperForm } from './en/paper-form.ts';
import { papers } from './en/papers.ts';
import { pdfStart } from './en/pdf-start.ts';
import { qrDialog } from './en/qr-dialog.ts';
import { registry } from './en/registry.ts';
import { search } from './en/search.ts';
import { services } from './en/services.ts';
import { signaturePlaces } from './en/signature-places.ts';
import { startObstacle } from './en/start-obstacle.ts';
import { suggest } from './en/suggest.ts';
import { tablet } from './en/tablet.ts';
import { togetherDialog } from './en/together-dialog.ts';
import { users } from './en/users.ts';
import { videos } from './en/videos.ts';
import { viewer } from './en/viewer.ts';
import { waiting } from './en/waiting.ts';
import { wizard } from './en/wizard.ts';
import { work } from './en/work.ts';
import type { Catalogue } from './pieces.ts';
import type { Words } from './words.ts';

export const en: Words<Catalogue> = {
  ...frame,
  label: labels,
  account,
  allDocuments,
  documentActions,
  documentDialogs,
  documentFields,
  paperFields,
  document,
  allowance,
  adherence,
  conflict,
  consents,
  customerFields,
  documents,
  draft,
  firstSteps,
  folderTypes,
  form,
  licenses,
  list,
  integrations,
  numbers,
  outcome,
  ownSignature,
  papers,
  paperForm,
  pdfStart,
  qrDialog,
  registry,
  search,
  services,
  signaturePlaces,
  startObstacle,
  suggest,
  tablet,
  togetherDialog,
  users,
  videos,
  viewer,
  waiting,
  wizard,
  work,
};
