/** Asks for what a document's page shows, and for what draws its paper, while the frame is still being drawn. */
import { mayEver } from '#domain/access.ts';
import { accountQuery, documentQuery, dossierQuery, folderQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';

/** What draws a PDF is more than the rest of the page together; hardly a document is none. */
async function fetchViewer(): Promise<void> {
  const { fetchThread } = await import('../../ui/pdf/pdf-viewer.tsx');
  await fetchThread();
}

/** Only for whom the page opens; what fails here is said there. @param id of the document */
export async function askAhead(id: number): Promise<void> {
  const account = await queryClient.ensureQueryData(accountQuery);
  if (!mayEver(account, 'document.read').ok) return;
  const asked = queryClient.ensureQueryData(documentQuery(id));
  // After the question: a browser has six calls at once.
  fetchViewer().catch(() => undefined);
  const document = await asked;
  const folder = await queryClient.ensureQueryData(folderQuery(document.folderId));
  await queryClient.ensureQueryData(dossierQuery(folder.dossierId));
}
