/** The toasts while users, videos and documents are created, saved and deleted, and when that fails. */
import { makePaper } from '../../papers/paper.ts';
import { button, dialog, enter, told, twice } from '../administration/registry-pages.ts';
import { fill as fillUser, madeUser, newLogin } from '../administration/user-pages.ts';
import { fileOf, fromMenu, make, newDesk, newDocument } from '../desk/desk-pages.ts';
import { Caller, unique } from '../support/office.ts';
import { field, pdf } from '../support/portal-pages.ts';
import { test } from '../support/visitors.ts';

test('users: creating and saving', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /^\/api\/users$/);
  const says = told('dell’utente', 'Utente', 'o');
  const page = await visitors.desk();
  const person = await madeUser();
  await enter(page, 'admin', '/admin/users?user=new');
  await fillUser(page, { login: newLogin(), lastName: 'Toast' });
  await twice(page, ['**/api/users', 'POST'], () => button(page, 'Crea utente').click(), says.create);
  await page.goto(`/admin/users?user=${person.id}`);
  await field(page, 'Nome').fill('Cambiata');
  await twice(page, ['**/api/users', 'PUT'], () => button(page, 'Salva').click(), says.update);
});

test('videos: creating, saving and deleting', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /^\/api\/videos(\/\d+)?$/);
  const says = told('del video', 'Video', 'o');
  const added = ['Aggiunta del video in corso…', 'Video aggiunto', 'Video non aggiunto'] as const;
  const page = await visitors.desk();
  const title = `Video dei toast ${unique()}`;
  await enter(page, 'admin', '/app/videos');
  await button(page, 'Nuovo video').click();
  await field(page, 'Titolo').fill(title);
  await field(page, 'Durata').fill('1:00');
  await field(page, 'Ordine').fill('995');
  await field(page, 'Identificativo del video').fill('toast');
  await twice(page, ['**/api/videos', 'POST'], () => button(page, 'Aggiungi video').click(), added);
  await button(page, `Modifica «${title}»`).click();
  await field(page, 'Durata').fill('2:00');
  await twice(page, ['**/api/videos', 'PUT'], () => button(page, 'Salva').click(), says.update);
  const found = await (await Caller.as('admin')).read<{ id: number }[]>(
    `/api/videos?title.equals=${encodeURIComponent(title)}`,
  );
  await button(page, `Elimina «${title}»`).click();
  await twice(
    page,
    [`**/api/videos/${found[0]?.id}`, 'DELETE'],
    () => button(page, 'Elimina video').click(),
    says.remove,
  );
});

test('documents: creating, saving and deleting', async ({ visitors }) => {
  visitors.watch.expectRefusal(503, /^\/api\/documents(\/\d+)?$/);
  const says = told('del documento', 'Documento', 'o');
  const page = await visitors.desk();
  const desk = await newDesk();
  const draft = await make(desk, { draft: true });
  await enter(page, 'dealer', `/app/folders/${desk.folderId}`);
  const form = await newDocument(page, 'Preventivo nuovo');
  await fileOf(form).setInputFiles(pdf('toast.pdf', await makePaper({ pages: 1 })));
  await twice(page, ['**/api/documents', 'POST'], () => button(form, 'Crea il documento').click(), says.create);
  await fromMenu(page, draft.id, 'Modifica');
  const edit = dialog(page, 'Modifica documento');
  await twice(page, ['**/api/documents', 'PUT'], () => button(edit, 'Salva bozza').click(), says.update);
  await fromMenu(page, draft.id, 'Elimina');
  const question = dialog(page, /^Eliminare la bozza /);
  await twice(
    page,
    [`**/api/documents/${draft.id}`, 'DELETE'],
    () => button(question, 'Elimina bozza').click(),
    says.remove,
  );
});
