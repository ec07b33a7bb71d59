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
import { signerOf, waitingRow } from '../../../../test/stages/waiting-stage.ts';
import { listUnsentLinks } from '../queries.ts';
import { linkMessageFacts } from './attempt.ts';
import { sendCode } from './deliver.ts';
import { noteAccepted, noteUnsent } from './messages.queries.ts';
import { collectCodeReceipts } from './receipt-sweep.ts';
import { createReceiptSweep } from './receipts.ts';

type Returned = Pick<MailReceipt, 'state' | 'status'>;

/** Behaviour of mail server and gateway; `returned` by address or telephone. */
const gateways = {
  mail: null as Error | null,
  sms: null as Error | null,
  mails: 0,
  texts: 0,
  returned: new Map<string, Returned>(),
  asked: [] as string[],
  to: new Map<string, string>(),
};

function answersOf(ids: readonly string[]): (Returned & { providerId: string })[] {
  gateways.asked.push(...ids);
  return ids.flatMap((providerId) => {
    const receipt = gateways.returned.get(gateways.to.get(providerId) ?? '');
    return receipt === undefined ? [] : [{ providerId, ...receipt }];
  });
}

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    override: ({ mail, sms }) => ({
      mail: {
        async send(message) {
          gateways.mails += 1;
          if (gateways.mail !== null) throw gateways.mail;
          const sent = await mail.send(message);
          gateways.to.set(sent.providerId, message.to);
          return sent;
        },
        receipts: async (ids): Promise<MailReceipt[]> => answersOf(ids),
      },
      sms: {
        async send(message) {
          gateways.texts += 1;
          if (gateways.sms !== null) throw gateways.sms;
          const sent = await sms.send(message);
          gateways.to.set(sent.providerId, message.to);
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
  Object.assign(gateways, { mail: null, sms: null, mails: 0, texts: 0, asked: [] });
  gateways.returned.clear();
});

const messagesOf = async (id: number): Promise<SigningStateOutput['messages']> =>
  (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json<SigningStateOutput>().messages;
const summary = async (id: number) =>
  (await messagesOf(id)).map(({ kind, channel, state, reason }) => [kind, channel, state, reason].join(' '));
const detailOf = async (id: number, type: string): Promise<string[]> =>
  (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`))
    .json<{ type: string; detail: string }[]>()
    .filter((event) => event.type === type)
    .map(({ detail }) => detail);
const collect = () => createReceiptSweep(stage.test.world)();
const remind = (id: number, channel = 'EMAIL') =>
  stage.callAs('dealer', 'POST', `/api/documents/${id}/resend-link`, { channel });
const startedDocument = async () => {
  const document = await stage.newDocument();
  expect((await stage.requestStart('dealer', document.id)).statusCode).toBe(200);
  return document;
};
const SERVER = { reason: 'SERVER', ended: false } as const;
const permanentFailure = (status: string) => new MailFailure('never', 550, 'refused at RCPT TO', { status });

describe('a link by e-mail', () => {
  it('that bounces is recorded once, listed as stuck, and may be resent at once', async () => {
    const { id, customer } = await stage.newDocument();
    await stage.startSigning(id);
    expect(await summary(id)).toEqual(['LINK EMAIL SENT ']);
    gateways.returned.set(customer.email, { state: 'FAILED', status: '5.1.1' });
    await collect();
    await collect();
    expect(await summary(id)).toEqual(['LINK EMAIL UNDELIVERED ADDRESS']);
    expect((await messagesOf(id))[0]).toMatchObject({
      address: `c***@example.com`,
      signerId: (await signerOf(stage, id)).id,
      endedAt: stage.test.clock.now().toISOString(),
    });
    expect(await waitingRow(stage, id)).toMatchObject({
      progress: 'STUCK',
      last: { event: 'link.undelivered' },
      sentAt: null,
      resend: { refused: null },
    });
    expect(await detailOf(id, 'link.undelivered')).toEqual([
      'E-mail c***@example.com: la casella non esiste o è chiusa',
    ]);
    gateways.returned.clear();
    expect((await remind(id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    const [mail] = await stage.test.outbox(customer.email);
    expect(mail?.text).not.toMatch(/promemoria|sollecito/i);
    expect(await summary(id)).toEqual(['REMINDER EMAIL SENT ', 'LINK EMAIL UNDELIVERED ADDRESS']);
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'SENT', reminders: 1 });
  });

  it('that bounces after the customer opened it through another channel has no effect', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    await stage.browser().read(path);
    gateways.returned.set(customer.email, { state: 'FAILED', status: '5.2.2' });
    await collect();
    expect(await summary(id)).toEqual(['LINK EMAIL UNDELIVERED FULL']);
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'OPENED', last: { event: 'document.shown' } });
  });

  it('that was delivered is recorded once', async () => {
    const { id, customer } = await stage.newDocument();
    await stage.startSigning(id);
    gateways.returned.set(customer.email, { state: 'DELIVERED', status: '2.0.0' });
    await collect();
    await collect();
    expect(await summary(id)).toEqual(['LINK EMAIL DELIVERED ']);
    expect(await detailOf(id, 'link.delivered')).toHaveLength(1);
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'SENT', last: { event: 'link.sent' } });
  });

  it('that is rejected permanently is given up at once, not retried, and sent to a corrected address', async () => {
    gateways.mail = permanentFailure('5.1.1');
    const { id, customer } = await startedDocument();
    await stage.test.world.jobs.drain();
    expect(gateways.mails).toBe(1);
    expect(await summary(id)).toEqual(['LINK EMAIL FAILED ADDRESS']);
    expect(await detailOf(id, 'link.failed')).toEqual(['E-mail c***@example.com: la casella non esiste o è chiusa']);
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'STUCK', last: { event: 'link.failed' } });
    const signer = await signerOf(stage, id);
    const unsent = await listUnsentLinks(stage.read, 1_000);
    expect(unsent.filter(({ signerId }) => signerId === signer.id)).toEqual([]);
    gateways.mail = null;
    const contact = { signerId: signer.id, mobilePhone: customer.phone, email: `giusta${id}@example.com` };
    expect((await stage.callAs('dealer', 'PUT', `/api/documents/${id}/signer-contact`, contact)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await summary(id)).toEqual(['LINK EMAIL SENT ', 'LINK EMAIL FAILED ADDRESS']);
  });

  it('that is rejected temporarily is shown as waiting, and retried by itself', async () => {
    gateways.mail = new MailFailure('later', 451, 'refused at RCPT TO', { status: '4.7.1' });
    const { id } = await startedDocument();
    const { world } = stage.test;
    await world.jobs.tryOnce();
    expect(await summary(id)).toEqual(['LINK EMAIL WAITING LATER']);
    const changes: unknown[] = [];
    const deaf = await world.database.listen('fascicolo_change', (text) => changes.push(JSON.parse(text ?? 'null')));
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'SENT' });
    gateways.mail = new Error('no connection');
    await noteUnsent(world.database.read, linkMessageFacts(await signerOf(stage, id)), SERVER, stage.test.clock.now());
    await noteUnsent(world.database.read, linkMessageFacts(await signerOf(stage, id)), SERVER, stage.test.clock.now());
    await expect
      .poll(() => changes, { timeout: 5_000 })
      .toMatchObject([{ entity: 'document', id, kind: 'changed', hst: '10001' }]);
    await deaf();
    await world.jobs.drain();
    expect(gateways.mails).toBe(35);
    expect(await summary(id)).toEqual(['LINK EMAIL WAITING SERVER']);
    expect(await detailOf(id, 'link.failed')).toEqual(['E-mail c***@example.com: il servizio di invio non risponde']);
    const { id: signerId } = await signerOf(stage, id);
    const unsent = await listUnsentLinks(stage.read, 1_000);
    expect(unsent.filter((one) => one.signerId === signerId)).toHaveLength(1);
    gateways.mail = null;
    const [data] = unsent.filter((one) => one.signerId === signerId);
    await world.database.transaction(async (tx) => {
      if (data) await world.jobs.send(tx, 'signing.sendLink', data, { key: 'again', unlessWaiting: true });
    });
    await world.jobs.drain();
    expect(await summary(id)).toEqual(['LINK EMAIL SENT ']);
  });

  it('that waits when the signature is cancelled is no longer needed', async () => {
    gateways.mail = new MailFailure('later', 451, 'refused at RCPT TO');
    const { id } = await startedDocument();
    await stage.test.world.jobs.tryOnce();
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {})).statusCode).toBe(200);
    gateways.mail = null;
    await stage.test.world.jobs.drain();
    expect(await summary(id)).toEqual(['LINK EMAIL FAILED NOT_NEEDED']);
  });
});

describe('a message that cannot be sent', () => {
  it.each([
    ['a number that the gateway rejects', new SmsRejected('sms-1: 3'), 'REJECTED', 1],
    ['a text of too many parts', new SmsTooLong('4 parts'), 'TOO_LONG', 1],
    ['an answer that was lost', new SmsUncertain('lost'), 'UNCERTAIN', 9],
  ])('by SMS, because of %s', async (_name, failure, reason, tries) => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.read(path);
    gateways.sms = failure;
    expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(gateways.texts).toBe(tries);
    expect(await summary(id)).toEqual([`CODE SMS FAILED ${reason}`, 'LINK EMAIL SENT ']);
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'STUCK', last: { event: 'otp.failed' } });
  });

  it('is a code that expired before a gateway took it: it is never sent, and the document shows it', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.read(path);
    gateways.sms = new Error('no gateway');
    await browser.post(`${path}/otp`);
    await stage.test.world.jobs.tryOnce();
    expect((await summary(id))[0]).toBe('CODE SMS WAITING SERVER');
    stage.test.clock.advance(5 * 60 + 1);
    gateways.sms = null;
    const codeId = await stage.newestId('otp_code');
    await sendCode(stage.test.world, codeId);
    expect(gateways.texts).toBe(1);
    expect((await summary(id))[0]).toBe('CODE SMS FAILED LATE');
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'STUCK', last: { event: 'otp.failed' } });
    await stage.test.world.jobs.drain();
  });
});

describe('reports about other messages', () => {
  it('cover a link by SMS that does not arrive, and the code after it', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    expect((await remind(id, 'SMS')).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    gateways.returned.set(customer.phone.replaceAll(' ', ''), { state: 'FAILED', status: '' });
    await collect();
    expect(await summary(id)).toEqual(['REMINDER SMS UNDELIVERED UNREACHABLE', 'LINK EMAIL SENT ']);
    expect(await waitingRow(stage, id)).toMatchObject({ progress: 'STUCK', reminders: 0 });
    const browser = stage.browser();
    await browser.read(path);
    await browser.post(`${path}/otp`);
    await stage.test.world.jobs.drain();
    await collectCodeReceipts(stage.test.world);
    expect((await summary(id))[0]).toBe('CODE SMS UNDELIVERED UNREACHABLE');
  });

  it('cover a copy that bounces after completion', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    await stage.sign(path, customer);
    gateways.returned.set(customer.email, { state: 'FAILED', status: '5.7.1' });
    await collect();
    expect((await stage.document(id)).status).toBe('SIGNED');
    expect((await summary(id))[0]).toBe('COPY EMAIL UNDELIVERED BLOCKED');
    expect(await detailOf(id, 'copy.undelivered')).toHaveLength(1);
  });

  it('cover more messages than one round polls, each in turn, for a week', async () => {
    const { id } = await stage.newDocument();
    await stage.startSigning(id);
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
        await noteAccepted(tx, facts, one, clock.now());
      }
    });
    const round = createReceiptSweep(world);
    for (let turn = 0; turn < 3; turn++) await round();
    expect(new Set(gateways.asked)).toEqual(new Set(ids));
    clock.advance(7 * 86_400 + 1);
    gateways.asked = [];
    await round();
    expect(gateways.asked).toEqual([]);
  });
});
