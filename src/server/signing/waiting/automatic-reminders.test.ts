/** Automatic reminders through the job: who receives one, when, and who is left out. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readInstant, romeDay } from '#domain/rome-time.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { expireSessions } from '../tasks.ts';
import { remindSession, remindSessions } from './automatic-reminders.ts';

const HOUR = 3600;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Ten in the morning, whenever the tests run, so that all times used are outside the night. */
beforeEach(() => {
  const now = stage.test.clock.now();
  const ten = (days: number) => readInstant(`${romeDay(new Date(now.getTime() + days * 24 * HOUR * 1000))}T10:00`);
  let days = 2;
  // Skip days with a daylight saving change, since tests count hours.
  while (ten(days + 4).getTime() - ten(days).getTime() !== 4 * 24 * HOUR * 1000) days += 1;
  stage.test.clock.advance((ten(days).getTime() - now.getTime()) / 1000);
});

let service: number | undefined;
async function sellReminders(signatureType: 'FEA' | 'FES' = 'FES'): Promise<void> {
  const created = await stage.callAs('admin', 'POST', '/api/intesys-services', {
    serviceType: 'SIGNATURE_NOTIFICATION',
    legalEntity: 'LE001',
    expiresAt: romeDay(new Date(stage.test.clock.now().getTime() + 30 * 24 * HOUR * 1000)),
    signatureType,
  });
  expect(created.statusCode).toBe(201);
  service = created.json<{ id: number }>().id;
}
afterEach(async () => {
  if (service !== undefined) await stage.callAs('admin', 'DELETE', `/api/intesys-services/${service}`);
  service = undefined;
  // Leave no open signature to the next test.
  stage.test.clock.advance(73 * HOUR);
  await expireSessions(stage.test.world);
  await stage.test.world.jobs.drain();
});

async function sweep(): Promise<void> {
  await remindSessions(stage.test.world, 200);
  await stage.test.world.jobs.drain();
}

async function waitingDocument() {
  const document = await stage.newDocument();
  return { ...document, path: await stage.startSigning(document.id) };
}

const mails = async (email: string) => (await stage.test.outbox(email)).map(({ text }) => text);
const reminded = async (email: string) => (await mails(email)).filter((text) => text.includes('ti ricorda')).length;

describe('an automatic reminder', () => {
  it('is sent a day and two days after the start and on the last morning, and recorded in the trail', async () => {
    await sellReminders();
    const { id, customer } = await waitingDocument();
    const counted: number[] = [];
    for (const hours of [23, 1, 1, 22, 1, 20, 2, 1]) {
      stage.test.clock.advance(hours * HOUR + 10);
      await sweep();
      counted.push(await reminded(customer.email));
    }
    expect(counted).toEqual([0, 1, 1, 1, 2, 2, 3, 3]);
    const trail = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<
      { type: string; actorName: string | null }[]
    >();
    const requested = trail.filter(({ type }) => type === 'reminder.requested');
    expect(requested.map(({ actorName }) => actorName)).toEqual([null, null, null]);
    expect(trail.filter(({ type }) => type === 'reminder.sent')).toHaveLength(3);
  });

  it('is sent once, however many sweeps find it', async () => {
    await sellReminders();
    const { customer } = await waitingDocument();
    stage.test.clock.advance(24 * HOUR + 10);
    await Promise.all(Array.from({ length: 8 }, () => remindSessions(stage.test.world, 200)));
    await stage.test.world.jobs.drain();
    expect(await reminded(customer.email)).toBe(1);
  });

  it('waits for the morning when a stopped server starts at night', async () => {
    await sellReminders();
    const { customer } = await waitingDocument();
    stage.test.clock.advance(38 * HOUR);
    await sweep();
    expect(await reminded(customer.email)).toBe(0);
    stage.test.clock.advance(8 * HOUR + 60);
    await sweep();
    expect(await reminded(customer.email)).toBe(1);
  });

  it('is not sent without a service of its kind, or with an expired one', async () => {
    const { customer } = await waitingDocument();
    stage.test.clock.advance(24 * HOUR + 10);
    await sweep();
    expect(await reminded(customer.email)).toBe(0);
    await sellReminders('FEA');
    stage.test.clock.advance(24 * HOUR);
    await sweep();
    expect(await reminded(customer.email)).toBe(0);
  });

  it('is not sent to signers who have signed, declined, or had a message within six hours', async () => {
    await sellReminders();
    const signed = await stage.readyToConfirm();
    await signed.browser.post(`${signed.path}/sign`, { code: signed.code, points: signed.points });
    const declined = await waitingDocument();
    const browser = stage.browser();
    await browser.read(declined.path);
    expect((await browser.post(`${declined.path}/decline`, { reason: 'Ci penso' })).statusCode).toBe(200);
    const asked = await waitingDocument();
    stage.test.clock.advance(20 * HOUR);
    const again = await stage.callAs('dealer', 'POST', `/api/documents/${asked.id}/resend-link`, {});
    expect(again.statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    const before = (await stage.test.outbox()).length;
    stage.test.clock.advance(4 * HOUR + 10);
    await sweep();
    expect(await reminded(declined.customer.email)).toBe(0);
    expect(await reminded(asked.customer.email)).toBe(1);
    expect((await stage.test.outbox()).length).toBe(before);
  });

  it('for a session that has ended changes nothing', async () => {
    await sellReminders();
    const { id, customer } = await waitingDocument();
    const session = await stage.read
      .selectFrom('session_document')
      .select('session_id')
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    stage.test.clock.advance(24 * HOUR + 10);
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {})).statusCode).toBe(200);
    await remindSession(stage.test.world, session.session_id);
    await stage.test.world.jobs.drain();
    expect(await reminded(customer.email)).toBe(0);
    expect(await stage.trail(id)).not.toContain('reminder.requested');
  });
});
