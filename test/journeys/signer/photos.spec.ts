/** Photos of a check-in: taken at the car, visible on the paper while it is filled, signed with it. */
import type { Locator, Page } from '@playwright/test';
import { withGeneratedPapers } from '#domain/papers/configured-types.ts';
import { PHOTO_METADATA, photoJpeg, withExif } from '../../papers/photos.ts';
import { changeFolderTypes } from '../administration/folder-types.ts';
import { button, createFolder, input } from '../administration/registry-pages.ts';
import { createDeskFolder, newDocument } from '../desk/desk-pages.ts';
import { pages } from '../desk/document-pages.ts';
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { Caller } from '../support/portal-calls.ts';
import { signIn, statusChip } from '../support/portal-pages.ts';
import { expect, test } from '../support/watched-browsers.ts';

const WIDE_VIEWPORT = { viewport: { width: 1440, height: 900 } };
const preview = (within: Page | Locator): Locator => within.getByRole('region', { name: 'Anteprima del documento' });
const expectInPreview = (within: Page | Locator, text: string): Promise<void> =>
  expect(preview(within).getByRole('region', { name: 'Pagine del documento' })).toContainText(text);
const photoFile = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer });

/** The fields required for every check-in. */
const CHECK_IN_FIELDS = [
  ['Marca e modello', 'Compatta dimostrativa 1.5'],
  ['Chilometri percorsi', '41250'],
  ['Accettazione: data e ora', '20/11/2026 8.30'],
  ['Carburante o carica, in %', '40'],
  ['Chiavi consegnate', '2'],
  ['Richieste e anomalie riferite dal cliente', 'Rumore dall’avantreno.'],
  ['Recapito per le autorizzazioni', '+39 3330000001'],
] as const;

test('a receptionist adds photos to a check-in and sees them on the paper, without location and device metadata', async ({
  visitors,
}) => {
  test.slow();
  await changeFolderTypes((configuration) => withGeneratedPapers(configuration, (slug) => slug === 'SERVICE_VAB'));
  const desk = await createDeskFolder();
  const folder = { dossierId: desk.dossierId, type: 'SERVICE', businessId: 'ODL-7', plate: 'EE000EE' };
  const { id: folderId } = await createFolder(folder);
  const page = await visitors.desk({ ...WIDE_VIEWPORT, ...REDUCED_MOTION });
  await signIn(page, 'dealer', `/app/folders/${folderId}`);
  const form = await newDocument(page, 'Verbale di accettazione');
  const first = form.getByLabel('Foto 1: immagine', { exact: true });

  await test.step('a file that is not a photo is refused at its field', async () => {
    await first.setInputFiles(photoFile('nota.txt', Buffer.from('una nota'), 'text/plain'));
    await expect(form.getByText('Serve una foto JPEG o PNG.')).toBeVisible();
    await first.setInputFiles(photoFile('rotta.jpg', Buffer.from('una nota')));
    await expect(form.getByText('La foto non si apre: salvala come JPEG e riprova.')).toBeVisible();
  });

  await test.step('two photos appear on the paper with their captions', async () => {
    await first.setInputFiles(photoFile('paraurti.jpg', withExif(photoJpeg(), 6)));
    await expect(form.getByText('Foto caricata')).toBeVisible();
    await input(form, 'Foto 1: didascalia').fill('graffio sul paraurti');
    await expectInPreview(form, 'Foto 1: graffio sul paraurti');
    await form.getByRole('button', { name: 'Aggiungi una foto' }).click();
    await form.getByLabel('Foto 2: immagine', { exact: true }).setInputFiles(photoFile('ruota.jpg', photoJpeg()));
    await expectInPreview(form, 'Foto 2');
    await inspectPage(page, 'form of a check-in with photos');
  });

  await test.step('one photo is removed', async () => {
    await form.getByRole('button', { name: 'Foto 2: immagine: togli la foto' }).click();
    await expect(preview(form).getByRole('region', { name: 'Pagine del documento' })).not.toContainText('Foto 2');
  });

  await test.step('the document is created with the photo', async () => {
    for (const [label, value] of CHECK_IN_FIELDS) await input(form, label).fill(value);
    await expect(preview(form)).toContainText('Non manca nulla.');
    await button(form, 'Crea il documento').click();
    await expect(form).toHaveCount(0);
    const caller = await Caller.signIn('dealer');
    const { rows } = await caller.search<{ id: number }>('/api/documents-ext/search', {
      folderId: { equals: folderId },
    });
    const id = rows[0]?.id;
    await page.goto(`/app/documents/${id}`);
    await expect(statusChip(page, 'Da Avviare')).toBeVisible();
    await expect(pages(page)).toContainText('Foto 1: graffio sul paraurti');
    const answer = await caller.send('GET', `/api/documents/${id}/download`);
    const file = Buffer.from(await answer.arrayBuffer());
    expect(file.includes('/DCTDecode')).toBe(true);
    for (const word of PHOTO_METADATA) expect(file.includes(word)).toBe(false);
  });
});
