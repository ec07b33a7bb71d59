/** "Non sono io" ends the signature and is reported to the dealer's supervisors, even if they did not start it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailFailure } from '#ports/messages.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { alertSupervisors } from './wrong-recipient.ts';

/** `refuses`: while set, the mail server refuses each address; `asked`: messages it received. */
const server = { refuses: null as Error | null, asked: 0 };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    override: ({ mail }) => ({
      mail: {
        send: async (message) => {
          server.asked += 1;
          if (server.refuses !== null) throw server.refuses;
          return mail.send(message);
        },
      },
    }),
  });
});
afterAll(() => stage.close());

const alerts = async () =>
  (await stage.test.outbox()).filter(({ text }) => text.includes('segnala di non essere la persona indicata'));

async function declinedDocument(reason: string): Promise<number> {
  const { id } = await stage.newDocument();
  const path = await stage.startSigning(id);
  const browser = stage.browser();
  await browser.post(`${path}/open`);
  expect((await browser.post(`${path}/decline`, { reason })).statusCode).toBe(200);
  await stage.test.world.jobs.drain();
  return id;
}

const emailOf = async (login: string): Promise<string> =>
  (await stage.callAs(login, 'GET', '/api/account')).json<{ email: string }>().email;

describe('the report of a wrong recipient', () => {
  it('is mailed to every supervisor of the dealer once, without the customer’s name or anything like a code', async () => {
    const id = await declinedDocument('signing.notMe');
    const sent = await alerts();
    expect(sent.map(({ to }) => to)).toEqual([await emailOf('supervisor')]);
    expect(sent[0]?.text).toContain('Autoesempio Bologna');
    expect(sent[0]?.text).toContain('Dario Provini');
    expect(sent[0]?.text).not.toMatch(/Provetti|\d{6}/);
    await alertSupervisors(stage.test.world, await stage.sessionOf(id));
    expect(await alerts()).toHaveLength(1);
  });

  it('differs from a refusal: declining alerts no supervisor', async () => {
    const before = (await alerts()).length;
    await declinedDocument('Il prezzo non è quello concordato');
    expect(await alerts()).toHaveLength(before);
  });

  it('is not resent to an address that rejects it permanently, but to one that rejects it temporarily', async () => {
    const id = await declinedDocument('signing.notMe');
    const sessionId = await stage.sessionOf(id);
    const alertTo = async (refuses: Error | null) => {
      Object.assign(server, { refuses, asked: 0 });
      await alertSupervisors(stage.test.world, sessionId).finally(() => {
        server.refuses = null;
      });
      return server.asked;
    };
    expect(await alertTo(new MailFailure('never', 550, 'refused', { status: '5.1.1' }))).toBe(1);
    const later = new MailFailure('later', 451, 'greylisted');
    await expect(alertTo(later)).rejects.toBe(later);
  });

  it('is mailed to the user who started it where there is no supervisor', async () => {
    const { database } = stage.test.world;
    const before = (await alerts()).length;
    await database.transaction((tx) =>
      tx.updateTable('app_user').set({ activated: false }).where('login', '=', 'supervisor').execute(),
    );
    await declinedDocument('signing.notMe');
    const sent = await alerts();
    expect(sent).toHaveLength(before + 1);
    expect(sent[0]?.to).toBe(await emailOf('dealer'));
  });
});
