/** The crawl of the tablets: where to send a document, what waits there, and a dealer without a tablet. */
import { card, openDocument } from '../desk/document-pages.ts';
import { test as office, openTabletDialog } from '../signer/tablet-office.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { readyPaper } from '../support/portal-calls.ts';
import { test as demo, expect } from '../support/watched-browsers.ts';

// See crawl-portal.spec.ts.
demo.use({ trace: 'off' });
office.use({ trace: 'off' });

demo('no tablet was paired', async ({ visitors }) => {
  const page = await visitors.desk(REDUCED_MOTION);
  const { known } = await readyPaper(1);
  await openDocument(page, known.documentId);
  const dialog = await openTabletDialog(page);
  await expect(dialog.getByText('Nessun tablet attivato in questa sede')).toBeVisible();
  await inspectPage(page, 'tablet: none');
});

office(
  'the queue of a tablet, and a document in it',
  async ({ visitors, office: { api: walk, enter }, banco1, banco2 }) => {
    const page = await visitors.desk(REDUCED_MOTION);
    const [{ id }, { id: earlier }] = [await walk.newReadyDocument(), await walk.newReadyDocument()];
    await walk.bodyOf(walk.post('admin', `/api/documents/${earlier}/tablet-queue`, { tabletId: banco2 }));
    await walk.bodyOf(walk.post('dealer', `/api/documents/${id}/tablet-queue`, { tabletId: banco1 }));
    await enter(page, `/app/documents/${id}`);
    await expect(card(page, 'Firme')).toContainText('In coda per il tablet «Banco 1»');
    await inspectPage(page, 'document: in the queue of a tablet');
    const dialog = await openTabletDialog(page);
    await dialog.getByText('Banco 2', { exact: true }).click();
    await expect(dialog.getByRole('region', { name: 'In coda per «Banco 2»' })).toBeVisible();
    await inspectPage(page, 'tablet: another tablet with its queue');
  },
);
