/** Evidence of file access: every download is recorded, repeated views and ranges once a day in Rome. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { documentSubject, type FileAccess, listTrail, recordAccess, verifyChain } from './index.ts';

let test: TestWorld;
beforeAll(async () => {
  test = await makeWorld();
});
afterAll(() => test.close());

let next = 1;
let subject = '';
beforeEach(() => {
  subject = documentSubject(next++);
});

const staff = (id: number): EvidenceActor => ({
  kind: 'staff',
  id,
  name: `utente ${id}`,
  role: 'ROLE_DEALER',
  ip: '127.0.0.1',
  userAgent: null,
});
const PREVIEW: FileAccess = {
  actor: staff(1),
  what: 'original',
  sha256: 'a'.repeat(64),
  preview: true,
  partial: false,
};
/** The last minutes of a summer day in Rome and the first of the next, on the same day in UTC. */
const LATE = '2026-07-01T21:59:00.000Z';
const EARLY = '2026-07-01T22:01:00.000Z';

async function note(change: Partial<FileAccess> = {}, at = LATE): Promise<void> {
  await test.world.database.transaction((tx) => recordAccess(tx, subject, { ...PREVIEW, ...change }, new Date(at)));
}
const told = async (): Promise<string[]> =>
  (await listTrail(test.world.database.read, subject)).map((event) => `${event.type} ${event.actor.id}`);

it('records a preview once a day, starting at midnight in Rome', async () => {
  for (const at of [LATE, LATE, EARLY, EARLY]) await note({}, at);
  expect(await told()).toEqual(['viewed 1', 'viewed 1']);
});

it('records it again for another user, file or version', async () => {
  await note();
  await note({ actor: staff(2) });
  await note({ what: 'signed' });
  await note({ sha256: 'b'.repeat(64) });
  await note({ actor: { ...staff(1), ip: '10.0.0.1', userAgent: 'altro' } });
  expect(await told()).toEqual(['viewed 1', 'viewed 2', 'viewed 1', 'viewed 1']);
});

it('records every whole download, and one in ranges once a day', async () => {
  const whole = { preview: false };
  const part = { preview: false, partial: true };
  for (const change of [part, part, whole, whole, part]) await note(change);
  expect(await told()).toEqual(['downloaded 1', 'downloaded 1', 'downloaded 1']);
  await note(part, EARLY);
  expect(await told()).toHaveLength(4);
});

it('does not mistake a preview for a download, or the reverse', async () => {
  await note({ preview: false });
  await note();
  await note({ preview: false, partial: true });
  expect(await told()).toEqual(['downloaded 1', 'viewed 1']);
});

it('records concurrent views once, and the chain stays valid', async () => {
  await Promise.all(Array.from({ length: 20 }, () => note({ partial: true })));
  expect(await told()).toEqual(['viewed 1']);
  expect(await verifyChain(test.world.database.read, subject)).toBeNull();
});
