/**
 * Appointing an administrator needs two others (record 0066): pending proposals, who may confirm, and every way to use
 * two accounts as one person.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTrail } from '#server/evidence/index.ts';
import { sweepIdentity } from '#server/identity/tasks.ts';
import type { Portal } from '../../../../test/portal.ts';
import { notifyAdministrators } from './notify-administrators.ts';
import { openPortalOfPeople, type People, PROPOSALS } from './people.suite.ts';

const DAY = 86_400;

let portal: Portal;
let people: People;
beforeAll(async () => {
  people = await openPortalOfPeople();
  portal = people.portal;
});
afterAll(() => portal.close());

const newAdministrator = (login: string) => ({
  ...{ login, firstName: 'Nuova', lastName: 'Amministratrice', email: `${login}@example.com` },
  ...{ authorities: ['ROLE_ADMIN'], hstList: [], brands: [], activated: true },
});

describe('approval by a second administrator is required', () => {
  it('for the access of a created administrator; the response is the row, inactive', async () => {
    const made = await people.as('first', 'POST', '/api/users', newAdministrator('creata'));
    expect([made.statusCode, made.json().activated, made.json().authorities]).toEqual([201, false, ['ROLE_ADMIN']]);
    const proposal = await people.waiting('creata', 'second');
    expect(proposal).toMatchObject({ effects: ['role', 'access'], proposedBy: 'first', refusal: null });
    expect(await people.confirm('second', proposal?.id ?? 0)).toBe('CONFIRMED');
    expect(await people.shown('creata')).toMatchObject({ activated: true, authorities: ['ROLE_ADMIN'] });
    expect(await people.waiting('creata', 'first')).toBeUndefined();
  });

  it('for an assigned role: nothing of the change applies before', async () => {
    const login = await people.someone('ROLE_DEALER');
    const before = await people.shown(login);
    const answered = await people.change('first', login, { authorities: ['ROLE_ADMIN'], lastName: 'Altra' });
    expect(answered).toEqual(before);
    expect(await people.shown(login)).toEqual(before);
    expect((await people.as(login, 'GET', '/api/intesys-services?size=1')).statusCode).toBe(200);
    expect((await people.as(login, 'GET', PROPOSALS)).statusCode).toBe(403);
    const proposal = await people.waiting(login, 'second');
    expect(proposal?.effects).toEqual(['role']);
    expect(await people.confirm('second', proposal?.id ?? 0)).toBe('CONFIRMED');
    expect(await people.shown(login)).toMatchObject({
      ...{ authorities: ['ROLE_ADMIN'], lastName: 'Altra', hstList: [], lastModifiedBy: 'first' },
    });
    expect((await people.as(login, 'GET', PROPOSALS)).statusCode).toBe(200);
  });

  it('for an administrator who is activated again or gets another address', async () => {
    const login = await people.someone();
    expect((await people.change('first', login, { activated: false })).activated).toBe(false);
    expect((await people.change('first', login, { activated: true })).activated).toBe(false);
    const again = await people.waiting(login, 'second');
    expect(again?.effects).toEqual(['access']);
    expect(await people.confirm('second', again?.id ?? 0)).toBe('CONFIRMED');

    expect((await people.change('first', login, { email: 'altrove@example.com' })).email).toBe(`${login}@example.com`);
    const moved = await people.waiting(login, 'second');
    expect(moved?.effects).toEqual(['address']);
    expect(await people.confirm('second', moved?.id ?? 0)).toBe('CONFIRMED');
    expect((await people.shown(login)).email).toBe('altrove@example.com');
  });

  it('for no change that only removes rights or grants none', async () => {
    const login = await people.someone();
    const changes = [{ lastName: 'Nuovo' }, { activated: false }, { email: 'fermo@example.com' }];
    for (const values of changes) {
      expect(await people.change('first', login, values)).toMatchObject(values);
      expect(await people.waiting(login, 'first')).toBeUndefined();
    }
    const dealer = await people.someone('ROLE_DEALER');
    const idle = { authorities: ['ROLE_ADMIN'], activated: false };
    expect(await people.change('first', dealer, idle)).toMatchObject(idle);
    // One administrator writes the change; it takes effect when a second confirms.
    expect((await people.change('first', dealer, { activated: true })).activated).toBe(false);
  });

  it('once when the same create is sent twice with its key', async () => {
    const key = { 'idempotency-key': 'una-volta-sola' };
    const body = newAdministrator('ripetuta');
    const answers = [
      await people.as('first', 'POST', '/api/users', body, key),
      await people.as('first', 'POST', '/api/users', body, key),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(answers[1]?.json()).toEqual(answers[0]?.json());
    const { id } = await people.shown('ripetuta');
    const rows = await portal.read
      .selectFrom('administrator_proposal')
      .select('id')
      .where('user_id', '=', id)
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('one person with two accounts', () => {
  it('cannot confirm the own proposal, or one about the own account', async () => {
    const { id } = await people.proposed('first');
    expect(await people.confirm('first', id)).toBe('administrator.ownProposal');

    const login = await people.someone();
    await people.change('first', login, { email: 'presa@example.com' });
    const about = await people.waiting(login, login);
    expect(about?.refusal).toBe('administrator.ownRole');
    expect(await people.confirm(login, about?.id ?? 0)).toBe('administrator.ownRole');
  });

  it('cannot confirm with an account that the author created, until thirty days have passed', async () => {
    const puppet = await people.someone('ROLE_ADMIN', 'first');
    const { id } = await people.proposed('first');
    expect(await people.confirm(puppet, id)).toBe('administrator.ownAccount');
    portal.test.clock.advance(31 * DAY);
    const { id: later } = await people.proposed('first');
    expect(await people.confirm(puppet, later)).toBe('CONFIRMED');
  });

  it('cannot propose with an account that the confirming user created', async () => {
    const puppet = await people.someone('ROLE_ADMIN', 'first');
    const { id } = await people.proposed(puppet);
    expect(await people.confirm('first', id)).toBe('administrator.ownAccount');
    expect(await people.confirm('second', id)).toBe('CONFIRMED');
  });

  it.each([
    ['telephone', { mobilePhone: '+393331112233' }],
    ['name', { firstName: 'Altro' }],
  ])('cannot confirm with an account whose %s the author changed', async (_what, values) => {
    const login = await people.someone();
    await people.change('second', login, values);
    const { id } = await people.proposed('second');
    expect(await people.confirm(login, id)).toBe('administrator.ownAccount');
  });

  it('cannot confirm with an administrator whom the author proposed', async () => {
    const { login, id } = await people.proposed('first');
    expect(await people.confirm('second', id)).toBe('CONFIRMED');
    const { id: next } = await people.proposed('first');
    expect(await people.confirm(login, next)).toBe('administrator.ownAccount');
  });

  it('gains nothing from two proposals that would confirm each other', async () => {
    const [one, other] = [await people.someone(), await people.someone()];
    await people.change(one, other, { email: 'x.uno@example.com' });
    await people.change(other, one, { email: 'x.due@example.com' });
    const [first, second] = [await people.waiting(other, one), await people.waiting(one, other)];
    expect(await people.confirm(one, first?.id ?? 0)).toBe('administrator.ownProposal');
    expect(await people.confirm(other, first?.id ?? 0)).toBe('administrator.ownRole');
    expect(await people.confirm(one, second?.id ?? 0)).toBe('administrator.ownRole');
    // Two newly created administrators have no rights until another administrator confirms them.
    for (const login of ['specchio.a', 'specchio.b']) {
      await people.as('first', 'POST', '/api/users', newAdministrator(login));
      expect((await people.as(login, 'GET', PROPOSALS)).statusCode).toBe(401);
    }
  });
});

describe('a user who may not decide', () => {
  it.each(['nsc', 'supervisor', 'dealer', 'sa3', 'dms', 'nobody'])('%s is refused, whatever the id', async (login) => {
    const { login: subject, id } = await people.proposed('first');
    for (const [method, url] of [
      ['GET', PROPOSALS],
      ['POST', `${PROPOSALS}/${id}/confirm`],
      ['POST', `${PROPOSALS}/${id}/return`],
      ['POST', `${PROPOSALS}/999999/confirm`],
    ] as const) {
      const answer = await people.as(login, method, url, method === 'GET' ? undefined : {});
      expect([login, url, answer.statusCode]).toEqual([login, url, 403]);
    }
    expect((await people.waiting(subject, 'first'))?.id).toBe(id);
  });

  it('gets 404 for an unknown id', async () => {
    for (const act of ['confirm', 'return']) {
      const answer = await people.as('second', 'POST', `${PROPOSALS}/987654321/${act}`, {});
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'administrator.notFound']);
    }
  });
});

describe('a proposal ends', () => {
  it('when rejected with a reason, or withdrawn by its author without one', async () => {
    const one = await people.proposed('first');
    expect(await people.giveBack('second', one.id, null)).toBe('administrator.reasonMissing');
    expect(await people.giveBack('second', one.id, 'Non la conosco')).toBe('REJECTED');
    expect(await people.confirm('third', one.id)).toBe('administrator.notWaiting');
    const other = await people.proposed('first');
    expect(await people.giveBack('first', other.id, null)).toBe('WITHDRAWN');
    expect(await people.confirm('second', other.id)).toBe('administrator.notWaiting');
    expect((await people.shown(other.login)).authorities).toEqual(['ROLE_DEALER']);
  });

  it('after fourteen days, whether or not the sweep has run', async () => {
    const { login, id } = await people.proposed('first');
    portal.test.clock.advance(14 * DAY);
    expect(await people.waiting(login, 'second')).toBeUndefined();
    expect(await people.confirm('second', id)).toBe('administrator.expired');
    expect(await people.giveBack('first', id, null)).toBe('administrator.expired');
    await sweepIdentity(portal.test.world);
    expect(await people.confirm('second', id)).toBe('administrator.notWaiting');
    // It can be proposed again.
    await people.change('first', login, { authorities: ['ROLE_ADMIN'] });
    expect((await people.waiting(login, 'second'))?.refusal).toBeNull();
  });

  it('when superseded by an edit of the user or by a newer proposal', async () => {
    const { login, id } = await people.proposed('first');
    await people.change('second', login, { lastName: 'Diversa' });
    expect(await people.confirm('third', id)).toBe('administrator.notWaiting');
    await people.change('first', login, { authorities: ['ROLE_ADMIN'] });
    const older = await people.waiting(login, 'second');
    await people.change('first', login, { authorities: ['ROLE_ADMIN'], email: 'nuovissima@example.com' });
    const newer = await people.waiting(login, 'second');
    expect(newer?.id).toBeGreaterThan(older?.id ?? 0);
    expect(await people.confirm('second', older?.id ?? 0)).toBe('administrator.notWaiting');
    // The second administrator's recent edit of the user is no obstacle.
    expect(await people.confirm('second', newer?.id ?? 0)).toBe('CONFIRMED');
  });

  it('as lapsed when its author loses the role, and does not revive with the role', async () => {
    const author = await people.someone();
    const { login, id } = await people.proposed(author);
    await people.change('first', author, { activated: false });
    expect(await people.confirm('second', id)).toBe('administrator.notWaiting');
    const { database } = portal.test.world;
    await database.read.updateTable('app_user').set({ activated: true }).where('login', '=', author).execute();
    expect(await people.confirm('second', id)).toBe('administrator.notWaiting');

    // A demotion outside the portal.
    await people.change(author, login, { authorities: ['ROLE_ADMIN'] });
    const again = await people.waiting(login, 'second');
    await database.read
      .updateTable('app_user')
      .set({ authorities: ['ROLE_USER'] })
      .where('login', '=', author)
      .execute();
    expect(await people.confirm('second', again?.id ?? 0)).toBe('administrator.lapsed');
  });

  it('with a refusal when its address has since been taken by another user', async () => {
    const login = await people.someone();
    await people.change('first', login, { email: 'contesa@example.com' });
    const proposal = await people.waiting(login, 'second');
    const other = await people.someone('ROLE_DEALER');
    await people.change('third', other, { email: 'contesa@example.com' });
    expect(await people.confirm('second', proposal?.id ?? 0)).toBe('user.invalid');
  });
});

describe('the record of a proposal', () => {
  it('is in the administrators’ trail, with who proposed and who confirmed', async () => {
    const { login, id } = await people.proposed('first');
    await people.confirm('second', id);
    const trail = await listTrail(portal.read, 'administrators');
    const mine = trail.filter(({ detail }) => (detail as { proposalId?: number }).proposalId === id);
    expect(mine.map(({ type, actor }) => [type, actor.name])).toEqual([
      ['administrator.proposed', 'first'],
      ['administrator.confirmed', 'second'],
    ]);
    expect(mine[0]?.detail).toMatchObject({ login, effects: ['role'], proposedBy: 'first' });
  });

  it('is mailed to the other administrators once', async () => {
    await notifyAdministrators(portal.test.world);
    const { login, id } = await people.proposed('first');
    const told = async (to: string) =>
      (await portal.test.outbox(to)).filter(({ text }) => text.includes(`${login} Prova`)).map(({ text }) => text);
    await notifyAdministrators(portal.test.world);
    await notifyAdministrators(portal.test.world);
    expect(await told('first@example.com')).toEqual([]);
    expect(await told('second@example.com')).toEqual([
      expect.stringMatching(/first Prova propone .* ruolo di amministratore/),
    ]);
    await people.confirm('second', id);
    await notifyAdministrators(portal.test.world);
    expect(await told('first@example.com')).toEqual([expect.stringContaining('è stata confermata da second Prova')]);
    expect(await told(`${login}@example.com`)).toHaveLength(1);
    expect(await told('third@example.com')).toHaveLength(2);
  });

  it('cannot be confirmed by its author in the database either', async () => {
    const { id } = await people.proposed('first');
    const forced = portal.read
      .updateTable('administrator_proposal')
      .set({ state: 'CONFIRMED', decided_by: 'first', decided_date: portal.test.world.clock.now() })
      .where('id', '=', id)
      .execute();
    await expect(forced).rejects.toThrow(/administrator_proposal_four_eyes/);
  });
});
