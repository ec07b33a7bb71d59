/** A code sent through Kannel and its SMS centre's report: delivered to the product's own address, shown on the document. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenSms, openSmsGateways } from '#adapters/messages/sms/open-gateways.ts';
import type { SigningStateOutput } from '#contract/signing/signing-state.ts';
import { ownPort } from '#test/hosts/server-process.ts';
import { SmsCentre } from '#test/hosts/sms-centre.ts';
import { openStage, type Stage } from '#test/stages/signing-stage.ts';
import { MAX_PARTS, silentLog } from '#test/stages/sms-stage.ts';
import { collectCodeReceipts } from '../../../src/server/signing/messages/receipt-sweep.ts';
import { type Kannel, settingsFor, startKannel } from './kannel.ts';

let centre: SmsCentre;
let kannel: Kannel;
let gateways: OpenSms;
let stage: Stage;
beforeAll(async () => {
  centre = await new SmsCentre().listen();
  kannel = await startKannel(centre.port);
  const port = await ownPort();
  stage = await openStage({
    override: ({ settings }) => ({
      settings: { ...settings, allowedHosts: [...settings.allowedHosts, `127.0.0.1:${port}`] },
      sms: {
        send: (message) => gateways.sms.send(message),
        receipts: async (ids) => gateways.sms.receipts?.(ids) ?? [],
      },
      smsReceipts: { takeReceipt: (call) => gateways.takeReceipt(call) },
    }),
  });
  const { headers, ...settings } = settingsFor(kannel);
  const { database, clock } = stage.test.world;
  gateways = await openSmsGateways({
    gateways: [
      {
        ...{ kind: 'http', ...settings, certificates: null },
        headers: { ...headers, 'X-Kannel-DLR-Mask': '31', 'X-Kannel-DLR-Url': '{receipt}?state=%d' },
        receipts: { place: { kind: 'query', name: 'state' }, delivered: ['1'], failed: ['2', '16'] },
      },
    ],
    ...{ sends: true, maxParts: MAX_PARTS, validMinutes: 60, publicUrl: `http://127.0.0.1:${port}` },
    ...{ receiptKey: Buffer.alloc(32, 8), database, clock, log: silentLog },
  });
  await stage.app.listen({ host: '127.0.0.1', port });
});
afterAll(async () => {
  await stage.close();
  await gateways.close();
  await kannel.close();
  await centre.close();
});

it.each([
  ['+39 3331234567', 'DELIVERED', 'otp.delivered'],
  ['+39 3331200000', 'UNDELIVERED', 'otp.undelivered'],
])('a code to %s is shown as %s', async (phone, state, event) => {
  const { id } = await stage.newDocument({ customer: { phone, email: 'ginevra@example.com' } });
  const path = await stage.startSigning(id);
  const browser = stage.browser();
  await browser.read(path);
  expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
  await stage.test.world.jobs.drain();
  const codeMessage = async () => {
    await collectCodeReceipts(stage.test.world);
    const answer = await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`);
    return answer.json<SigningStateOutput>().messages[0];
  };
  await expect.poll(codeMessage, { timeout: 20_000 }).toMatchObject({ kind: 'CODE', channel: 'SMS', state });
  expect(await stage.trail(id)).toContain(event);
});
