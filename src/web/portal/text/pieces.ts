/** Pieces of the Italian catalogue that are fetched with the pages that speak them; the budget of the first page is small. */
import type { it } from './it.ts';

export const PIECES = {
  adherence: async () => (await import('./it/adherence.ts')).adherence,
  allDocuments: async () => (await import('./it/all-documents.ts')).allDocuments,
  account: async () => (await import('./it/account.ts')).account,
  draft: async () => (await import('./it/draft.ts')).draft,
  documentActions: async () => (await import('./it/document-actions.ts')).documentActions,
  documentDialogs: async () => (await import('./it/document-dialogs.ts')).documentDialogs,
  documentFields: async () => (await import('./it/document-fields.ts')).documentFields,
  allowance: async () => (await import('./it/allowance.ts')).allowance,
  licenses: async () => (await import('./it/licenses.ts')).licenses,
  conflict: async () => (await import('./it/conflict.ts')).conflict,
  consents: async () => (await import('./it/consents.ts')).consents,
  customerFields: async () => (await import('./it/customer-fields.ts')).customerFields,
  firstSteps: async () => (await import('./it/first-steps.ts')).firstSteps,
  folderTypes: async () => (await import('./it/folder-types.ts')).folderTypes,
  integrations: async () => (await import('./it/integrations.ts')).integrations,
  list: async () => (await import('./it/list.ts')).list,
  numbers: async () => (await import('./it/numbers.ts')).numbers,
  outcome: async () => (await import('./it/outcome.ts')).outcome,
  ownSignature: async () => (await import('./it/own-signature.ts')).ownSignature,
  papers: async () => (await import('./it/papers.ts')).papers,
  paperFields: async () => (await import('./it/paper-fields.ts')).paperFields,
  paperForm: async () => (await import('./it/paper-form.ts')).paperForm,
  pdfStart: async () => (await import('./it/pdf-start.ts')).pdfStart,
  qrDialog: async () => (await import('./it/qr-dialog.ts')).qrDialog,
  registry: async () => (await import('./it/registry.ts')).registry,
  search: async () => (await import('./it/search.ts')).search,
  services: async () => (await import('./it/services.ts')).services,
  signaturePlaces: async () => (await import('./it/signature-places.ts')).signaturePlaces,
  suggest: async () => (await import('./it/suggest.ts')).suggest,
  startObstacle: async () => (await import('./it/start-obstacle.ts')).startObstacle,
  tablet: async () => (await import('./it/tablet.ts')).tablet,
  togetherDialog: async () => (await import('./it/together-dialog.ts')).togetherDialog,
  users: async () => (await import('./it/users.ts')).users,
  videos: async () => (await import('./it/videos.ts')).videos,
  document: async () => (await import('./it/document.ts')).document,
  viewer: async () => (await import('./it/viewer.ts')).viewer,
  waiting: async () => (await import('./it/waiting.ts')).waiting,
  wizard: async () => (await import('./it/wizard.ts')).wizard,
} as const satisfies Record<string, () => Promise<object>>;

export type Piece = keyof typeof PIECES;

/** The whole Italian catalogue, complete by definition: English is typed after it (P-18). */
export type Catalogue = typeof it & { [K in Piece]: Awaited<ReturnType<(typeof PIECES)[K]>> };
