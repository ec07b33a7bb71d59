/** Prefetches the document page's data and the viewer's code while the frame is still rendering. */
import { mayEver } from '#domain/access.ts';
import { accountQuery, documentQuery, dossierQuery, folderQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';

/** The PDF renderer is larger than the rest of the page, and nearly every document is a PDF. */
async function fetchViewer(): Promise<void> {
  const { preloadThread } = await import('../../connected/pdf/pdf-viewer.tsx');
  await preloadThread();
}

/** Only for users who may open the page, which reports failures itself. */
export async function prefetch(id: number): Promise<void> {
  const account = await queryClient.ensureQueryData(accountQuery);
  if (!mayEver(account, 'document.read').ok) return;
  const requested = queryClient.ensureQueryData(documentQuery(id));
  // After the call: a browser makes at most six requests at a time.
  fetchViewer().catch(() => undefined);
  const document = await requested;
  const folder = await queryClient.ensureQueryData(folderQuery(document.folderId));
  await queryClient.ensureQueryData(dossierQuery(folder.dossierId));
}
