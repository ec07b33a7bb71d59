/** Outcomes of each message of a signature: refused, retried, returned, and how the document shows it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SigningStateOutput } from '#contract/signing/signing-state.ts';
import {
  MailFailure,
  type MailReceipt,
  type SmsReceipt,
  SmsRejected,
  SmsTooLong,
  SmsUncertain,
} from '#ports/messages.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { signerOf, waitingOf } from '../../../../test/stages/waiting-stage.ts';
import { listUnsentLinks } from '../queries.ts';
import { linkMessage } from './attempt.ts';
import { sendCode } from './deliver.ts';
import { noteTaken, noteUnsent } from './messages.queries.ts';
import { collectReceipts } from './receipt-sweep.ts';
import { messageReceipts } from './receipts.ts';

type Returned = Pick<MailReceipt, 'state' | 'status'>;

/** Behaviour of mail server and gateway; `returned` by address or telephone. */
const outside = {
  mail: null as Error | null,
  sms: null as Error | null,
  mails: 0,
  texts: 0,
  returned: new Map<string, Returned>(),
  asked: [] as string[],
  to: new Map<string, string>(),
};

function answersOf(ids: readonly string[]): (Returned & { providerId: string })[] {
  outside.asked.push(...ids);
  return ids.flatMap((providerId) => {
    const known = outside.returned.get(outside.to.get(providerId) ?? '');
    return known === undefined ? [] : [{ providerId, ...known }];
  });
}

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    override: ({ mail, sms }) => ({
      mail: {
        async send(message) {
          outside.mails += 1;
          if (outside.mail !== null) throw outside.mail;
          const sent = await mail.send(message);
          outside.to.set(sent.providerId, message.to);
          return sent;
        },
        receipts: async (ids): Promise<MailReceipt[]> => answersOf(ids),
      },
      sms: {
        async send(message) {
          outside.texts += 1;
          if (outside.sms !== null) throw outside.sms;
          const sent = await sms.send(message);
          outside.to.set(sent.providerId, message.to);
          return sent;
        },
        receipts: async (ids): Promise<SmsReceipt[]> =>
          answersOf(ids).map(({ providerId, state }) => ({ providerId, state })),
      },
    }),
  });
});
afterAll(() => stage.close());
beforeEach(() => {
  Object.assign(outside, { mail: null, sms: null, mails: 0, texts: 0, asked: [] });
  outside.returned.clear();
});

const messagesOf = async (id: number): Promise<SigningStateOutput['messages']> =>
  (await stage.as('dealer', 'GET', `/api/documents/${id}/signing`)).json<SigningStateOutput>().messages;
const brief = async (id: number) =>
  (await messagesOf(id)).map(({ kind, channel, state, reason }) => [kind, channel, state, reason].join(' '));
const detailOf = async (id: number, type: string): Promise<string[]> =>
  (await stage.as('dealer', 'GET', `/api/documents/${id}/events`))
    .json<{ type: string; detail: string }[]>()
    .filter((event) => event.type === type)
    .map(({ detail }) => detail);
const collect = () => messageReceipts(stage.test.world)();
const remind = (id: number, channel = 'EMAIL') =>
  stage.as('dealer', 'POST', `/api/documents/${id}/resend-link`, { channel });
const begun = async () => {
  const made = await stage.newDocument();
  expect((await stage.begin('dealer', made.id)).statusCode).toBe(200);
  return made;
};
const SERVER = { reason: 'SERVER', ended: false } as const;
const never = (status: string) => new MailFailure('never', 550, 'refused at RCPT TO', { status });

describe('a link by e-mail', () => {
  it('that bounces is recorded once, listed as stuck, and may be resent at once', async () => {
    const { id, customer } = await stage.newDocument();
    await stage.start(id);
    expect(await brief(id)).toEqual(['LINK EMAIL SENT ']);
    outside.returned.set(customer.email, { state: 'FAILED', status: '5.1.1' });
    await collect();
    await collect();
    expect(await brief(id)).toEqual(['LINK EMAIL UNDELIVERED ADDRESS']);
    expect((await messagesOf(id))[0]).toMatchObject({
      address: `c***@example.com`,
      signerId: (await signerOf(stage, id)).id,
      endedAt: stage.test.clock.now().toISOString(),
    });
    expect(await waitingOf(stage, id)).toMatchObject({
      progress: 'STUCK',
      last: { event: 'link.undelivered' },
      sentAt: null,
      resend: { refused: null },
    });
    expect(await detailOf(id, 'link.undelivered')).toEqual([
      'E-mail c***@example.com: la casella non esiste o è chiusa',
    ]);
    outside.returned.clear();
    expect((await remind(id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    const [mail] = await stage.test.outbox(customer.email);
    expect(mail?.text).not.toMatch(/promemoria|sollecito/i);
    expect(await brief(id)).toEqual(['REMINDER EMAIL SENT ', 'LINK EMAIL UNDELIVERED ADDRESS']);
    expect(await waitingOf(stage, id)).toMatchObject({ progress: 'SENT', reminders: 1 });
  });

  it('that bounces after the customer opened it some other way has no effect', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.start(id);
    await stage.browser().read(path);
    outside.returned.set(customer.email, { state: 'FAILED', status: '5.2.2' });
    await collect();
    expect(await brief(id)).toEqual(['LINK EMAIL UNDELIVERED FULL']);
    expect(await waitingOf(stage, id)).toMatchObject({ progress: 'OPENED', last: { event: 'document.shown' } });
  });

  it('that was delivered is recorded once', async () => {
    const { id, customer } = await stage.newDocument();
    await stage.start(id);
    outside.returned.set(customer.email, { state: 'DELIVERED', status: '2.0.0' });
    await collect();
    await collect();
    expect(await brief(id)).toEqual(['LINK EMAIL DELIVERED ']);
    expect(await detailOf(id, 'link.delivered')).toHaveLength(1);
    expect(await waitingOf(stage, id)).toMatchObject({ progress: 'SENT', last: { event: 'link.sent' } });
  });

  it('that is rejected permanently is given up at once, not retried, and sent to a corrected address', async () => {
    outside.mail = never('5.1.1');
    const { id, customer } = await begun();
    await stage.test.world.jobs.drain();
    expect(outside.mails).toBe(1);
    expect(await brief(id)).toEqual(['LINK EMAIL FAILED ADDRESS']);
    expect(await detailOf(id, 'link.failed')).toEqual(['E-mail c***@example.com: la casella non esiste o è chiusa']);
    expect(await waitingOf(stage, id)).toMatchObject({ progress: 'STUCK', last: { event: 'link.failed' } });
    const signer = await signerOf(stage, id);
    const unsent = await listUnsentLinks(stage.read, 1_000);
    expect(unsent.filter(({ signerId }) => signerId === signer.id)).toEqual([]);
    outside.mail = null;
    const contact = { signerId: signer.id, mobilePhone: customer.phone, email: `giusta${id}@example.com` };
    expect((await stage.as('dealer', 'PUT', `/api/documents/${id}/signer-contact`, contact)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await brief(id)).toEqual(['LINK EMAIL SENT ', 'LINK EMAIL FAILED ADDRESS']);
  });

  it('that is rejected temporarily is shown as waiting, and retried by itself', async () => {
    outside.mail = new MailFailure('later', 451, 'refused at RCPT TO', { status: '4.7.1' });
    const { id } = await begun();
    const { world } = stage.test;
    await world.jobs.tryOnce();
    expect(await brief(id)).toEqual(['LINK EMAIL WAITING LATER']);
    const told: unknown[] = [];
    const deaf = await world.database.listen('fascicolo_change', (text) => told.push(JSON.parse(text ?? 'null')));
    expect(await waitingOf(stage, id)).toMatchObject({ progress: 'SENT' });
    outside.mail = new Error('no connection');
    await noteUnsent(world.database.read, linkMessage(await signerOf(stage, id)), SERVER, stage.test.clock.now());
    await noteUnsent(world.database.read, linkMessage(await signerOf(stage, id)), SERVER, stage.test.clock.now());
    await expect
      .poll(() => told, { timeout: 5_000 })
      .toMatchObject([{ entity: 'document', id, kind: 'changed', hst: '10001' }]);
    await deaf();
    await world.jobs.drain();
    expect(outside.mails).toBe(35);
    expect(await brief(id)).toEqual(['LINK EMAIL WAITING SERVER']);
    expect(await detailOf(id, 'link.failed')).toEqual(['E-mail c***@example.com: il servizio di invio non risponde']);
    const { id: signerId } = await signerOf(stage, id);
    const unsent = await listUnsentLinks(stage.read, 1_000);
    expect(unsent.filter((one) => one.signerId === signerId)).toHaveLength(1);
    outside.mail = null;
    const [data] = unsent.filter((one) => one.signerId === signerId);
    await world.database.transaction(async (tx) => {
      if (data) await world.jobs.send(tx, 'signing.sendLink', data, { key: 'again', unlessWaiting: true });
    });
    await world.jobs.drain();
    expect(await brief(id)).toEqual(['LINK EMAIL SENT ']);
  });

  it('that waits when the signature is cancelled is no longer needed', async () => {
    outside.mail = new MailFailure('later', 451, 'refused at RCPT TO');
    const { id } = await begun();
    await stage.test.world.jobs.tryOnce();
    expect((await stage.as('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {})).statusCode).toBe(200);
    outside.mail = null;
    await stage.test.world.jobs.drain();
    expect(await brief(id)).toEqual(['LINK EMAIL FAILED NOT_NEEDED']);
  });
});

describe('a message that cannot be sent', () => {
  it.each([
    ['a number that the gateway rejects', new SmsRejected('sms-1: 3'), 'REJECTED', 1],
    ['a text of too many parts', new SmsTooLong('4 parts'), 'TOO_LONG', 1],
    ['an answer that was lost', new SmsUncertain('lost'), 'UNCERTAIN', 9],
  ])('by SMS, because of %s', async (_name, failure, reason, tries) => {
    const { id } = await stage.newDocument();
    const path = await stage.start(id);
    const browser = stage.browser();
    await browser.read(path);
    outside.sms = failure;
    expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(outside.texts).toBe(tries);
    expect(await brief(id)).toEqual([`CODE SMS FAILED ${reason}`, 'LINK EMAIL SENT ']);
    expect(await waitingOf(stage, id)).toMatchObject({ progress: 'STUCK', last: { event: 'otp.failed' } });
  });

  it('is a code that expired before a gateway took it: it is never sent, and the document shows it', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.start(id);
    const browser = stage.browser();
    await browser.read(path);
    outside.sms = new Error('no gateway');
    await browser.post(`${path}/otp`);
    await stage.test.world.jobs.tryOnce();
    expect((await brief(id))[0]).toBe('CODE SMS WAITING SERVER');
    stage.test.clock.advance(5 * 60 + 1);
    outside.sms = null;
    const codeId = await stage.newestId('otp_code');
    await sendCode(stage.test.world, codeId);
    expect(outside.texts).toBe(1);
    expect((await brief(id))[0]).toBe('CODE SMS FAILED LATE');
    expect(await waitingOf(stage, id)).toMatchObject({ progress: 'STUCK', last: { event: 'otp.failed' } });
    await stage.test.world.jobs.drain();
  });
});

describe('reports about other messages', () => {
  it('cover a link by SMS that does not arrive, and the code after it', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.start(id);
    expect((await remind(id, 'SMS')).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    outside.returned.set(customer.phone.replaceAll(' ', ''), { state: 'FAILED', status: '' });
    await collect();
    expect(await brief(id)).toEqual(['REMINDER SMS UNDELIVERED UNREACHABLE', 'LINK EMAIL SENT ']);
    expect(await waitingOf(stage, id)).toMatchObject({ progress: 'STUCK', reminders: 0 });
    const browser = stage.browser();
    await browser.read(path);
    await browser.post(`${path}/otp`);
    await stage.test.world.jobs.drain();
    await collectReceipts(stage.test.world);
    expect((await brief(id))[0]).toBe('CODE SMS UNDELIVERED UNREACHABLE');
  });

  it('cover a copy that bounces after completion', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.start(id);
    await stage.sign(path, customer);
    outside.returned.set(customer.email, { state: 'FAILED', status: '5.7.1' });
    await collect();
    expect((await stage.document(id)).status).toBe('SIGNED');
    expect((await brief(id))[0]).toBe('COPY EMAIL UNDELIVERED BLOCKED');
    expect(await detailOf(id, 'copy.undelivered')).toHaveLength(1);
  });

  it('cover more messages than one round polls, each in turn, for a week', async () => {
    const { id } = await stage.newDocument();
    await stage.start(id);
    const signer = await signerOf(stage, id);
    const { world, clock } = stage.test;
    clock.advance(8 * 86_400);
    const ids = Array.from({ length: 450 }, (_, number) => `many-${number}`);
    await world.database.transaction(async (tx) => {
      for (const one of ids) {
        const facts = {
          message_id: one,
          signer_id: signer.id,
          kind: 'LINK',
          channel: 'EMAIL',
          address: '***',
        } as const;
        await noteTaken(tx, facts, one, clock.now());
      }
    });
    const round = messageReceipts(world);
    for (let turn = 0; turn < 3; turn++) await round();
    expect(new Set(outside.asked)).toEqual(new Set(ids));
    clock.advance(7 * 86_400 + 1);
    outside.asked = [];
    await round();
    expect(outside.asked).toEqual([]);
  });
});
