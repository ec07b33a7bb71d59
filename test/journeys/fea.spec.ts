/** The FEA module of a document that is blocked: what is asked, what is missing, where it is mended (specification §4, P-9). */
import { dialog, fromMenu, make, newDesk, openFolder, row, rowMenu } from './desk-pages.ts';
import { CALM, look } from './inspection.ts';
import { expect, test } from './visitors.ts';

const COMPLETE = {
  ...{ birthDate: '1984-05-17', birthPlace: 'Bologna', fiscalCode: 'PRVGVR84E57A944O' },
};

test('names what the customer’s data lack, and leads to where they are completed', async ({ visitors }) => {
  const page = await visitors.desk(CALM);
  const desk = await newDesk();
  const blocked = await make(desk, { sigType: 'FEA' });
  visitors.watch.expectRefusal(422, /^\/api\/documents\/fea$/);
  await openFolder(page, desk);
  await expect(row(page, blocked.id)).toContainText('Bloccato: firma prima il Modulo FEA');
  const start = (await rowMenu(page, blocked.id)).getByRole('menuitem', { name: /^Avvia la firma/ });
  await expect(start).toContainText('serve prima il modulo FEA firmato dal cliente.');
  await page.keyboard.press('Escape');
  await fromMenu(page, blocked.id, 'Genera il Modulo FEA');
  const module = dialog(page, 'Modulo FEA');
  await expect(module).toContainText('prima Ginevra Provetti firma il Modulo FEA');
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  const problem = module.getByRole('alert').filter({ hasText: "Mancano dati nell'anagrafica del cliente." });
  await expect(problem.getByRole('listitem')).toHaveText(['Data di nascita', 'Luogo di nascita', 'Codice fiscale']);
  await look(page, 'FEA module with missing data');
  await problem.getByRole('link', { name: 'Completa i dati del cliente' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/dossiers/${desk.dossierId}$`));
  await expect(module).toHaveCount(0);
});

test('asks for the identity document once the customer’s data are complete', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await newDesk();
  const dossier = await desk.caller.read<object>(`/api/dossiers/${desk.dossierId}`);
  expect((await desk.caller.send('PUT', '/api/dossiers', { ...dossier, ...COMPLETE })).status).toBe(200);
  const blocked = await make(desk, { sigType: 'FEA' });
  visitors.watch.expectRefusal(422, /^\/api\/documents\/fea$/);
  await openFolder(page, desk);
  await fromMenu(page, blocked.id, 'Genera il Modulo FEA');
  const module = dialog(page, 'Modulo FEA');
  await module.getByRole('button', { name: 'Genera il Modulo FEA' }).click();
  await expect(module.getByRole('alert').first()).toContainText('Numero del documento d’identità');
});

test('is offered for what is blocked alone', async ({ visitors }) => {
  const page = await visitors.desk();
  const desk = await newDesk();
  await openFolder(page, desk);
  await expect((await rowMenu(page, desk.readyId)).getByRole('menuitem', { name: /FEA/ })).toHaveCount(0);
});
