/** The toasts while users, videos and documents are created, saved and deleted, and when that fails. */
import { makePaper } from '../../papers/paper.ts';
import { button, changeToasts, dialog, failThenSucceed, openPageAs } from '../administration/registry-pages.ts';
import { createUser, fillUserForm as fillUser, newLogin } from '../administration/user-pages.ts';
import { chooseFromRowMenu, createDeskFolder, createDocument, fileOf, newDocument } from '../desk/desk-pages.ts';
import { Caller, uniqueNumber } from '../support/portal-calls.ts';
import { field, pdf } from '../support/portal-pages.ts';
import { test } from '../support/watched-browsers.ts';

test('users: creating and saving', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /^\/api\/users$/);
  const toasts = changeToasts('dell’utente', 'Utente', 'o');
  const page = await visitors.desk();
  const person = await createUser();
  await openPageAs(page, 'admin', '/admin/users?user=new');
  await fillUser(page, { login: newLogin(), lastName: 'Toast' });
  await failThenSucceed(page, ['**/api/users', 'POST'], () => button(page, 'Crea utente').click(), toasts.create);
  await page.goto(`/admin/users?user=${person.id}`);
  await field(page, 'Nome').fill('Cambiata');
  await failThenSucceed(page, ['**/api/users', 'PUT'], () => button(page, 'Salva').click(), toasts.update);
});

test('videos: creating, saving and deleting', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /^\/api\/videos(\/\d+)?$/);
  const toasts = changeToasts('del video', 'Video', 'o');
  const added = ['Aggiunta del video in corso…', 'Video aggiunto', 'Video non aggiunto'] as const;
  const page = await visitors.desk();
  const title = `Video dei toast ${uniqueNumber()}`;
  await openPageAs(page, 'admin', '/app/videos');
  await button(page, 'Nuovo video').click();
  await field(page, 'Titolo').fill(title);
  await field(page, 'Durata').fill('1:00');
  await field(page, 'Ordine').fill('995');
  await field(page, 'Identificativo del video').fill('toast');
  await failThenSucceed(page, ['**/api/videos', 'POST'], () => button(page, 'Aggiungi video').click(), added);
  await button(page, `Modifica «${title}»`).click();
  await field(page, 'Durata').fill('2:00');
  await failThenSucceed(page, ['**/api/videos', 'PUT'], () => button(page, 'Salva').click(), toasts.update);
  const videos = await (await Caller.signIn('admin')).read<{ id: number }[]>(
    `/api/videos?title.equals=${encodeURIComponent(title)}`,
  );
  await button(page, `Elimina «${title}»`).click();
  await failThenSucceed(
    page,
    [`**/api/videos/${videos[0]?.id}`, 'DELETE'],
    () => button(page, 'Elimina video').click(),
    toasts.remove,
  );
});

test('documents: creating, saving and deleting', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /^\/api\/documents(\/\d+)?$/);
  const says = changeToasts('del documento', 'Documento', 'o');
  const page = await visitors.desk();
  const desk = await createDeskFolder();
  const draft = await createDocument(desk, { draft: true });
  await openPageAs(page, 'dealer', `/app/folders/${desk.folderId}`);
  const form = await newDocument(page, 'Preventivo nuovo');
  await fileOf(form).setInputFiles(pdf('toast.pdf', await makePaper({ pages: 1 })));
  await failThenSucceed(
    page,
    ['**/api/documents', 'POST'],
    () => button(form, 'Crea il documento').click(),
    says.create,
  );
  await chooseFromRowMenu(page, draft.id, 'Modifica');
  const edit = dialog(page, 'Modifica documento');
  await failThenSucceed(page, ['**/api/documents', 'PUT'], () => button(edit, 'Salva bozza').click(), says.update);
  await chooseFromRowMenu(page, draft.id, 'Elimina');
  const question = dialog(page, /^Eliminare la bozza /);
  await failThenSucceed(
    page,
    [`**/api/documents/${draft.id}`, 'DELETE'],
    () => button(question, 'Elimina bozza').click(),
    says.remove,
  );
});
