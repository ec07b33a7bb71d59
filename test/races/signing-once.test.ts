/**
 * Contradictory calls at the same moment, and two servers over one database, end in one of the allowed outcomes; drills
 * with many callers are in test/drills.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countEach } from '../drills/processes/servers.ts';
import { onPostgres } from '../postgres.ts';
import { openStage, type Stage } from '../stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
});

describe('at the same moment', () => {
  it('a start, a cancellation and a decline end in exactly one allowed status', async () => {
    const { id } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.post(`${path}/otp`);
    const answers = await Promise.all([
      stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`),
      browser.post(`${path}/decline`, { reason: 'Ho cambiato idea' }),
      stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`),
      browser.post(`${path}/decline`, { reason: 'Ho cambiato idea' }),
      stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {}),
    ]);
    for (const answer of answers) expect(answer.statusCode, answer.body).toBeLessThan(500);
    await stage.test.world.jobs.drain();
    const sessions = await stage.read
      .selectFrom('session_document')
      .innerJoin('signing_session', 'signing_session.id', 'session_document.session_id')
      .select(['state', 'running'])
      .where('document_id', '=', id)
      .orderBy('signing_session.id')
      .execute();
    expect(['CANCELLED', 'DECLINED']).toContain(sessions[0]?.state);
    expect(sessions[0]?.running).toBe(false);
    const { status } = await stage.document(id);
    expect(status).toBe(sessions.length === 1 ? 'READY_TO_SIGN' : 'START_SIGN');
    const ends = (await stage.trail(id)).filter((type) => type === 'cancelled' || type === 'declined');
    expect(ends).toHaveLength(1);
  });
});

if (onPostgres()) {
  describe('two servers over one database', () => {
    it('sign once when both receive the request', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'fascicolo-two-'));
      const firstStage = await openStage({ folder, workers: true });
      const two = await openStage({ folder, workers: true });
      try {
        const other = await firstStage.readyToConfirm();
        const elsewhere = two.browser().continueAs(other.browser);
        const signatures = await Promise.all(
          Array.from({ length: 40 }, (_, index) =>
            (index % 2 === 0 ? other.browser : elsewhere).post(`${other.path}/sign`, {
              code: other.code,
              points: other.points,
            }),
          ),
        );
        expect(countEach(signatures.map((answer) => answer.statusCode))).toEqual({ 200: 40 });
        await firstStage.test.world.jobs.drain();
        const trail = await firstStage.trail(other.id);
        expect(trail.filter((type) => type === 'document.signed')).toHaveLength(1);
        expect(trail.filter((type) => type === 'otp.verified')).toHaveLength(1);
      } finally {
        await firstStage.close();
        await two.close();
        await rm(folder, { recursive: true, force: true });
      }
    }, 120_000);
  });
}
