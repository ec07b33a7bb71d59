/** Photos from a phone: one form's code, for its user, valid for minutes, up to the free photo fields; other files are refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedDocument, loadGeneratedPapers, makeGenerated } from '../../../../../test/papers/generated-papers.ts';
import { PHOTO_METADATA, photoJpeg, photoPng, withExif } from '../../../../../test/papers/photos.ts';
import { openPortal, type Portal } from '../../../../../test/portal.ts';
import { deleteUnusedPhotos } from '../photos.queries.ts';
import { deleteExpiredLinks } from './photo-links.queries.ts';

const TYPE = 'LOAN_COURTESY_VEHICLE';
const LINKS = '/api/photo-codes';

let folderId: number;
let portal: Portal;
afterAll(() => portal.close());
beforeAll(async () => {
  portal = await openPortal();
  await loadGeneratedPapers(portal.test.world, makeGenerated(TYPE));
  folderId = await portal.newFolder('dealer', { type: 'SERVICE', plate: 'EE000EE' });
});

interface Code {
  id: number;
  token: string;
}
async function open(most = 6, login = 'dealer'): Promise<Code> {
  const answer = await portal.callAs(login, 'POST', LINKS, { most });
  expect(answer.statusCode, answer.body).toBe(200);
  const { id, url } = answer.json();
  return { id, token: String(url).split('/').at(-1) ?? '' };
}
const send = (token: string, bytes: Buffer, change: object = {}) =>
  portal.app.inject({
    method: 'POST',
    url: `/api/photo-links/${token}/photos`,
    payload: { fileName: 'foto.jpg', content: bytes.toString('base64'), ...change },
  });
const room = (token: string) => portal.app.inject({ method: 'GET', url: `/api/photo-links/${token}` });
const look = async (id: number, login = 'dealer') => (await portal.callAs(login, 'GET', `${LINKS}/${id}`)).json();
const png = { fileName: 'foto.png' };

describe('a phone that scanned the code', () => {
  it('sends photos without location and device data, which the user adds to a paper', async () => {
    const { id, token } = await open();
    expect((await room(token)).json()).toMatchObject({ left: 6 });
    const sent = await send(token, withExif(photoJpeg(), 6));
    expect([sent.statusCode, sent.json().left], sent.body).toEqual([200, 5]);
    const { photos, open: good } = await look(id);
    expect([photos.length, good]).toEqual([1, true]);
    const kept = Buffer.from(await portal.test.world.storage.get(photos[0])).toString('latin1');
    for (const word of PHOTO_METADATA) expect(kept).not.toContain(word);
    const fields = { PHOTO_1_FILE: photos[0], PHOTO_1_TEXT: 'paraurti' };
    const made = await portal.callAs('dealer', 'POST', '/api/documents', generatedDocument(TYPE, { folderId }, fields));
    expect(made.statusCode, made.body).toBe(201);
  });

  it('fills the free photo fields and no more, also with concurrent photos; a repeated photo counts once', async () => {
    const { id, token } = await open(1);
    const both = await Promise.all([send(token, photoJpeg()), send(token, photoPng(), png)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const { photos } = await look(id);
    expect(photos).toHaveLength(1);
    const again = await Promise.all([send(token, photoJpeg()), send(token, photoPng(), png)]);
    expect(again.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await look(id)).photos).toEqual(photos);
  });

  it('cannot send other files, and nothing is stored', async () => {
    const { id, token } = await open();
    const wrong: [Buffer, object, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), {}, 'file.type'],
      [Buffer.from('%PDF-1.7\n'), {}, 'file.type'],
      [Buffer.concat([Buffer.alloc(4), Buffer.from('ftypheic')]), { fileName: 'foto.heic' }, 'file.type'],
      [photoJpeg().subarray(0, -20), {}, 'photo.unreadable'],
      [photoPng(), { fileName: 'foto.jpg', mimeType: 'image/jpeg' }, 'file.mismatch'],
    ];
    for (const [bytes, change, code] of wrong) {
      const answer = await send(token, bytes, change);
      expect([answer.statusCode < 500, answer.json().code], answer.body).toEqual([true, code]);
    }
    expect((await look(id)).photos).toEqual([]);
  });

  it('cannot send once the code has expired, was ended at the desk, or was replaced', async () => {
    const first = await open();
    const second = await open();
    expect((await send(first.token, photoJpeg())).json().code).toBe('photoLink.unknown');
    expect((await look(first.id)).open).toBe(false);
    await portal.callAs('dealer', 'DELETE', `${LINKS}/${second.id}`);
    expect((await send(second.token, photoJpeg())).json().code).toBe('photoLink.unknown');
    const third = await open();
    portal.test.clock.advance(15 * 60);
    expect((await room(third.token)).statusCode).toBe(404);
    expect((await send(third.token, photoJpeg())).json().code).toBe('photoLink.unknown');
    expect((await look(third.id)).open).toBe(false);
    for (const { id } of [first, second, third]) expect((await look(id)).photos).toEqual([]);
  });

  it('is identified only by its token: the stored hash and other tokens are refused', async () => {
    const { id, token } = await open();
    const { read } = portal.test.world.database;
    const [row] = await read.selectFrom('photo_link').select('token_hash').where('id', '=', id).execute();
    for (const guess of [row?.token_hash ?? '', `${token}x`, token.toLowerCase(), '%00', '..']) {
      expect((await room(guess)).statusCode, guess).toBe(404);
    }
  });
});

describe('the code at the desk', () => {
  it('belongs to its user: others cannot see or end it or use its photos', async () => {
    const { id, token } = await open();
    expect((await send(token, photoPng(), png)).statusCode).toBe(200);
    const [photo] = (await look(id)).photos;
    for (const login of ['admin', 'nsc', 'modena']) {
      for (const method of ['GET', 'DELETE'] as const) {
        const answer = await portal.callAs(login, method, `${LINKS}/${id}`);
        expect([403, 404], `${login} ${method}`).toContain(answer.statusCode);
      }
    }
    const document = generatedDocument(TYPE, { folderId }, { PHOTO_1_FILE: photo });
    const stolen = await portal.callAs('admin', 'POST', '/api/documents', document);
    expect([stolen.statusCode, stolen.body.includes('Foto non trovata')]).toEqual([400, true]);
    expect((await look(id)).open).toBe(true);
  });

  it.each([0, 7, 1.5, 'tre', null])('never allows %s photos', async (most) => {
    expect((await portal.callAs('dealer', 'POST', LINKS, { most })).statusCode).toBe(400);
  });

  it('is deleted after a week; a photo sent with it is kept as long as any other', async () => {
    const { world } = portal.test;
    const { id, token } = await open();
    await send(token, photoJpeg());
    portal.test.clock.advance(7 * 24 * 3600);
    const old = new Date(world.clock.now().getTime() - 1);
    expect(await world.database.transaction((tx) => deleteExpiredLinks(tx, old))).toBeGreaterThan(0);
    const waiting = world.database.read.selectFrom('document_photo').select('link_id').where('document_id', 'is', null);
    expect((await waiting.execute()).some(({ link_id: link }) => link === null)).toBe(true);
    expect(await world.database.transaction((tx) => deleteUnusedPhotos(tx, world.clock.now()))).toBeGreaterThan(0);
    const left = await world.database.read.selectFrom('photo_link').select('id').where('id', '=', id).execute();
    expect(left).toEqual([]);
  });
});
