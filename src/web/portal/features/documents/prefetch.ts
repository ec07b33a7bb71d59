/** Prefetches what a document's page shows, and what draws its paper, while the frame is still being drawn. */
import { mayEver } from '#domain/access.ts';
import { accountQuery, documentQuery, dossierQuery, folderQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';

/** What draws a PDF is larger than the rest of the page, and nearly every document is one. */
async function fetchViewer(): Promise<void> {
  const { fetchThread } = await import('../../connected/pdf/pdf-viewer.tsx');
  await fetchThread();
}

/** Only for users who may open the page, which itself tells a failure. @param id of the document */
export async function prefetch(id: number): Promise<void> {
  const account = await queryClient.ensureQueryData(accountQuery);
  if (!mayEver(account, 'document.read').ok) return;
  const asked = queryClient.ensureQueryData(documentQuery(id));
  // After the call: a browser makes six requests at once.
  fetchViewer().catch(() => undefined);
  const document = await asked;
  const folder = await queryClient.ensureQueryData(folderQuery(document.folderId));
  await queryClient.ensureQueryData(dossierQuery(folder.dossierId));
}
