/** SMS: the link when staff request it, charged as one unit, and the last line from which browsers fill in the code. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Waiting } from '#domain/signing/signer-progress.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { giveUpReminder, sendReminder } from './deliver.ts';

const gateway = { down: false, parts: 1 };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    override: ({ sms }) => ({
      sms: {
        send: async (message) => {
          if (gateway.down) throw new Error('no SMS today');
          return { ...(await sms.send(message)), parts: gateway.parts };
        },
      },
    }),
  });
});
afterAll(() => stage.close());
beforeEach(() => {
  Object.assign(gateway, { down: false, parts: 1 });
});

const resend = (id: number, login = 'dealer', channel = 'SMS') =>
  stage.callAs(login, 'POST', `/api/documents/${id}/resend-link`, { channel });

async function waitingDocument(options: Parameters<Stage['newDocument']>[0] = {}) {
  const document = await stage.newDocument(options);
  return { ...document, path: await stage.startSigning(document.id) };
}

const inbox = (phone: string) => stage.test.outbox(phone.replaceAll(' ', ''));

async function quota(): Promise<{ used: number; reserved: number }> {
  const row = await stage.read
    .selectFrom('quota')
    .select(['used', 'reserved'])
    .where('legal_entity', '=', 'LE001')
    .where('kind', '=', 'OTP')
    .executeTakeFirstOrThrow();
  return { used: Number(row.used), reserved: Number(row.reserved) };
}

const lastReminder = () => stage.newestId('link_reminder');

describe('the link by SMS', () => {
  it('is sent at once on request, once, opens the signature and costs one unit', async () => {
    const { id, customer, path } = await waitingDocument();
    const before = await quota();
    gateway.parts = 2;
    const answer = await resend(id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.body).not.toContain('/sign/');
    expect(await quota()).toEqual({ ...before, reserved: before.reserved + 1 });
    await stage.test.world.jobs.drain();
    const [message, ...others] = await inbox(customer.phone);
    expect(others).toEqual([]);
    const url = /https?:\/\/\S+$/.exec(message?.text ?? '')?.[0] ?? '';
    expect(path.endsWith(new URL(url).pathname)).toBe(true);
    const { fingerprint } = (await stage.browser().get(path)).json<{ fingerprint: string }>();
    expect(message?.text).toContain(fingerprint);
    expect(await quota()).toEqual({ used: before.used + 2, reserved: before.reserved });
    await sendReminder(stage.test.world, await lastReminder());
    expect(await inbox(customer.phone)).toHaveLength(1);
    const events = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<
      { type: string; detail: string }[]
    >();
    const sent = events.find(({ type }) => type === 'reminder.sent');
    expect(sent?.detail).toBe(`SMS *** *** ${customer.phone.slice(-3)}`);
  });

  it('does not wait for an e-mail, but for an earlier SMS, and counts towards the daily reminders', async () => {
    const { id } = await waitingDocument();
    expect((await resend(id)).statusCode).toBe(200);
    const again = await resend(id);
    expect([again.statusCode, again.json().code]).toEqual([429, 'signing.remindedRecently']);
    for (const channel of ['SMS', 'EMAIL']) {
      stage.test.clock.advance(16 * 60);
      expect((await resend(id, 'dealer', channel)).statusCode).toBe(200);
    }
    stage.test.clock.advance(16 * 60);
    expect((await resend(id)).json().code).toBe('signing.remindedEnough');
    await stage.test.world.jobs.drain();
  });

  it('is limited per phone, however many signatures wait for it', async () => {
    const customer = { phone: '+39 3339990000', email: 'molti@example.com' };
    const answers: (string | number)[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { id } = await waitingDocument({ customer });
      for (let round = 0; round < 3; round += 1) {
        stage.test.clock.advance(16 * 60);
        const answer = await resend(id);
        answers.push(answer.json().code ?? answer.statusCode);
      }
    }
    const refused = 'signing.phoneLinksEnough';
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), refused, refused]);
    await stage.test.world.jobs.drain();
    expect(await inbox(customer.phone)).toHaveLength(10);
  });

  it('that no gateway accepts releases its unit and may be requested again', async () => {
    const { id, customer } = await waitingDocument();
    const before = await quota();
    gateway.down = true;
    const waitingState = (await resend(id)).json<Waiting>();
    expect(waitingState.last.event).toBe('reminder.requested');
    await stage.test.world.jobs.tryOnce();
    await giveUpReminder(stage.test.world, await lastReminder());
    expect(await quota()).toEqual(before);
    expect(await stage.trail(id)).toContain('reminder.failed');
    gateway.down = false;
    expect((await resend(id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await inbox(customer.phone)).toHaveLength(1);
  });

  it('of a signature that ended before sending is neither sent nor charged', async () => {
    const { id, customer } = await waitingDocument();
    const before = await quota();
    gateway.down = true;
    expect((await resend(id)).statusCode).toBe(200);
    await stage.test.world.jobs.tryOnce();
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {})).statusCode).toBe(200);
    gateway.down = false;
    await stage.test.world.jobs.drain();
    await sendReminder(stage.test.world, await lastReminder());
    expect(await inbox(customer.phone)).toEqual([]);
    // The start's reservation for the code was released with the signature.
    expect(await quota()).toEqual({ used: before.used, reserved: before.reserved - 1 });
  });

  it('is refused for foreign numbers, for staff, to users who may not start, and without a unit left', async () => {
    const { settings } = stage.test.world;
    const { otpCountries } = settings;
    const abroad = await waitingDocument();
    Object.assign(settings, { otpCountries: ['49'] });
    expect((await resend(abroad.id)).json().code).toBe('signing.phoneCountry');
    Object.assign(settings, { otpCountries });
    expect((await resend(abroad.id, 'readonly')).statusCode).toBeGreaterThanOrEqual(403);
    expect((await resend(abroad.id, 'dealer', 'FAX')).statusCode).toBe(400);

    const proposal = await waitingDocument({ type: 'SALE_NEW_PROPOSAL' });
    const browser = stage.browser();
    await browser.read(proposal.path);
    await browser.post(`${proposal.path}/otp`);
    const code = await stage.code(proposal.customer);
    const points = await stage.points(proposal.path);
    expect((await browser.post(`${proposal.path}/sign`, { code, points })).statusCode).toBe(200);
    expect((await resend(proposal.id)).json().code).toBe('life.notWaiting');

    const { id } = await waitingDocument();
    const { used, reserved } = await quota();
    const sold = { legalEntity: 'LE001', serviceType: 'OTP', totalOtp: used + reserved };
    expect((await stage.callAs('admin', 'POST', '/api/intesys-services', sold)).statusCode).toBe(201);
    const spent = await resend(id);
    expect([spent.statusCode, spent.json().code]).toEqual([409, 'quota.otpSpent']);
    expect(await quota()).toEqual({ used, reserved });
    expect(await stage.trail(id)).not.toContain('reminder.requested');
    await stage.test.world.database.transaction((tx) => tx.deleteFrom('service').execute());
  });
});

describe('the line for browsers', () => {
  it('ends the message where the installation enables it, and its length is booked', async () => {
    const { settings } = stage.test.world;
    const send = async () => {
      const { path, customer } = await waitingDocument();
      const browser = stage.browser();
      await browser.read(path);
      await browser.post(`${path}/otp`);
      const code = await stage.code(customer);
      const [message] = await inbox(customer.phone);
      return { code, text: message?.text ?? '', path, browser };
    };
    expect((await send()).text).not.toContain('@');
    Object.assign(settings, { otpWebLine: true });
    const { code, text, path, browser } = await send().finally(() => Object.assign(settings, { otpWebLine: false }));
    expect(text.split('\n').at(-1)).toBe(`@${new URL(settings.publicUrl).hostname} #${code}`);
    const points = await stage.points(path);
    expect((await browser.post(`${path}/sign`, { code, points })).json().state).toBe('SIGNED');
  });
});
