/** The sweep removes stored files that no row names and keeps all others. */
// Real time: the file system stamps its files with the system clock.
import { randomBytes } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { sweepFiles } from './sweep-files.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const names = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { sha256 } of stage.test.world.storage.list()) found.push(sha256);
  return found.sort();
};
/** Backdates all stored files by two days. */
async function age(): Promise<void> {
  const then = new Date(Date.now() - 2 * 86_400_000);
  for (const name of await names()) await utimes(join(stage.test.folder, 'files', name.slice(0, 2), name), then, then);
}
async function sweepAll(): Promise<string[]> {
  const gone: string[] = [];
  for (let part = 0; part < 256; part++) {
    gone.push(...(await sweepFiles(stage.test.world, part.toString(16).padStart(2, '0'))));
  }
  return gone.sort();
}

it('deletes files of a refused upload after a day, and no file that a row names', async () => {
  const { signedDocumentId } = await stage.newSignedDocument();
  const { storage } = stage.test.world;
  const kept = await names();
  expect(kept.length).toBeGreaterThan(2);
  const left = await Promise.all([1, 2].map(() => storage.put(randomBytes(100))));
  expect(await sweepAll()).toEqual([]);
  await age();
  const again = await storage.put(await storage.get(left[1] ?? ''));
  expect(await sweepAll()).toEqual([left[0]]);
  expect(await names()).toEqual([...kept, again].sort());
  const answer = await stage.callAs('admin', 'GET', `/api/signed-documents/${signedDocumentId}/download`);
  expect(answer.statusCode).toBe(200);
});
