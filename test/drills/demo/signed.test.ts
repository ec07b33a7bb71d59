/** The demo's signed documents are really signed: each has its evidence, is dated like its paper, and its file verifies. */
import { expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { seedDemoWorld } from '#server/demo/seed.ts';
import { type During, demoBeginning } from '#server/demo/shiftable-clock.ts';
import { signDemoDocuments } from '#server/demo/sign-documents.ts';
import { hasDeviceFor } from '#server/devices/index.ts';
import { documentSubject, listTrail, verifyChain } from '#server/evidence/index.ts';
import { startSigning } from '#server/signing/index.ts';
import type { World } from '#server/world.ts';
import { testClock, testNow } from '#test/clock.ts';
import { makeWorld } from '../../world.ts';

const HOUR = 3_600_000;
const STATUS = {
  SIGNED: 'SIGNED',
  EXPIRED: 'EXPIRED',
  START_SIGN: 'START_SIGN',
  // A document signed by its customer waits for the staff.
  CUSTOMER_SIGNED: 'START_SIGN',
} as const;

it('brings the demo documents to waiting, signed, expired and blocked, and changes nothing on the second start', async () => {
  // Dates the certificates like those of the demo.
  const clock = testClock(demoBeginning(testNow()));
  // Treat the custodian as given by a setting: otherwise no signing by hand before the demo's two administrators have
  // agreed on it.
  const override = ({ custodian }: World) => ({ custodian: custodian && { ...custodian, isGiven: true } });
  const test = await makeWorld({ clock, override });
  const move = (to: Date) => clock.advance((to.getTime() - clock.now().getTime()) / 1000);
  move(testNow());
  const during: During = async (from, work) => {
    move(from);
    return work().finally(() => move(testNow()));
  };
  const app = await buildApp(test.world);
  try {
    await startSigning(test.world);
    const toSign = await seedDemoWorld(test.world);
    await signDemoDocuments({ world: test.world, app, during }, toSign);
    const { read } = test.world.database;
    const rows = await read.selectFrom('document').selectAll().orderBy('id').execute();
    for (const { documentId, until, at } of toSign) {
      const row = rows.find(({ id }) => id === documentId);
      expect(row?.status, String(documentId)).toBe(until ? STATUS[until] : 'READY_TO_SIGN');
      expect(await verifyChain(read, documentSubject(documentId))).toBeNull();
      const trail = await listTrail(read, documentSubject(documentId));
      const times = trail.map(({ time }) => new Date(time).getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
      const last = times.at(-1) ?? 0;
      if (until === 'SIGNED') expect(last - at.getTime(), String(documentId)).toBeLessThan(HOUR);
      if (until === 'EXPIRED') expect(last - at.getTime()).toBeLessThan(73 * HOUR);
      if (until === 'START_SIGN') expect(last).toBe(testNow().getTime());
    }
    const login = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'admin', password: 'demo' },
    });
    const headers = { authorization: `Bearer ${login.json<{ token: string }>().token}` };
    const get = async <T>(url: string) => (await app.inject({ url, headers })).json<T>();
    for (const { documentId, at } of toSign.filter((document) => document.until === 'SIGNED')) {
      const { intact, signatures } = await get<{
        intact: boolean;
        signatures: { indication: string; signedAt: string | null }[];
      }>(`/api/documents/${documentId}/validation`);
      expect(intact).toBe(true);
      expect(signatures.every((signature) => signature.indication === 'TOTAL-PASSED')).toBe(true);
      const ages = signatures.flatMap(({ signedAt }) =>
        signedAt === null ? [] : [Date.parse(signedAt) - at.getTime()],
      );
      expect(ages.length).toBeGreaterThan(0);
      expect(ages.every((age) => age > 0 && age < HOUR)).toBe(true);
    }
    const modules = rows.filter(({ type }) => type === 'FEA_MODULE');
    expect(modules.map(({ status }) => status).sort()).toEqual(['READY_TO_SIGN', 'SIGNED']);
    const adherence = (dossierId: number) =>
      get<{ current: { state: string } | null }>(`/api/dossiers/${dossierId}/fea/current`);
    const states = await Promise.all(modules.map(async (one) => (await adherence(one.dossier_id)).current?.state));
    expect(states.sort()).toEqual(['ACTIVE', 'REQUESTED']);
    const waiting = toSign.find(({ module }) => module === 'READY_TO_SIGN');
    const shown = await get<object>(`/api/documents/${waiting?.documentId}`);
    expect(shown).toMatchObject({ status: 'READY_TO_SIGN', feaBlocked: true });
    const adhered = toSign.find(({ module }) => module === 'SIGNED');
    expect(await get<object>(`/api/documents/${adhered?.documentId}`)).toMatchObject({ feaBlocked: false });
    const byHand = rows.find((row) => row.sig_type === 'GRAPHOMETRIC');
    expect(rows.filter((row) => row.sig_type === 'GRAPHOMETRIC').map(({ status }) => status)).toEqual([
      'SIGNED',
      'READY_TO_SIGN',
    ]);
    const written = await listTrail(read, documentSubject(byHand?.id ?? 0));
    expect(written.map(({ type }) => type)).toEqual(expect.arrayContaining(['bio.consent', 'hand.given']));
    expect(await hasDeviceFor(read, byHand?.hst ?? '', testNow())).toBe(true);
    expect(await hasDeviceFor(read, '10001', testNow())).toBe(false);
    expect(await seedDemoWorld(test.world)).toEqual([]);
  } finally {
    await app.close();
    await test.close();
  }
}, 120_000);
