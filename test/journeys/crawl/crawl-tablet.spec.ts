/** The crawl of the tablets: where to send a document, what waits there, and a dealer without a tablet. */
import { card, openDocument } from '../desk/document-pages.ts';
import { test as office, openTabletDialog } from '../signer/tablet-office.ts';
import { CALM, look } from '../support/inspection.ts';
import { readyPaper } from '../support/office.ts';
import { test as demo, expect } from '../support/visitors.ts';

// See crawl-portal.spec.ts.
demo.use({ trace: 'off' });
office.use({ trace: 'off' });

demo('no tablet was paired', async ({ visitors }) => {
  const page = await visitors.desk(CALM);
  const { known } = await readyPaper(1);
  await openDocument(page, known.documentId);
  const dialog = await openTabletDialog(page);
  await expect(dialog.getByText('Nessun tablet attivato in questa sede')).toBeVisible();
  await look(page, 'tablet: none');
});

office('the queue of a tablet, and a document in it', async ({ visitors, office: { walk, enter }, banco1, banco2 }) => {
  const page = await visitors.desk(CALM);
  const [{ id }, { id: earlier }] = [await walk.ready(), await walk.ready()];
  await walk.row(walk.post('admin', `/api/documents/${earlier}/tablet-queue`, { tabletId: banco2 }));
  await walk.row(walk.post('dealer', `/api/documents/${id}/tablet-queue`, { tabletId: banco1 }));
  await enter(page, `/app/documents/${id}`);
  await expect(card(page, 'Firme')).toContainText('In coda per il tablet «Banco 1»');
  await look(page, 'document: in the queue of a tablet');
  const dialog = await openTabletDialog(page);
  await dialog.getByText('Banco 2', { exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'In coda per «Banco 2»' })).toBeVisible();
  await look(page, 'tablet: another tablet with its queue');
});
