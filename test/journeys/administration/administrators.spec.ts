/** Appointing an administrator takes two: one proposes it in the user's form, another confirms or rejects (record 0066). */
import { CALM, look } from '../support/inspection.ts';
import { Caller } from '../support/office.ts';
import { expect, test } from '../support/visitors.ts';
import { button, dialog, enter, hear, input } from './registry-pages.ts';
import { choose, madeUser, save, stored, USERS } from './user-pages.ts';

interface Proposal {
  id: number;
  userId: number;
}

/** Proposed by one administrator over HTTP. */
async function proposed(by = 'admin'): Promise<Awaited<ReturnType<typeof madeUser>>> {
  const person = await madeUser();
  const caller = await Caller.as(by);
  const user = await caller.read<object>(`/api/users/${person.id}`);
  const answer = await caller.send('PUT', '/api/users', { ...user, authorities: ['ROLE_ADMIN'] });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return person;
}
const waiting = async (userId: number): Promise<Proposal | undefined> =>
  (await (await Caller.as('admin2')).read<Proposal[]>('/api/administrator-proposals')).find(
    (proposal) => proposal.userId === userId,
  );
const rolesOf = async (id: number) => (await stored(id)) as unknown as { authorities: string[] };

test('one administrator proposes a change and another confirms it', async ({ visitors }) => {
  const person = await madeUser();
  const writer = await visitors.desk(CALM);
  await enter(writer, 'admin', `${USERS}?user=${person.id}`);
  const form = dialog(writer, 'Modifica utente');
  await writer.getByRole('combobox', { name: 'Ruoli' }).press('Backspace');
  await choose(writer, 'Ruoli', /^Amministratore/);
  await expect(form.getByText('Serve un secondo amministratore.')).toBeVisible();
  await look(writer, 'the form of a future administrator');
  await save(writer);
  await hear(writer, `Prova ${person.lastName}: in attesa di un secondo amministratore`);
  expect((await rolesOf(person.id)).authorities).toEqual(['ROLE_SALE_DEALER']);
  const own = writer.getByRole('listitem').filter({ hasText: person.lastName });
  await expect(own.getByText(/^Proposto da te il/)).toBeVisible();
  await expect(own.getByRole('button', { name: 'Conferma' })).toHaveAttribute('aria-disabled', 'true');
  await expect(own.getByRole('button', { name: 'Conferma' })).toHaveAccessibleDescription(
    'L’hai proposto tu: lo conferma un altro amministratore.',
  );
  await look(writer, 'the users with an own proposal');

  const reader = await visitors.desk(CALM);
  await enter(reader, 'admin2', `${USERS}?user=${person.id}`);
  const seen = dialog(reader, 'Modifica utente');
  await expect(seen.getByText('In attesa di un secondo amministratore')).toBeVisible();
  await expect(seen.getByText(/^Proposto da Andrea Neri il/)).toBeVisible();
  await look(reader, 'the user with a proposal');
  await button(seen, 'Conferma').click();
  const asked = dialog(reader, `Confermare Prova ${person.lastName}?`);
  await expect(asked.getByText(`${person.login}@example.com`, { exact: false })).toBeVisible();
  await look(reader, 'before an administrator is confirmed');
  await button(asked, 'Conferma amministratore').click();
  await hear(reader, 'Amministratore confermato');
  expect((await rolesOf(person.id)).authorities).toEqual(['ROLE_ADMIN']);
});

test('a user created as an administrator is inactive until the proposal is confirmed', async ({ visitors }) => {
  const person = await madeUser({ authorities: ['ROLE_ADMIN'], hstList: [], brands: [] });
  expect((await stored(person.id)).activated).toBe(false);
  const page = await visitors.desk(CALM);
  await enter(page, 'admin2', USERS);
  const item = page.getByRole('listitem').filter({ hasText: person.lastName });
  await expect(item.getByText('Nuovo amministratore')).toBeVisible();
  await button(item, 'Conferma').click();
  await button(dialog(page, `Confermare Prova ${person.lastName}?`), 'Conferma amministratore').dblclick();
  await hear(page, 'Amministratore confermato');
  await expect(item).toHaveCount(0);
  expect((await stored(person.id)).activated).toBe(true);
});

test('an administrator rejects a proposal with a reason, or its author withdraws it', async ({ visitors }) => {
  const [one, other] = [await proposed(), await proposed()];
  const reader = await visitors.desk(CALM);
  await enter(reader, 'admin2', USERS);
  const item = reader.getByRole('listitem').filter({ hasText: one.lastName });
  await button(item, 'Rifiuta').click();
  const asked = dialog(reader, `Rifiutare la proposta per Prova ${one.lastName}?`);
  await button(asked, 'Rifiuta').click();
  await expect(input(asked, 'Motivo')).toHaveAccessibleDescription(/Motivo è un campo obbligatorio/);
  await input(asked, 'Motivo').fill('Non la conosco');
  await look(reader, 'before a proposal is rejected');
  await button(asked, 'Rifiuta').click();
  await hear(reader, 'Proposta rifiutata');
  await expect(item).toHaveCount(0);

  const writer = await visitors.desk();
  await enter(writer, 'admin', USERS);
  await button(writer.getByRole('listitem').filter({ hasText: other.lastName }), 'Ritira').click();
  await hear(writer, 'Proposta ritirata');
  for (const { id } of [one, other]) {
    expect(await waiting(id)).toBeUndefined();
    expect((await rolesOf(id)).authorities).toEqual(['ROLE_SALE_DEALER']);
  }
});

test('a late decision shows an error and the current state of the proposal', async ({ visitors }) => {
  visitors.watch.expectRefusal(409, /^\/api\/administrator-proposals\/\d+\/confirm$/);
  const person = await proposed();
  const page = await visitors.desk();
  await enter(page, 'admin2', USERS);
  const item = page.getByRole('listitem').filter({ hasText: person.lastName });
  await button(item, 'Conferma').click();
  const asked = dialog(page, `Confermare Prova ${person.lastName}?`);
  const { id } = (await waiting(person.id)) ?? { id: 0 };
  await (await Caller.as('admin')).send('POST', `/api/administrator-proposals/${id}/return`, { reason: null });
  await button(asked, 'Conferma amministratore').click();
  await hear(page, 'Non confermato');
  await expect(item).toHaveCount(0);
  expect((await rolesOf(person.id)).authorities).toEqual(['ROLE_SALE_DEALER']);
});

test('users other than administrators see no proposals', async ({ visitors }) => {
  await proposed();
  const page = await visitors.desk();
  await enter(page, 'nsc', USERS);
  await expect(page.getByRole('table', { name: 'Utenti' })).toBeVisible();
  await expect(page.getByText('Amministratori da confermare')).toHaveCount(0);
});
