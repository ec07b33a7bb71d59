/** The demo's signed documents are really signed: each with its evidence and a file that verifies (P-2). */
import { expect, it } from 'vitest';
import { makeWorld } from '../../../test/world.ts';
import { buildApp } from '../app.ts';
import { startSigning } from '../signing/index.ts';
import { signDemoDocuments } from './signed.ts';
import { seedDemoWorld } from './world.ts';

it('takes the documents that want it to waiting and to signed, and nothing on the second start', async () => {
  const test = await makeWorld();
  const app = await buildApp(test.world);
  try {
    await startSigning(test.world);
    const toSign = await seedDemoWorld(test.world);
    expect(new Set(toSign.map((one) => one.until))).toEqual(new Set(['START_SIGN', 'CUSTOMER_SIGNED', 'SIGNED']));
    await signDemoDocuments(test.world, toSign);
    const rows = await test.world.database.read.selectFrom('document').select(['id', 'status']).execute();
    for (const { documentId, until } of toSign) {
      // One that its customer has signed waits for the staff.
      const status = until === 'SIGNED' ? 'SIGNED' : 'START_SIGN';
      expect(rows.find((row) => row.id === documentId)?.status, String(documentId)).toBe(status);
    }
    const login = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'admin', password: 'demo' },
    });
    const headers = { authorization: `Bearer ${login.json<{ token: string }>().token}` };
    for (const { documentId } of toSign.filter((one) => one.until === 'SIGNED')) {
      const { intact, signatures } = (
        await app.inject({ url: `/api/documents/${documentId}/validation`, headers })
      ).json<{ intact: boolean; signatures: { indication: string }[] }>();
      expect(intact).toBe(true);
      expect(signatures.every((one) => one.indication === 'TOTAL-PASSED')).toBe(true);
    }
    expect(await seedDemoWorld(test.world)).toEqual([]);
  } finally {
    await app.close();
    await test.close();
  }
}, 120_000);
