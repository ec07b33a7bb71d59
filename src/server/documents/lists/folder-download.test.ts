/** A folder as a ZIP through HTTP: contents, file names, who may download it, and what the trails record. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '#test/clock.ts';
import { png } from '../../../../test/papers/files.ts';
import { openPortalWithReads, type Portal } from '../../../../test/portal.ts';
import { documentSubject, listTrail } from '../../evidence/index.ts';
import { readZip } from '../../http/response/workbook-read.suite.ts';
import { createSigningSimulator, startSigning } from '../../signing/index.ts';
import { writeFilesZip } from './files-zip.ts';

let portal: Portal;
let reads: Awaited<ReturnType<typeof openPortalWithReads>>['reads'];

beforeAll(async () => {
  ({ portal, reads } = await openPortalWithReads());
  await startSigning(portal.test.world);
});
afterAll(() => portal.close());

const BIG = 3_000_000;
const picture = (fileName: string, size = 5_000) => {
  const bytes = Buffer.concat([png(), Buffer.alloc(size).map((_, index) => (index * 7919) % 251)]).subarray(0, size);
  return {
    ...{ type: 'OTHER_DRIVING_LICENSE', signable: false, sigType: null, fileName, mimeType: 'image/png' },
    ...{ content: bytes.toString('base64'), fileSize: size },
  };
};
const download = (folderId: number, login = 'dealer') =>
  portal.callAs(login, 'GET', `/api/folders/${folderId}/download`, undefined);
const names = async (folderId: number, login?: string): Promise<string[]> => [
  ...readZip((await download(folderId, login)).rawPayload).keys(),
];
const events = async (id: number): Promise<string[]> =>
  (await listTrail(portal.read, documentSubject(id)))
    .filter(({ type }) => type === 'downloaded')
    .map(({ actor, detail }) => `${actor.name} ${detail.what}`);

const codeSentTo = async (phone: string): Promise<string> => {
  const [newest] = await portal.test.outbox(phone);
  return /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? '';
};

describe('a folder as ZIP', () => {
  it('contains every file unchanged and an index', async () => {
    const folderId = await portal.newFolder('dealer', { plate: 'AB123CD' });
    const first = await portal.newDocument(folderId, picture('carta.png'));
    const second = await portal.newDocument(folderId, { fileName: 'proposta.pdf' });
    const answer = await download(folderId);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="Cartella ${folderId} Ginevra Provetti.zip"; filename*=UTF-8''Cartella%20${folderId}%20Ginevra%20Provetti.zip`,
    });
    const files = readZip(answer.rawPayload);
    expect([...files.keys()]).toEqual(['INDICE.txt', `${first} carta.png`, `${second} proposta.pdf`]);
    const index = files.get('INDICE.txt') ?? '';
    expect(index).toContain('Cliente: Ginevra Provetti\r\n');
    expect(index).toContain(`Cartella: ${folderId}, Vendita nuovo\r\n`);
    expect(index).toContain('Targa: AB123CD\r\n');
    expect(index).toContain(`${second}  Proposta d’acquisto: Da Avviare\r\n    File originale: ${second} proposta.pdf`);
    const original = await portal.callAs('dealer', 'GET', `/api/documents/${first}/download`);
    expect(files.get(`${first} carta.png`)).toBe(original.rawPayload.toString('utf8'));
    expect(index).toContain(`SHA-256: ${String(original.headers.etag).replaceAll('"', '')}`);
  });

  it('contains the signed file with its trail in place of the original', async () => {
    const folderId = await portal.newFolder('dealer', {}, { mobilePhone: '+39 3339990001' });
    const id = await portal.newDocument(folderId, { type: 'SALE_NEW_RFO' });
    const { world } = portal.test;
    expect((await portal.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {})).statusCode).toBe(200);
    await world.jobs.drain();
    await createSigningSimulator(world).signAsCustomer(id, codeSentTo);
    await world.jobs.drain();
    const { signedDocumentId } = (await portal.callAs('dealer', 'GET', `/api/documents/${id}`)).json();
    const files = readZip((await download(folderId)).rawPayload);
    expect([...files.keys()]).toEqual(['INDICE.txt', `${id} proposta-firmato.pdf`, `${id} proposta-tracciato.pdf`]);
    for (const [path, name] of [
      [`/api/signed-documents/${signedDocumentId}/download`, `${id} proposta-firmato.pdf`],
      [`/api/audit-documents/signed/${signedDocumentId}/download`, `${id} proposta-tracciato.pdf`],
    ] as const) {
      const alone = await portal.callAs('dealer', 'GET', path);
      expect(files.get(name), name).toBe(alone.rawPayload.toString('utf8'));
    }
    expect(await events(id)).toEqual(['dealer signed', 'dealer audit', 'dealer signed', 'dealer audit']);
  });

  it('keeps names unique and safe, whatever the files are called', async () => {
    const folderId = await portal.newFolder();
    const called = ['copia.png', 'COPIA.png', '../../fuori.png', 'a:b|c?.png', `${'è'.repeat(200)}.png`, 'CON.png'];
    const ids: number[] = [];
    for (const name of called) ids.push(await portal.newDocument(folderId, picture(name)));
    const found = (await names(folderId)).slice(1);
    expect(found).toEqual([
      `${ids[0]} copia.png`,
      `${ids[1]} COPIA.png`,
      `${ids[2]} fuori.png`,
      `${ids[3]} a_b_c_.png`,
      `${ids[4]} ${'è'.repeat(100)}.png`,
      `${ids[5]} CON_.png`,
    ]);
    expect(new Set(found.map((name) => name.toLowerCase())).size).toBe(found.length);
  });

  it('writes each access to the document’s trail before sending its bytes', async () => {
    const folderId = await portal.newFolder();
    const one = await portal.newDocument(folderId, picture('uno.png'));
    const two = await portal.newDocument(folderId, picture('due.png'));
    await download(folderId, 'sa3');
    expect([await events(one), await events(two)]).toEqual([['sa3 original'], ['sa3 original']]);
  });

  it('aborts when an access cannot be recorded, and reads nothing of that file', async () => {
    const read: string[] = [];
    const storage = {
      read: async (sha256: string) => {
        read.push(sha256);
        return Buffer.from('a');
      },
    };
    const item = { documentId: 1, what: 'original', size: 1, name: '1 a.png', changed: testNow() } as const;
    const items = [
      { ...item, sha256: 'noted' },
      { ...item, sha256: 'unnoted' },
    ];
    const bytes = writeFilesZip(
      { texts: new Map([['INDICE.txt', '']]), items, at: testNow() },
      storage,
      async (_id, access) => {
        if (access.sha256 === 'unnoted') throw new Error('the trail is not to be had');
      },
    );
    const taking = async () => {
      for await (const _chunk of bytes);
    };
    await expect(taking()).rejects.toThrow('the trail is not to be had');
    expect(read).toEqual(['noted']);
  });

  it('reads in chunks: no file is held in memory whole', async () => {
    const folderId = await portal.newFolder();
    const id = await portal.newDocument(folderId, picture('grande.png', BIG));
    Object.assign(reads, { whole: 0, parts: [] });
    const answer = await download(folderId);
    const largest = Math.max(...reads.parts.map(({ start, end }) => end - start));
    expect([largest, reads.whole]).toEqual([256 * 1024, 0]);
    const alone = await portal.callAs('dealer', 'GET', `/api/documents/${id}/download`);
    expect(answer.rawPayload.indexOf(alone.rawPayload.subarray(0, 1_000))).toBeGreaterThan(0);
    expect(readZip(answer.rawPayload).get(`${id} grande.png`)).toBe(alone.rawPayload.toString('utf8'));
  });

  it('omits what the caller may not read', async () => {
    const folderId = await portal.newFolder('dms');
    const own = await portal.newDocument(folderId, { ...picture('mia.png'), draft: true }, 'dms');
    await portal.newDocument(folderId, picture('loro.png'));
    expect(await names(folderId, 'dms')).toEqual(['INDICE.txt', `${own} mia.png`]);
    expect(readZip((await download(folderId, 'dms')).rawPayload).get('INDICE.txt')).not.toContain('loro.png');
    expect(readZip((await download(folderId)).rawPayload).get('INDICE.txt')).toContain('loro.png');
    expect(await names(folderId)).toHaveLength(3);
  });

  it('omits deleted documents', async () => {
    const folderId = await portal.newFolder();
    const kept = await portal.newDocument(folderId, picture('resta.png'));
    const gone = await portal.newDocument(folderId, picture('via.png'));
    await portal.callAs('dealer', 'DELETE', `/api/documents/${gone}`);
    expect(await names(folderId)).toEqual(['INDICE.txt', `${kept} resta.png`]);
  });
});
