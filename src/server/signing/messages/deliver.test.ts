/** Messages that fail or finish late are recorded in the trail, and the waiting list keeps the newest state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';
import {
  lockSignature,
  openStageWith,
  outageOfTests,
  signerOf,
  waitingDocument,
  waitingRow,
} from '../../../../test/stages/waiting-stage.ts';
import { giveUpCode, giveUpLink, giveUpReminder } from './deliver.ts';

/** Whether the mail server refuses all messages. */
const outage = outageOfTests();

let stage: Stage;
beforeAll(async () => {
  stage = await openStageWith(outage);
});
afterAll(() => stage.close());

const MINUTE = 60;

describe('a message', () => {
  it('that was not sent is recorded once, and does not mark a signer as stuck who has opened the link', async () => {
    const giveUp = async (id: number) => {
      const signer = await signerOf(stage, id);
      await giveUpLink(stage.test.world, { signerId: signer.id, epoch: signer.link_epoch });
    };
    const opened = async (id: number) => {
      const { signUrl } = await stage.document(id);
      await stage.browser().read(pathOf(signUrl ?? ''));
    };
    const failures = async (id: number) => (await stage.trail(id)).filter((type) => type === 'link.failed').length;
    outage.mail = true;
    const [before, after] = [await stage.newDocument(), await stage.newDocument()];
    for (const { id } of [before, after]) {
      await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
      await stage.test.world.jobs.tryOnce();
      expect((await stage.document(id)).status).toBe('START_SIGN');
    }
    // Opened by QR code at the desk, before and after the e-mail was given up.
    await opened(before.id);
    await giveUp(before.id);
    await giveUp(after.id);
    await opened(after.id);
    await giveUp(after.id);
    for (const { id } of [before, after]) {
      expect(await waitingRow(stage, id)).toMatchObject({ progress: 'OPENED', last: { event: 'document.shown' } });
      expect(await failures(id)).toBe(1);
    }
  });

  it('that finishes late does not replace a newer state, and the trail has both', async () => {
    const { world, clock } = stage.test;
    const codesOf = async (id: number) =>
      world.database.read
        .selectFrom('otp_code')
        .selectAll()
        .where('signer_id', '=', (await signerOf(stage, id)).id)
        .orderBy('id')
        .execute();
    /** The state after a process died between the gateway's answer and recording it. */
    const late = (codeId: number) =>
      world.database.read.updateTable('otp_code').set({ delivery: 'QUEUED' }).where('id', '=', codeId).execute();

    const again = await waitingDocument(stage);
    const browser = stage.browser();
    await browser.read(again.path);
    await browser.post(`${again.path}/otp`);
    clock.advance(61);
    await browser.post(`${again.path}/otp`);
    await world.jobs.drain();
    const [first] = await codesOf(again.id);
    await late(first?.id ?? 0);
    await giveUpCode(world, first?.id ?? 0);
    expect(await waitingRow(stage, again.id)).toMatchObject({ progress: 'OPENED', last: { event: 'otp.sent' } });

    const locked = await waitingDocument(stage);
    await lockSignature(stage, locked.id, locked.customer.phone, locked.path);
    const last = (await codesOf(locked.id)).at(-1);
    await late(last?.id ?? 0);
    await giveUpCode(world, last?.id ?? 0);
    expect(await waitingRow(stage, locked.id)).toMatchObject({ progress: 'STUCK', last: { event: 'otp.locked' } });

    const reminded = await waitingDocument(stage);
    clock.advance(20 * MINUTE);
    outage.mail = true;
    const asked = await stage.callAs('dealer', 'POST', `/api/documents/${reminded.id}/resend-link`, {});
    expect(asked.statusCode).toBe(200);
    await stage.browser().read(reminded.path);
    const reminderId = await stage.newestId('link_reminder');
    await giveUpReminder(world, reminderId);
    expect(await waitingRow(stage, reminded.id)).toMatchObject({
      progress: 'OPENED',
      last: { event: 'document.shown' },
    });

    for (const { id } of [again, locked]) expect(await stage.trail(id)).toContain('otp.failed');
    expect(await stage.trail(reminded.id)).toContain('reminder.failed');
  });
});
