/** The English catalogue: a missing or extra key does not compile. Loaded as a whole when English is chosen. */
import type { English } from './catalogue-types.ts';
import { account } from './en/administration/account.ts';
import { allowance } from './en/administration/allowance.ts';
import { firstSteps } from './en/administration/first-steps.ts';
import { integrations } from './en/administration/integrations.ts';
import { licenses } from './en/administration/licenses.ts';
import { numbers } from './en/administration/numbers.ts';
import { services } from './en/administration/services.ts';
import { users } from './en/administration/users.ts';
import { videos } from './en/administration/videos.ts';
import { conflict } from './en/conflict.ts';
import { adherence } from './en/customers/adherence.ts';
import { consents } from './en/customers/consents.ts';
import { customerFields } from './en/customers/customer-fields.ts';
import { registry } from './en/customers/registry.ts';
import { suggest } from './en/customers/suggest.ts';
import { allDocuments } from './en/documents/all-documents.ts';
import { document } from './en/documents/document.ts';
import { documentActions } from './en/documents/document-actions.ts';
import { documentDialogs } from './en/documents/document-dialogs.ts';
import { documentFields } from './en/documents/document-fields.ts';
import { documents } from './en/documents/documents.ts';
import { outcome } from './en/documents/outcome.ts';
import { ownSignature } from './en/documents/own-signature.ts';
import { signaturePlaces } from './en/documents/signature-places.ts';
import { startObstacle } from './en/documents/start-obstacle.ts';
import { togetherDialog } from './en/documents/together-dialog.ts';
import { viewer } from './en/documents/viewer.ts';
import { draft } from './en/draft.ts';
import { form } from './en/form.ts';
import { frame } from './en/frame.ts';
import { labels } from './en/labels.ts';
import { list } from './en/list.ts';
import { folderTypes } from './en/papers/folder-types.ts';
import { paperFields } from './en/papers/paper-fields.ts';
import { paperForm } from './en/papers/paper-form.ts';
import { papers } from './en/papers/papers.ts';
import { pdfStart } from './en/papers/pdf-start.ts';
import { qrDialog } from './en/qr-dialog.ts';
import { search } from './en/search.ts';
import { tablet } from './en/tablet.ts';
import { waiting } from './en/waiting.ts';
import { wizard } from './en/wizard.ts';
import { work } from './en/work.ts';

export const en: English = {
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
