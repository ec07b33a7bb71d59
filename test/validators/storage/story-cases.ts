/** A document from upload to seal with its files in a bucket, and what users see while the bucket is unavailable. */
import { expect, it } from 'vitest';
import type { Storage } from '#ports/storage.ts';
import { openStage } from '#test/stages/signing-stage.ts';

export interface StorageFixture {
  readonly storage: Storage;
  /** Kills the store, and restarts it with its objects. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

export function storyCases(open: () => Promise<StorageFixture>): void {
  it('a document is uploaded, signed and sealed in the bucket; during an outage uploads get 503 and the seal waits', async () => {
    const { storage, kill, restart } = await open();
    const stage = await openStage({ override: () => ({ storage }) });
    try {
      const { id, path, browser, points, code } = await stage.readyToConfirm();
      await kill();
      await expect(stage.newDocument()).rejects.toThrow('system.unavailable');
      expect((await stage.document(id)).status).toBe('START_SIGN');
      expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
      await stage.test.world.jobs.tryOnce();
      expect((await stage.document(id)).status).toBe('COMPLETING');
      await restart();
      await stage.test.world.jobs.drain();
      expect((await stage.document(id)).status).toBe('SIGNED');
      const trail = await stage.trail(id);
      for (const type of ['sealed', 'audit.sealed', 'document.signed']) {
        expect(
          trail.filter((entry) => entry === type),
          type,
        ).toHaveLength(1);
      }
      const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
      expect(validation).toMatchObject({ intact: true });
      const signed = await browser.get(`${path}/signed`);
      expect([signed.statusCode, signed.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
      await stage.newDocument();
    } finally {
      await stage.close();
    }
  });
}
