/** Uploads through HTTP: every kind of file is refused with the reason on the field, and nothing is partially written. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activePdf,
  compound,
  docm,
  docx,
  docxBomb,
  encryptedPdf,
  jpeg,
  pdfWith,
  png,
  tiff,
} from '../../../../test/papers/files.ts';
import { openPortal, openPortalWithFolder, type Portal, paper, refusedFields } from '../../../../test/portal.ts';

let portal: Portal;
let folderId: number;
beforeAll(async () => {
  ({ portal, folderId } = await openPortalWithFolder());
});
afterAll(() => portal.close());

const MIB = 1024 * 1024;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const upload = async (change: Record<string, unknown>) =>
  portal.callAs('dealer', 'POST', '/api/documents', {
    folderId,
    ...(await portal.document({ fileSize: null, mimeType: null, ...change })),
  });
/** A document without signatures, which takes any accepted kind of file. */
const keep = (bytes: Uint8Array, fileName: string, change: Record<string, unknown> = {}) =>
  upload({ type: 'OTHER_IDENTITY', signable: false, sigType: null, content: base64(bytes), fileName, ...change });

async function expectRefused(answer: Awaited<ReturnType<typeof upload>>, status: number, code: string): Promise<void> {
  expect(answer.statusCode).toBe(status);
  expect(answer.json().code).toBe(code);
  expect(refusedFields(answer)).toEqual([`document.file ${code}`]);
}

describe('a file without signatures', () => {
  it.each([
    ['carta.pdf', 'application/pdf', pdfWith('')],
    ['carta.jpg', 'image/jpeg', jpeg()],
    ['carta.png', 'image/png', png()],
    ['carta.tif', 'image/tiff', tiff()],
    ['lettera.doc', 'application/msword', compound()],
    ['lettera.docx', WORD, docx()],
  ])('may be %s', async (fileName, mimeType, bytes) => {
    const answer = await keep(bytes, fileName, { mimeType, fileSize: bytes.byteLength });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ status: 'FINISH', fileName, mimeType, fileSize: bytes.byteLength });
    const download = await portal.callAs('dealer', 'GET', `/api/documents/${answer.json().id}/download`);
    expect(download.rawPayload.equals(bytes)).toBe(true);
    expect(download.headers['content-type']).toBe(mimeType);
  });

  it('keeps a PDF as it is, without the gate', async () => {
    const active = activePdf();
    const answer = await keep(active, 'attivo.pdf');
    expect(answer.statusCode).toBe(201);
    const download = await portal.callAs('dealer', 'GET', `/api/documents/${answer.json().id}/download`);
    expect(download.rawPayload.equals(active)).toBe(true);
  });

  it.each([
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'carta.pdf', 'file.type'],
    ['Word with macros', docm(), 'lettera.docx', 'file.type'],
    ['a package that would explode', docxBomb(), 'lettera.docx', 'file.type'],
    ['another kind of compound file', compound('Workbook'), 'lettera.doc', 'file.type'],
    ['a PDF named picture', pdfWith(''), 'carta.png', 'file.mismatch'],
    ['a file without extension', png(), 'carta', 'file.mismatch'],
  ])('is never %s', async (_what, bytes, fileName, code) => {
    const before = await portal.counts();
    await expectRefused(await keep(bytes, fileName), 422, code);
    expect(await portal.counts()).toEqual(before);
  });

  it('must match its declared type', async () => {
    await expectRefused(await keep(png(), 'carta.png', { mimeType: 'image/jpeg' }), 422, 'file.mismatch');
    await expectRefused(await keep(png(), 'carta.png', { mimeType: 'text/html' }), 422, 'file.mismatch');
    await expectRefused(await keep(png(), 'carta.png', { fileSize: 1 }), 422, 'file.sizeMismatch');
  });

  it('is at most 25 MiB: one byte more answers 413', async () => {
    const large = Buffer.concat([png(), Buffer.alloc(25 * MIB)]).subarray(0, 25 * MIB + 1);
    await expectRefused(await keep(large, 'grande.png'), 413, 'file.tooLarge');
    const larger = await keep(Buffer.alloc(26 * MIB), 'grande.png');
    await expectRefused(larger, 413, 'file.tooLarge');
  });

  it('answers 413 to a body far over the limit, and to a large body on other routes', async () => {
    const answer = await upload({ content: 'A'.repeat(40 * MIB) });
    expect(answer.statusCode).toBe(413);
    expect(answer.json().code).toBe('request.tooLarge');
    const search = await portal.callAs('dealer', 'POST', '/api/documents-ext/search', `{"a":"${'x'.repeat(2 * MIB)}"}`);
    expect(search.statusCode).toBe(413);
  });

  it('has its name stripped of paths and tricks, but not of accents', async () => {
    const answer = await keep(png(), '..\\..\\C:\\carta d’identità.png');
    expect(answer.json().fileName).toBe('carta d’identità.png');
  });
});

describe('a file to be signed', () => {
  it('must be a PDF', async () => {
    for (const [bytes, fileName] of [
      [png(), 'carta.png'],
      [docx(), 'lettera.docx'],
    ] as const) {
      const answer = await upload({ content: base64(bytes), fileName });
      await expectRefused(answer, 422, 'file.type');
      expect(answer.json().detail).toBe('Tipo di file non ammesso. File accettati: PDF.');
      expect(answer.json().fieldErrors[0].message).toBe(answer.json().detail);
    }
  });

  it('is refused in English to an English user', async () => {
    const payload = { folderId, ...(await portal.document({ content: base64(png()), fileSize: null })) };
    const answer = await portal.callAs('dealer', 'POST', '/api/documents', payload, { 'accept-language': 'en-GB' });
    expect(answer.json().fieldErrors[0].message).toBe('File type not allowed. Accepted files: PDF.');
  });

  it('is refused when encrypted, active or broken, also as a draft', async () => {
    const whole = await paper();
    const cases: [Uint8Array, string][] = [
      [await encryptedPdf(), 'pdf.encrypted'],
      [activePdf(), 'pdf.active'],
      [pdfWith('/AcroForm << /XFA 4 0 R /Fields [] >>', ['<< /Length 0 >>\nstream\n\nendstream']), 'pdf.active'],
      [Buffer.from('%PDF-1.7\nnothing that could be read'), 'pdf.broken'],
    ];
    const before = await portal.counts();
    for (const [bytes, code] of cases) {
      for (const draft of [false, true]) {
        await expectRefused(await upload({ content: base64(bytes), fileName: 'a.pdf', draft }), 422, code);
      }
    }
    const cut = await upload({ content: base64(whole.subarray(0, 400)), fileName: 'a.pdf' });
    expect(cut.statusCode).toBe(422);
    expect(cut.json().code).toMatch(/^pdf\./);
    expect(await portal.counts()).toEqual(before);
  });
});

describe('a full disk', () => {
  it('answers 507, stores nothing, and accepts the same file once there is space', async () => {
    let full = true;
    const crowded = await openPortal({
      override: ({ storage }) => ({
        storage: {
          ...storage,
          put: async (bytes) => {
            if (full) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
            return storage.put(bytes);
          },
        },
      }),
    });
    try {
      const body = { ...(await crowded.document()), folderId: await crowded.newFolder() };
      const before = await crowded.counts();
      const headers = { 'idempotency-key': 'pieno-1' };
      const refused = await crowded.callAs('dealer', 'POST', '/api/documents', body, headers);
      expect([refused.statusCode, refused.json().code]).toEqual([507, 'system.full']);
      expect(refused.json()).toMatchObject({ message: expect.stringContaining('nulla è stato salvato') });
      expect(await crowded.counts()).toEqual(before);
      full = false;
      expect((await crowded.callAs('dealer', 'POST', '/api/documents', body, headers)).statusCode).toBe(201);
    } finally {
      await crowded.close();
    }
  });
});

describe('concurrent large uploads', () => {
  it('are limited to eight, four per caller; more are told to retry, and slots are free again afterwards', async () => {
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const address = portal.app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const token = await portal.token('dealer');
    const open = (authorization: string) => {
      const call = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/documents',
        headers: {
          host: 'localhost',
          authorization,
          'content-type': 'application/json',
          'content-length': String(3 * MIB),
        },
      });
      const answered = new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
        call.on('response', (response) => {
          response.resume();
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
        });
        call.on('error', reject);
      });
      answered.catch(() => undefined);
      call.write('{"folderId":');
      return { call, answered };
    };
    const calls: ReturnType<typeof open>[] = [];
    const answers: unknown[] = [];
    const more = (count: number, authorization: string): void => {
      for (let time = 0; time < count; time += 1) {
        const made = open(authorization);
        calls.push(made);
        void made.answered.then((answer) => answers.push(answer)).catch(() => undefined);
      }
    };
    try {
      more(6, `Bearer ${token}`);
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(2);
      // A caller that uses up its own upload slots leaves the slots of others free.
      more(3, `Bearer ${await portal.token('admin')}`);
      more(3, `Bearer ${await portal.token('supervisor')}`);
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(4);
      expect(answers).toEqual(Array.from({ length: 4 }, () => ({ status: 503, retryAfter: '5' })));
      // A caller without a staff session gets 401 without a slot, before the body is read.
      const stranger = open('Bearer nobody');
      calls.push(stranger);
      expect((await stranger.answered).status).toBe(401);
      expect(answers).toHaveLength(4);
    } finally {
      for (const { call } of calls) call.destroy();
    }
    const large = Buffer.concat([png(), Buffer.alloc(2 * MIB)]);
    await expect.poll(async () => (await keep(large, 'grande.png')).statusCode, { timeout: 20_000 }).toBe(201);
  });
});
