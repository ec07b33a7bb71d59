/** Document timestamps after completion and again before their certificates end: level B-LTA, no bytes lost, recorded in the trail. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { addDueTimestamps } from './archive.ts';

const settings = { hours: 24, months: 24 };
const day = 86_400;

let stage: Stage;
let fault: 'none' | 'silent' | 'store' = 'none';
beforeAll(async () => {
  stage = await openStage({
    override: ({ timestamp, storage }) => ({
      timestamp: {
        stamp: async (digest) => {
          if (fault === 'silent') throw new TimestampUnavailable('silent');
          return timestamp.stamp(digest);
        },
      },
      storage: {
        ...storage,
        put: async (bytes) => {
          if (fault === 'store') throw new Error('no room');
          return storage.put(bytes);
        },
      },
    }),
  });
});
afterAll(() => stage.close());

const sweep = () => addDueTimestamps(stage.test.world, settings);

interface Signed {
  id: number;
  signedDocumentId: number;
}

async function download({ signedDocumentId }: Signed, what: 'signed' | 'audit'): Promise<Buffer> {
  const path = what === 'signed' ? 'signed-documents' : 'audit-documents/signed';
  const answer = await stage.callAs('dealer', 'GET', `/api/${path}/${signedDocumentId}/download`);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

const verifyFile = async (file: Buffer) => {
  const anchors = await stage.test.world.authority.anchors();
  const { intact, signatures } = await verifyPdf(new Uint8Array(file), { anchors, at: stage.test.clock.now() });
  return { intact, levels: signatures.map(({ kind, indication, level }) => [kind, indication, level]) };
};

const archivedEvents = async ({ id }: Signed): Promise<string[]> =>
  (await stage.trail(id)).filter((type) => type === 'archived');

let signed: Signed;
beforeEach(async () => {
  fault = 'none';
  // Stamp files left by earlier tests, so that they do not count here.
  stage.test.clock.advance(2 * day);
  while ((await sweep()) > 0);
  signed = await stage.newSignedDocument();
});

describe('a finished file', { timeout: 120_000 }, () => {
  it('gets its document timestamp after a day, with all earlier bytes unchanged', async () => {
    const before = { signed: await download(signed, 'signed'), audit: await download(signed, 'audit') };
    expect(await sweep()).toBe(0);
    stage.test.clock.advance(day + 60);
    expect(await sweep()).toBe(2);
    for (const part of ['signed', 'audit'] as const) {
      const after = await download(signed, part);
      expect(after.length).toBeGreaterThan(before[part].length);
      expect(after.subarray(0, before[part].length).equals(before[part])).toBe(true);
    }
    expect(await verifyFile(await download(signed, 'signed'))).toEqual({
      intact: true,
      levels: [
        ['signature', 'TOTAL-PASSED', 'B-LTA'],
        ['seal', 'TOTAL-PASSED', 'B-LTA'],
        ['timestamp', 'TOTAL-PASSED', null],
      ],
    });
    expect((await verifyFile(await download(signed, 'audit'))).levels).toEqual([
      ['seal', 'TOTAL-PASSED', 'B-LTA'],
      ['timestamp', 'TOTAL-PASSED', null],
    ]);
    expect(await archivedEvents(signed)).toHaveLength(2);
    const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${signed.id}/validation`)).json();
    expect(validation).toMatchObject({ intact: true });
    expect(validation.signatures).toHaveLength(3);
  });

  it('gets one timestamp, however many concurrent sweeps find it', async () => {
    stage.test.clock.advance(day + 60);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await sweep()).toBe(0);
    expect((await verifyFile(await download(signed, 'signed'))).levels).toHaveLength(3);
    expect(await archivedEvents(signed)).toHaveLength(2);
  });

  it('is unaffected while no timestamp authority responds, and is stamped by the next sweep', async () => {
    stage.test.clock.advance(day + 60);
    fault = 'silent';
    expect(await sweep()).toBe(0);
    expect((await verifyFile(await download(signed, 'signed'))).levels).toHaveLength(2);
    fault = 'none';
    expect(await sweep()).toBe(2);
  });

  it('that cannot be stored is retried hours later, and logged', async () => {
    stage.test.clock.advance(day + 60);
    fault = 'store';
    expect(await sweep()).toBe(0);
    fault = 'none';
    expect(await sweep()).toBe(0);
    expect(stage.test.logLines.join('')).toContain('no document timestamp');
    stage.test.clock.advance(6 * 3600 + 60);
    expect(await sweep()).toBe(2);
  });

  it('is stamped again when the algorithm of its timestamp has become too weak', async () => {
    stage.test.clock.advance(day + 60);
    await sweep();
    const once = await download(signed, 'signed');
    stage.test.clock.advance(day);
    const weak = { ...settings, renewBefore: stage.test.clock.now() };
    stage.test.clock.advance(60);
    expect(await addDueTimestamps(stage.test.world, weak)).toBeGreaterThanOrEqual(2);
    const twice = await download(signed, 'signed');
    expect(twice.subarray(0, once.length).equals(once)).toBe(true);
    expect((await verifyFile(twice)).levels).toHaveLength(4);
    expect(await addDueTimestamps(stage.test.world, weak)).toBe(0);
    expect(await archivedEvents(signed)).toHaveLength(4);
  });

  it('is stamped again before the timestamp’s certificate expires, with newer revocation lists', async () => {
    stage.test.clock.advance(day + 60);
    await sweep();
    const once = await download(signed, 'signed');
    stage.test.clock.advance(7 * 365 * day);
    expect(await sweep()).toBe(0);
    stage.test.clock.advance(365 * day);
    expect(await sweep()).toBeGreaterThanOrEqual(2);
    // The authority's certificate ends no later than before, so another timestamp would add nothing.
    expect(await sweep()).toBe(0);
    const twice = await download(signed, 'signed');
    expect(twice.subarray(0, once.length).equals(once)).toBe(true);
    expect(await verifyFile(twice)).toEqual({
      intact: true,
      levels: [
        ['signature', 'TOTAL-PASSED', 'B-LTA'],
        ['seal', 'TOTAL-PASSED', 'B-LTA'],
        ['timestamp', 'TOTAL-PASSED', null],
        ['timestamp', 'TOTAL-PASSED', null],
      ],
    });
    expect(await archivedEvents(signed)).toHaveLength(4);
  });
});
