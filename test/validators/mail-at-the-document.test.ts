/** What Exim accepts, refuses, greylists and returns, as shown on the document. */

// Real time: a third-party mail server uses no other clock.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSmtpMail } from '#adapters/messages/mail/smtp.ts';
import { SMTP_TIME_LIMIT } from '#adapters/messages/mail/smtp-settings.ts';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import type { SigningStateOutput } from '#contract/signing/signing-state.ts';
import type { Mail } from '#ports/messages.ts';
import { realNow } from '#test/clock.ts';
import { EXIM_USER, Exim, poll } from '#test/mail/exim.ts';
import { openStage, type Stage } from '#test/stages/signing-stage.ts';
import { createReceiptSweep } from '../../src/server/signing/messages/receipts.ts';

const clock = { now: realNow };
const log = { warn: () => undefined, info: () => undefined };

let exim: Exim;
let ground: string;
let mail: Mail;
let stage: Stage;
beforeAll(async () => {
  exim = await Exim.start();
  ground = await mkdtemp(join(tmpdir(), 'mail-document-'));
  mail = await openSmtpMail({
    settings: {
      ...{ host: '127.0.0.1', port: exim.ports.starttls, tls: 'starttls', certificates: exim.certificates.authority },
      ...{ credentials: EXIM_USER, from: { name: 'Fascicolo', address: 'firma@example.it' }, dkim: null },
      ...{ bounces: { local: 'bounces', domain: 'example.it' }, bouncesDir: exim.bouncesDir, suppressDays: 30 },
    },
    folder: ground,
    key: new Uint8Array(32).fill(4),
    clock,
    guard: openCircuitBreaker({ system: 'mail', clock, log, timeLimit: SMTP_TIME_LIMIT }),
  });
  stage = await openStage({ override: () => ({ mail }) });
});
afterAll(async () => {
  await stage.close();
  await exim.close();
  await rm(ground, { recursive: true, force: true });
});

async function startWithMail(email: string): Promise<number> {
  const { id } = await stage.newDocument({ customer: { phone: '+39 3331234567', email } });
  expect((await stage.requestStart('dealer', id)).statusCode).toBe(200);
  await stage.test.world.jobs.tryOnce();
  return id;
}

async function messageStates(id: number): Promise<string[]> {
  const answer = await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`);
  return answer.json<SigningStateOutput>().messages.map(({ state, reason }) => `${state} ${reason ?? ''}`.trim());
}

it.each([
  ['sconosciuta@example.com', 'FAILED ADDRESS'],
  ['sconosciuta-codice@example.com', 'FAILED ADDRESS'],
  ['piena@example.com', 'FAILED FULL'],
])('a link to %s is shown as %s', async (email, end) => {
  expect(await messageStates(await startWithMail(email))).toEqual([end]);
});

it('a greylisted link waits, and is sent once accepted', async () => {
  const id = await startWithMail('grigia@example.com');
  expect(await messageStates(id)).toEqual(['WAITING LATER']);
  await exim.endGreylisting();
  await stage.test.world.jobs.drain();
  expect(await messageStates(id)).toEqual(['SENT']);
  await exim.messageFor('grigia@example.com');
});

it('a returned link and a delivered one are shown as such', async () => {
  const [returned, arrived] = [await startWithMail('rimbalza@example.com'), await startWithMail('arriva@example.com')];
  expect(await messageStates(returned)).toEqual(['SENT']);
  const collect = createReceiptSweep(stage.test.world);
  await poll('No reports', async () => {
    await collect();
    const states = [...(await messageStates(returned)), ...(await messageStates(arrived))];
    return states.includes('SENT') ? undefined : states;
  });
  expect(await messageStates(returned)).toEqual([expect.stringMatching(/^UNDELIVERED (ADDRESS|RETURNED)$/)]);
  expect(await messageStates(arrived)).toEqual(['DELIVERED']);
  expect(await stage.trail(returned)).toContain('link.undelivered');
});
