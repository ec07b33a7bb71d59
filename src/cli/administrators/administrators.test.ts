/** `fascicolo admin`: what one operator can do without a second administrator, and that it is reported (record 0066). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTrail } from '#server/evidence/index.ts';
import { notifyAdministrators } from '#server/identity/administrators/notify-administrators.ts';
import { People, PROPOSALS } from '#server/identity/administrators/people.suite.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { runIdentity } from '../identity/run.ts';
import { ADMINISTRATORS_USAGE, runAdministrators } from './run.ts';

let portal: Portal;
let people: People;
beforeAll(async () => {
  portal = await openPortal();
  people = new People(portal);
});
afterAll(() => portal.close());

const run = (...args: string[]) => runAdministrators(portal.test.world, args);
const trail = async () =>
  (await listTrail(portal.test.world.database.read, 'administrators')).map(({ type, actor, detail }) => [
    ...[type, actor.kind, actor.name, (detail as { login: string }).login],
  ]);
const told = async (to: string) => {
  await notifyAdministrators(portal.test.world);
  return (await portal.test.outbox(to)).map(({ text }) => text);
};

describe('administrators', () => {
  it('creates the first administrator of an installation, and informs the others', async () => {
    const answer = await run('create', 'capo', 'capo@example.com', 'Carla', 'Capo');
    expect(answer).toEqual({
      code: 0,
      lines: ['Creato capo, amministratore. Accede con l’indirizzo capo@example.com.'],
    });
    expect(await people.shown('capo')).toMatchObject({ activated: true, authorities: ['ROLE_ADMIN'], createdBy: null });
    expect(await trail()).toContainEqual(['administrator.appointed', 'system', 'command line', 'capo']);
    expect(await told('admin@example.com')).toContainEqual(
      expect.stringContaining('ha reso amministratore Carla Capo'),
    );
  });

  it.each([
    ['a login that is taken', ['create', 'DEALER', 'altri@example.com', 'A', 'B'], 1],
    ['an address that is taken', ['create', 'altri', 'dealer@example.com', 'A', 'B'], 1],
    ['an address that is none', ['create', 'altri', 'niente', 'A', 'B'], 1],
    ['nobody', ['appoint', 'nessuno'], 1],
    ['no such proposal', ['confirm', '987654321'], 1],
    ['a word for a number', ['confirm', 'uno'], 1],
    ['too few words', ['create', 'altri'], 2],
    ['another verb', ['constructor'], 2],
  ])('refuses %s', async (_what, args, code) => {
    const before = await trail();
    const answer = await run(...args);
    expect(answer.code).toBe(code);
    if (code === 2) expect(answer.lines).toEqual([ADMINISTRATORS_USAGE.it]);
    expect(await trail()).toEqual(before);
  });

  it('appoints an existing user at once, and ends that user’s pending proposals', async () => {
    const { login, id } = await people.proposed('admin');
    expect(await run('appoint', login)).toMatchObject({ code: 0 });
    expect((await people.as(login, 'GET', PROPOSALS)).statusCode).toBe(200);
    expect(await people.confirm(login, id)).toBe('administrator.notWaiting');
    expect(await run('appoint', login)).toEqual({ code: 0, lines: [`${login} è già un amministratore attivo.`] });
    expect((await trail()).filter((one) => one[3] === login).map(([type]) => type)).toEqual([
      ...['administrator.proposed', 'administrator.ended', 'administrator.appointed'],
    ]);
  });

  it('confirms in place of the second administrator', async () => {
    const { login, id } = await people.proposed('admin');
    expect((await run('list')).lines.join('\n')).toContain(`${id}  ${login}`);
    expect(await run('confirm', String(id))).toEqual({
      ...{ code: 0, lines: [`Confermata la proposta ${id}: ${login} è amministratore.`] },
    });
    expect((await people.shown(login)).authorities).toEqual(['ROLE_ADMIN']);
    expect(await run('confirm', String(id))).toMatchObject({ code: 1 });
    expect((await run('list')).lines.join('\n')).not.toContain(login);
    expect(await told('admin@example.com')).toContainEqual(
      expect.stringContaining('è stata confermata da chi gestisce l’installazione'),
    );
  });

  it('informs the others when an administrator’s identity is released, but not for a seller’s', async () => {
    const [boss, seller] = [await people.someone(), await people.someone('ROLE_DEALER')];
    for (const login of [boss, seller]) {
      const { id } = await people.shown(login);
      const bound = {
        user_id: id,
        issuer: 'https://idp.example',
        subject: login,
        bound_date: portal.test.world.clock.now(),
      };
      await portal.test.world.database.read.insertInto('user_identity').values(bound).execute();
      expect(await runIdentity(portal.test.world, ['free', login])).toMatchObject({ code: 0 });
    }
    const events = await trail();
    expect(events).toContainEqual(['administrator.freed', 'system', 'command line', boss]);
    expect(events.filter((one) => one[3] === seller)).toEqual([]);
    expect(await told('admin@example.com')).toContainEqual(expect.stringContaining(`il legame tra ${boss} Prova`));
  });
});
