/** Downloads through HTTP: whole, in ranges, as a preview, and what the trail records of each (RFC 9110, sections 13 and 14). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { png } from '../../../test/papers/files.ts';
import { openPortalWithReads, type Portal } from '../../../test/portal.ts';
import { documentSubject, listTrail } from '../evidence/index.ts';

const SIZE = 200_000;
const BYTES = Buffer.concat([png(), Buffer.alloc(SIZE).map((_, index) => index % 251)]).subarray(0, SIZE);

let portal: Portal;
let folderId: number;
let id: number;
let reads: Awaited<ReturnType<typeof openPortalWithReads>>['reads'];

beforeAll(async () => {
  ({ portal, reads } = await openPortalWithReads());
  folderId = await portal.newFolder();
  id = await keep();
});
afterAll(() => portal.close());

const keep = (fileName = 'carta.png') =>
  portal.newDocument(folderId, {
    type: 'OTHER_DRIVING_LICENSE',
    signable: false,
    sigType: null,
    content: BYTES.toString('base64'),
    fileName,
    mimeType: 'image/png',
    fileSize: SIZE,
  });

const download = (headers: Record<string, string> = {}, query = '', login = 'dealer') =>
  portal.callAs(login, 'GET', `/api/documents/${id}/download${query}`, undefined, headers);
const events = async (): Promise<string[]> =>
  (await listTrail(portal.read, documentSubject(id))).map((event) => `${event.type} ${event.actor.name}`);

describe('the whole file', () => {
  it('comes with its type, name, size and ETag', async () => {
    const answer = await download();
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(BYTES)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(SIZE),
      'content-disposition': 'attachment; filename="carta.png"; filename*=UTF-8\'\'carta.png',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-range']).toBeUndefined();
  });

  it('answers 304 when the client already has it', async () => {
    const { etag } = (await download()).headers;
    const before = await events();
    for (const known of [String(etag), `W/${etag}`, `"altro", ${etag}`, '*']) {
      const answer = await download({ 'if-none-match': known });
      expect([answer.statusCode, answer.body, answer.headers.etag], known).toEqual([304, '', etag]);
    }
    expect(await events()).toEqual(before);
    expect((await download({ 'if-none-match': '"altro"' })).statusCode).toBe(200);
  });

  it('does not answer HEAD', async () => {
    const headers = { authorization: `Bearer ${await portal.token('dealer')}` };
    const answer = await portal.app.inject({ method: 'HEAD', url: `/api/documents/${id}/download`, headers });
    expect(answer.statusCode).toBeGreaterThanOrEqual(404);
  });
});

describe('a range of the file', () => {
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-65535', 0, 65_536],
    ['bytes=65536-131071', 65_536, 131_072],
    ['bytes=199999-', 199_999, SIZE],
    ['bytes=0-', 0, SIZE],
    ['bytes=199990-999999999', 199_990, SIZE],
    ['bytes=199990-99999999999999999999999999', 199_990, SIZE],
    ['bytes=-1', SIZE - 1, SIZE],
    ['bytes=-999999999', 0, SIZE],
    ['BYTES=5-9', 5, 10],
    [' bytes=5-9 ', 5, 10],
  ])('%s', async (range, start, end) => {
    Object.assign(reads, { whole: 0, parts: [] });
    const answer = await download({ range });
    expect(answer.statusCode).toBe(206);
    expect(answer.rawPayload.equals(BYTES.subarray(start, end))).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${start}-${end - 1}/${SIZE}`,
      'content-length': String(end - start),
      'content-type': 'image/png',
      'accept-ranges': 'bytes',
    });
    // Only the requested range was read, in small pieces.
    expect([reads.parts[0]?.start, reads.parts.at(-1)?.end, reads.whole]).toEqual([start, end, 0]);
    for (const [index, read] of reads.parts.entries()) {
      expect(read.end - read.start).toBeLessThanOrEqual(131_072);
      expect(read.start).toBe(reads.parts[index - 1]?.end ?? start);
    }
  });

  it.each(['bytes=200000-', 'bytes=200000-200001', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s is not satisfiable: 416 with the size',
    async (range) => {
      const before = await events();
      const answer = await download({ range });
      expect(answer.statusCode).toBe(416);
      expect(answer.json()).toMatchObject({ status: 416, code: 'file.range', message: expect.any(String) });
      expect(answer.headers['content-range']).toBe(`bytes */${SIZE}`);
      expect(await events()).toEqual(before);
    },
  );

  it.each(
    rowsOf(`
      bytes=0-1,5-6
      bytes=9-5
      bytes=
      bytes=-
      bytes=a-b
      bytes=1
      bytes=--5
      bytes=0-1-2
      bytes=1.5-3
      righe=0-1
      0-1
      bytes 0-1
    `),
  )('%s is answered with the whole file', async (range) => {
    const answer = await download({ range });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.byteLength).toBe(SIZE);
  });

  it('is sent only for the version that the client has', async () => {
    const { etag } = (await download()).headers;
    expect((await download({ range: 'bytes=0-9', 'if-range': String(etag) })).statusCode).toBe(206);
    for (const other of ['"altro"', `W/${etag}`, 'Fri, 20 Nov 2026 08:12:00 GMT']) {
      const answer = await download({ range: 'bytes=0-9', 'if-range': other });
      expect([answer.statusCode, answer.rawPayload.byteLength], other).toEqual([200, SIZE]);
    }
  });

  it('is refused without read access to the document', async () => {
    for (const [login, status] of [
      ['modena', 404],
      ['dms', 404],
      ['nobody', 403],
    ] as const) {
      const answer = await download({ range: 'bytes=0-9' }, '', login);
      expect([answer.statusCode, answer.headers['content-range']], login).toEqual([status, undefined]);
    }
    expect(
      (await portal.app.inject({ url: `/api/documents/${id}/download`, headers: { range: 'bytes=0-9' } })).statusCode,
    ).toBe(401);
  });

  it('is never sent from a file that changed in the store', async () => {
    const broken = await keep('rotta.png');
    const { database } = portal.test.world;
    await database.transaction((tx) =>
      tx
        .updateTable('document')
        .set({ file_sha256: 'f'.repeat(64) })
        .where('id', '=', broken)
        .execute(),
    );
    const answer = await portal.callAs('dealer', 'GET', `/api/documents/${broken}/download`, undefined, {
      range: 'bytes=0-9',
    });
    expect([answer.statusCode, answer.headers['content-range'], answer.headers.etag]).toEqual([
      500,
      undefined,
      undefined,
    ]);
  });
});

describe('the trail', () => {
  const fresh = async () => {
    id = await keep();
  };

  it('records every download', async () => {
    await fresh();
    for (const login of ['dealer', 'dealer', 'sales']) await download({}, '', login);
    expect(await events()).toEqual([
      'document.created dealer',
      'downloaded dealer',
      'downloaded dealer',
      'downloaded sales',
    ]);
  });

  it('records previews once a day per user, apart from downloads', async () => {
    await fresh();
    for (let times = 0; times < 3; times++) {
      await download({}, '?preview=true');
      await download({ range: 'bytes=0-65535' }, '?preview=true', 'sales');
    }
    await download({}, '?preview=false');
    expect(await events()).toEqual(['document.created dealer', 'viewed dealer', 'viewed sales', 'downloaded dealer']);
  });

  it('records a download in many ranges once a day', async () => {
    await fresh();
    for (let start = 0; start < SIZE; start += 65_536) {
      await download({ range: `bytes=${start}-${start + 65_535}` });
    }
    expect(await events()).toEqual(['document.created dealer', 'downloaded dealer']);
  });

  it('records concurrent previews once', async () => {
    await fresh();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => download({ range: `bytes=${index}-99` }, '?preview=true')),
    );
    expect(await events()).toEqual(['document.created dealer', 'viewed dealer']);
  });

  it('has texts for both', async () => {
    await fresh();
    await download({}, '?preview=true');
    const [last] = (await portal.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json();
    expect(last).toMatchObject({
      type: 'viewed',
      actorName: 'dealer',
      detail: expect.stringMatching(/^originale, SHA-256/),
    });
  });

  it.each(['?preview=si', '?preview=1', '?preview=', '?altro=1', '?preview=true&preview=true'])(
    'records nothing for an invalid request: %s',
    async (query) => {
      const before = await events();
      expect((await download({}, query)).statusCode).toBe(400);
      expect(await events()).toEqual(before);
    },
  );
});
