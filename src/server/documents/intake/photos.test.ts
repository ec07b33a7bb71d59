/**
 * Photos of a check-in report: uploaded, shown on its preview and its paper, restricted to their uploader, deleted when
 * no document names them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfaProblems } from '#pdf/paper/pdfa-checklist.suite.ts';
import { pdfWith, tiff } from '../../../../test/papers/files.ts';
import { generatedDocument, loadGeneratedPapers, makeGenerated } from '../../../../test/papers/generated-papers.ts';
import { PHOTO_METADATA, photoJpeg, photoPng, withExif } from '../../../../test/papers/photos.ts';
import { extractedText } from '../../../../test/papers/printed-text.ts';
import { openPortal, type Portal, refusedFields } from '../../../../test/portal.ts';
import { deleteUnusedPhotos } from './photos.queries.ts';

const TYPE = 'SERVICE_VAB';

let portal: Portal;
let folderId: number;
beforeAll(async () => {
  portal = await openPortal();
  await loadGeneratedPapers(portal.test.world, makeGenerated(TYPE));
  folderId = await portal.newFolder('dealer', { type: 'SERVICE', plate: 'EE000EE' });
});
afterAll(() => portal.close());

const given = (bytes: Buffer, change: object = {}) => ({
  fileName: bytes[0] === 0x89 ? 'paraurti.png' : 'paraurti.jpg',
  mimeType: null,
  fileSize: bytes.length,
  content: bytes.toString('base64'),
  ...change,
});
const upload = (bytes: Buffer, login = 'dealer', change: object = {}) =>
  portal.callAs(login, 'POST', '/api/documents/photos', given(bytes, change));
const photoOf = async (bytes: Buffer, login = 'dealer'): Promise<string> => {
  const answer = await upload(bytes, login);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json().photo;
};
const post = (fields: object, login = 'dealer', change: object = {}) =>
  portal.callAs(login, 'POST', '/api/documents', generatedDocument(TYPE, { folderId, ...change }, { ...fields }));
const download = async (id: number) =>
  (await portal.callAs('admin', 'GET', `/api/documents/${id}/download`)).rawPayload;
const imagesIn = (file: Buffer): number => file.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;
const photoRows = async (documentId: number | null): Promise<string[]> => {
  const of = documentId === null ? ('is' as const) : ('=' as const);
  const rows = await portal.read
    .selectFrom('document_photo')
    .select('sha256')
    .where('document_id', of, documentId)
    .execute();
  return rows.map(({ sha256 }) => sha256);
};

describe('a photo of a check-in', () => {
  it('is stored without location and device data, and printed on the paper with its caption', async () => {
    const taken = await upload(withExif(photoJpeg(), 6));
    expect(taken.statusCode, taken.body).toBe(201);
    expect(taken.json()).toMatchObject({ width: 40, height: 64 });
    const { photo } = taken.json();
    const second = await photoOf(photoPng());
    const made = await post({
      ...{ PHOTO_1_FILE: photo, PHOTO_1_TEXT: 'graffio sul paraurti' },
      PHOTO_2_FILE: second,
    });
    expect(made.statusCode, made.body).toBe(201);
    const file = await download(made.json().id);
    expect(imagesIn(file)).toBe(2);
    expect(await pdfaProblems(new Uint8Array(file))).toEqual([]);
    const text = await extractedText(file);
    for (const told of ['Foto 1: graffio sul paraurti', 'Foto 2']) expect(text).toContain(told);
    for (const word of PHOTO_METADATA) expect(file.includes(word)).toBe(false);
    expect((await photoRows(made.json().id)).sort()).toEqual([photo, second].sort());
    expect(made.json().variableFields).toMatchObject({ PHOTO_1_FILE: photo, PHOTO_2_FILE: second });
  });

  it('is in the preview; an unknown photo is left out without an error', async () => {
    const preview = async (fields: object) => {
      const body = { type: TYPE, folderId, variableFields: fields };
      const answer = await portal.callAs('dealer', 'POST', '/api/documents/preview', body);
      expect(answer.statusCode, answer.body).toBe(200);
      return imagesIn(answer.rawPayload);
    };
    expect(await preview({ PHOTO_1_FILE: await photoOf(photoJpeg()) })).toBe(1);
    expect(await preview({ PHOTO_1_FILE: 'c3'.repeat(32) })).toBe(0);
    expect(await preview({ PHOTO_1_FILE: 'foto.jpg', PHOTO_1_TEXT: 'graffio' })).toBe(0);
  });

  it('is visible only to its uploader until a paper of the folder uses it', async () => {
    const photo = await photoOf(withExif(photoJpeg(), 3), 'supervisor');
    const unknown = await post({ PHOTO_2_FILE: photo, PHOTO_1_FILE: 'd4'.repeat(32) });
    expect(unknown.statusCode).toBe(400);
    expect(refusedFields(unknown)).toEqual(['document.PHOTO_1_FILE photo', 'document.PHOTO_2_FILE photo']);
    expect(unknown.json().fieldErrors[0].message).toBe('Foto non trovata: caricala di nuovo');
    const theirs = await post({ PHOTO_1_FILE: photo }, 'supervisor');
    expect(theirs.statusCode, theirs.body).toBe(201);
    expect((await post({ PHOTO_1_FILE: photo })).statusCode).toBe(201);
    const elsewhere = await portal.newFolder('dealer', { type: 'SERVICE', plate: 'EE000EE' });
    expect(refusedFields(await post({ PHOTO_1_FILE: photo }, 'dealer', { folderId: elsewhere }))).toEqual([
      'document.PHOTO_1_FILE photo',
    ]);
  });

  it('can be replaced when a draft is edited, also by a colleague who keeps the others', async () => {
    const [kept, left] = [await photoOf(photoJpeg()), await photoOf(photoPng())];
    const drafted = await post({ PHOTO_1_FILE: kept, PHOTO_2_FILE: left }, 'dealer', { draft: true });
    const { id, variableFields }: { id: number; variableFields: Record<string, unknown> } = drafted.json();
    const fresh = await photoOf(photoPng({ colours: 0 }), 'supervisor');
    const edited = await portal.callAs('supervisor', 'PUT', '/api/documents', {
      ...drafted.json<object>(),
      ...{ variableFields: { ...variableFields, PHOTO_2_FILE: fresh }, draft: true },
    });
    expect(edited.statusCode, edited.body).toBe(200);
    expect((await photoRows(id)).sort()).toEqual([kept, fresh].sort());
    expect(imagesIn(await download(id))).toBe(2);
  });

  it('is deleted after a week in which no document uses it', async () => {
    const { world } = portal.test;
    const photo = await photoOf(withExif(photoJpeg(), 8));
    const named = (await post({ PHOTO_1_FILE: await photoOf(photoJpeg()) })).json();
    await world.database.transaction((tx) => deleteUnusedPhotos(tx, world.clock.now()));
    expect(await photoRows(null)).toContain(photo);
    const later = new Date(world.clock.now().getTime() + 1);
    await world.database.transaction((tx) => deleteUnusedPhotos(tx, later));
    expect(await photoRows(null)).toEqual([]);
    expect(await photoRows(named.id)).toHaveLength(1);
    expect(refusedFields(await post({ PHOTO_1_FILE: photo }))).toEqual(['document.PHOTO_1_FILE photo']);
  });

  it.each<[string, () => Buffer, object, string]>([
    ['a PDF', () => pdfWith(''), { fileName: 'a.pdf' }, 'file.type'],
    ['a TIFF', () => tiff(), { fileName: 'a.tif' }, 'file.type'],
    ['a PNG that is called JPEG', () => photoPng(), { fileName: 'a.jpg' }, 'file.mismatch'],
    ['nothing', () => Buffer.alloc(0), { fileName: 'a.jpg' }, 'file.empty'],
    ['more than 4 MB', () => Buffer.concat([photoJpeg(), Buffer.alloc(4_194_304)]), {}, 'photo.tooLarge'],
    ['what was cut off', () => photoJpeg().subarray(0, -30), {}, 'photo.unreadable'],
    ['transparency', () => photoPng({ colours: 6 }), {}, 'photo.unreadable'],
    ['what is no base64', () => photoJpeg(), { content: 'à' }, 'file.notBase64'],
  ])('is refused for %s', async (_what, bytes, change, code) => {
    const before = await photoRows(null);
    const answer = await upload(bytes(), 'dealer', change);
    expect(answer.json().code, answer.body).toBe(code);
    expect(await photoRows(null)).toEqual(before);
  });

  it.each(['readonly', 'sa3'])('is refused to %s', async (login) => {
    expect((await upload(photoJpeg(), login)).statusCode).toBe(403);
  });
});
