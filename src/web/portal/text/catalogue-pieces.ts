/** Pieces of the Italian catalogue that are loaded with the pages that use them, because the first page's size budget is small. */
import type { it } from './it.ts';

export const PIECES = {
  adherence: async () => (await import('./it/customers/adherence.ts')).adherence,
  allDocuments: async () => (await import('./it/documents/all-documents.ts')).allDocuments,
  account: async () => (await import('./it/administration/account.ts')).account,
  draft: async () => (await import('./it/draft.ts')).draft,
  documentActions: async () => (await import('./it/documents/document-actions.ts')).documentActions,
  documentDialogs: async () => (await import('./it/documents/document-dialogs.ts')).documentDialogs,
  documentFields: async () => (await import('./it/documents/document-fields.ts')).documentFields,
  allowance: async () => (await import('./it/administration/allowance.ts')).allowance,
  licenses: async () => (await import('./it/administration/licenses.ts')).licenses,
  conflict: async () => (await import('./it/conflict.ts')).conflict,
  consents: async () => (await import('./it/customers/consents.ts')).consents,
  customerFields: async () => (await import('./it/customers/customer-fields.ts')).customerFields,
  firstSteps: async () => (await import('./it/administration/first-steps.ts')).firstSteps,
  integrations: async () => (await import('./it/administration/integrations.ts')).integrations,
  folderTypes: async () => (await import('./it/papers/folder-types.ts')).folderTypes,
  landing: async () => (await import('./it/public-pages.ts')).landing,
  logout: async () => (await import('./it/public-pages.ts')).logout,
  list: async () => (await import('./it/list.ts')).list,
  numbers: async () => (await import('./it/administration/numbers.ts')).numbers,
  outcome: async () => (await import('./it/documents/outcome.ts')).outcome,
  ownSignature: async () => (await import('./it/documents/own-signature.ts')).ownSignature,
  papers: async () => (await import('./it/papers/papers.ts')).papers,
  paperFields: async () => (await import('./it/papers/paper-fields.ts')).paperFields,
  paperForm: async () => (await import('./it/papers/paper-form.ts')).paperForm,
  pdfStart: async () => (await import('./it/papers/pdf-start.ts')).pdfStart,
  qrDialog: async () => (await import('./it/qr-dialog.ts')).qrDialog,
  registry: async () => (await import('./it/customers/registry.ts')).registry,
  search: async () => (await import('./it/search.ts')).search,
  services: async () => (await import('./it/administration/services.ts')).services,
  signaturePlaces: async () => (await import('./it/documents/signature-places.ts')).signaturePlaces,
  situations: async () => (await import('./it/public-pages.ts')).situations,
  suggest: async () => (await import('./it/customers/suggest.ts')).suggest,
  startObstacle: async () => (await import('./it/documents/start-obstacle.ts')).startObstacle,
  tablet: async () => (await import('./it/tablet.ts')).tablet,
  togetherDialog: async () => (await import('./it/documents/together-dialog.ts')).togetherDialog,
  users: async () => (await import('./it/administration/users.ts')).users,
  videos: async () => (await import('./it/administration/videos.ts')).videos,
  document: async () => (await import('./it/documents/document.ts')).document,
  viewer: async () => (await import('./it/documents/viewer.ts')).viewer,
  waiting: async () => (await import('./it/waiting.ts')).waiting,
  wizard: async () => (await import('./it/wizard.ts')).wizard,
} as const satisfies Record<string, () => Promise<object>>;

export type Piece = keyof typeof PIECES;

/** The whole Italian catalogue, complete by definition: English takes its type from it. */
export type Catalogue = typeof it & { [K in Piece]: Awaited<ReturnType<(typeof PIECES)[K]>> };
