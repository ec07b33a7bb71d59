/** Appointing an administrator takes two: one proposes it in the user's form, another confirms or rejects (record 0066). */
import { inspectPage, REDUCED_MOTION } from '../support/inspection.ts';
import { Caller } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';
import { button, dialog, expectToast, input, openPageAs } from './registry-pages.ts';
import { choose, createUser, readUser, save, USERS } from './user-pages.ts';

interface Proposal {
  id: number;
  userId: number;
}

/** Proposed by one administrator over HTTP. */
async function proposeAdministrator(by = 'admin'): Promise<Awaited<ReturnType<typeof createUser>>> {
  const person = await createUser();
  const caller = await Caller.signIn(by);
  const user = await caller.read<object>(`/api/users/${person.id}`);
  const answer = await caller.send('PUT', '/api/users', { ...user, authorities: ['ROLE_ADMIN'] });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return person;
}
const openProposalOf = async (userId: number): Promise<Proposal | undefined> =>
  (await (await Caller.signIn('admin2')).read<Proposal[]>('/api/administrator-proposals')).find(
    (proposal) => proposal.userId === userId,
  );
const rolesOf = async (id: number) => (await readUser(id)) as unknown as { authorities: string[] };

test('one administrator proposes a change and another confirms it', async ({ visitors }) => {
  const person = await createUser();
  const writer = await visitors.desk(REDUCED_MOTION);
  await openPageAs(writer, 'admin', `${USERS}?user=${person.id}`);
  const form = dialog(writer, 'Modifica utente');
  await writer.getByRole('combobox', { name: 'Ruoli' }).press('Backspace');
  await choose(writer, 'Ruoli', /^Amministratore/);
  await expect(form.getByText('Serve un secondo amministratore.')).toBeVisible();
  await inspectPage(writer, 'the form of a future administrator');
  await save(writer);
  await expectToast(writer, `Prova ${person.lastName}: in attesa di un secondo amministratore`);
  expect((await rolesOf(person.id)).authorities).toEqual(['ROLE_SALE_DEALER']);
  const ownProposal = writer.getByRole('listitem').filter({ hasText: person.lastName });
  await expect(ownProposal.getByText(/^Proposto da te il/)).toBeVisible();
  await expect(ownProposal.getByRole('button', { name: 'Conferma' })).toHaveAttribute('aria-disabled', 'true');
  await expect(ownProposal.getByRole('button', { name: 'Conferma' })).toHaveAccessibleDescription(
    'L’hai proposto tu: lo conferma un altro amministratore.',
  );
  await inspectPage(writer, 'the users with an own proposal');

  const reader = await visitors.desk(REDUCED_MOTION);
  await openPageAs(reader, 'admin2', `${USERS}?user=${person.id}`);
  const seen = dialog(reader, 'Modifica utente');
  await expect(seen.getByText('In attesa di un secondo amministratore')).toBeVisible();
  await expect(seen.getByText(/^Proposto da Andrea Neri il/)).toBeVisible();
  await inspectPage(reader, 'the user with a proposal');
  await button(seen, 'Conferma').click();
  const confirmDialog = dialog(reader, `Confermare Prova ${person.lastName}?`);
  await expect(confirmDialog.getByText(`${person.login}@example.com`, { exact: false })).toBeVisible();
  await inspectPage(reader, 'before an administrator is confirmed');
  await button(confirmDialog, 'Conferma amministratore').click();
  await expectToast(reader, 'Amministratore confermato');
  expect((await rolesOf(person.id)).authorities).toEqual(['ROLE_ADMIN']);
});

test('a user created as an administrator is inactive until the proposal is confirmed', async ({ visitors }) => {
  const person = await createUser({ authorities: ['ROLE_ADMIN'], hstList: [], brands: [] });
  expect((await readUser(person.id)).activated).toBe(false);
  const page = await visitors.desk(REDUCED_MOTION);
  await openPageAs(page, 'admin2', USERS);
  const item = page.getByRole('listitem').filter({ hasText: person.lastName });
  await expect(item.getByText('Nuovo amministratore')).toBeVisible();
  await button(item, 'Conferma').click();
  await button(dialog(page, `Confermare Prova ${person.lastName}?`), 'Conferma amministratore').dblclick();
  await expectToast(page, 'Amministratore confermato');
  await expect(item).toHaveCount(0);
  expect((await readUser(person.id)).activated).toBe(true);
});

test('an administrator rejects a proposal with a reason, or its author withdraws it', async ({ visitors }) => {
  const [firstUser, secondUser] = [await proposeAdministrator(), await proposeAdministrator()];
  const reader = await visitors.desk(REDUCED_MOTION);
  await openPageAs(reader, 'admin2', USERS);
  const item = reader.getByRole('listitem').filter({ hasText: firstUser.lastName });
  await button(item, 'Rifiuta').click();
  const rejectDialog = dialog(reader, `Rifiutare la proposta per Prova ${firstUser.lastName}?`);
  await button(rejectDialog, 'Rifiuta').click();
  await expect(input(rejectDialog, 'Motivo')).toHaveAccessibleDescription(/Motivo è un campo obbligatorio/);
  await input(rejectDialog, 'Motivo').fill('Non la conosco');
  await inspectPage(reader, 'before a proposal is rejected');
  await button(rejectDialog, 'Rifiuta').click();
  await expectToast(reader, 'Proposta rifiutata');
  await expect(item).toHaveCount(0);

  const writer = await visitors.desk();
  await openPageAs(writer, 'admin', USERS);
  await button(writer.getByRole('listitem').filter({ hasText: secondUser.lastName }), 'Ritira').click();
  await expectToast(writer, 'Proposta ritirata');
  for (const { id } of [firstUser, secondUser]) {
    expect(await openProposalOf(id)).toBeUndefined();
    expect((await rolesOf(id)).authorities).toEqual(['ROLE_SALE_DEALER']);
  }
});

test('a late decision shows an error and the current state of the proposal', async ({ visitors }) => {
  visitors.watch.expectRefusal(409, /^\/api\/administrator-proposals\/\d+\/confirm$/);
  const person = await proposeAdministrator();
  const page = await visitors.desk();
  await openPageAs(page, 'admin2', USERS);
  const item = page.getByRole('listitem').filter({ hasText: person.lastName });
  await button(item, 'Conferma').click();
  const confirmDialog = dialog(page, `Confermare Prova ${person.lastName}?`);
  const { id } = (await openProposalOf(person.id)) ?? { id: 0 };
  await (await Caller.signIn('admin')).send('POST', `/api/administrator-proposals/${id}/return`, { reason: null });
  await button(confirmDialog, 'Conferma amministratore').click();
  await expectToast(page, 'Non confermato');
  await expect(item).toHaveCount(0);
  expect((await rolesOf(person.id)).authorities).toEqual(['ROLE_SALE_DEALER']);
});

test('users other than administrators see no proposals', async ({ visitors }) => {
  await proposeAdministrator();
  const page = await visitors.desk();
  await openPageAs(page, 'nsc', USERS);
  await expect(page.getByRole('table', { name: 'Utenti' })).toBeVisible();
  await expect(page.getByText('Amministratori da confermare')).toHaveCount(0);
});
