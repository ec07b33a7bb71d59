/** Which values count as absent from a body, for every call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPortal, type Portal, refusedFields } from '../../../../test/portal.ts';
import { withoutEmptyValues } from './empty-values.ts';

describe('a body', () => {
  const schema = z.strictObject({
    name: z.string().min(1),
    kind: z.enum(['a', 'b']).nullish(),
    size: z.number().optional(),
    note: z.string().nullable(),
    part: z.strictObject({ code: z.string().nullish() }).nullish(),
    parts: z.array(z.strictObject({ code: z.string().nullish() })).optional(),
    words: z.record(z.string(), z.string()).optional(),
    content: z.string().nullish(),
  });
  const answer = z.object({ id: z.number(), name: z.string(), part: z.object({ id: z.number() }) });
  const of = (body: unknown) => withoutEmptyValues(body, schema, answer);

  it.each([
    ['an empty text of a field that may be null', { kind: '', note: '' }, { kind: null, note: null }],
    ['an empty text of one that may be left out', { size: '' }, {}],
    ['an empty text that is asked for, which stays', { name: '' }, { name: '' }],
    ['what is only read, without a value', { id: null, name: 'x' }, { name: 'x' }],
    ['what is only read, as an empty text', { id: '' }, {}],
    ['what is only read, with a value, which stays to be refused', { id: 3 }, { id: 3 }],
    ['what nobody knows, which stays to be refused', { other: null }, { other: null }],
    ['parts and lists of parts', { part: { code: '', id: null } }, { part: { code: null } }],
    ['lists', { parts: [{ code: '' }, { code: 'x' }] }, { parts: [{ code: null }, { code: 'x' }] }],
    ['names that somebody chose', { words: { a: '' } }, { words: { a: '' } }],
    ['a file of no bytes', { content: '' }, { content: '' }],
    ['blanks, which are no empty text', { kind: ' ' }, { kind: ' ' }],
    ['no object', [''], ['']],
    ['nothing', undefined, undefined],
  ])('with %s', (_what, body, expected) => {
    expect(of(body)).toEqual(expected);
  });

  it('with alternatives is checked against the matching one', () => {
    const kinds = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('a'), day: z.string().nullish() }),
      z.strictObject({ kind: z.literal('b'), day: z.string() }),
    ]);
    expect(withoutEmptyValues({ kind: 'a', day: '' }, kinds, undefined)).toEqual({ kind: 'a', day: null });
    expect(withoutEmptyValues({ kind: 'b', day: '' }, kinds, undefined)).toEqual({ kind: 'b', day: '' });
    expect(withoutEmptyValues({ kind: 'c', day: '' }, kinds, undefined)).toEqual({ kind: 'c', day: '' });
  });
});

describe('all calls', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal.close());

  const post = (path: string, body: object, login = 'dealer') => portal.callAs(login, 'POST', path, body);
  const put = (path: string, body: object, login = 'dealer') => portal.callAs(login, 'PUT', path, body);
  const READ = { createdBy: null, createdDate: null, lastModifiedBy: null, lastModifiedDate: null };

  it('accept a document from a browser that omits no field', async () => {
    const document = await portal.document({ mimeType: '', sigType: '', draft: true });
    const folderId = await portal.newFolder();
    const unread = { id: null, folder: null, status: null, signUrl: '', signedDocumentId: null, feaModuleId: null };
    const made = await post('/api/documents', { ...document, folderId, ...unread, startSignDate: null, ...READ });
    expect([made.statusCode, made.json().mimeType, made.json().sigType], made.body).toEqual([
      ...[201, 'application/pdf', null],
    ]);
    const back = { ...made.json(), mimeType: '', type: '', fileName: '', sigType: 'OTP', lastModifiedDate: '' };
    const edited = await put('/api/documents', back);
    expect([edited.statusCode, edited.json().status], edited.body).toEqual([200, 'READY_TO_SIGN']);
  });

  it('accept a whole wizard request of that kind', async () => {
    const made = await post('/api/documents/wizard', {
      dossier: {
        ...portal.dossier(),
        id: null,
        status: null,
        rspFirstName: '',
        searchType: '',
        birthDate: '1980-01-01',
      },
      folder: { ...portal.folder(), id: null, dossierId: null, numberOfDocuments: null, plate: '', vin: '', notes: '' },
      document: { ...(await portal.document()), id: null, folderId: null, mimeType: '', metadata: null },
    });
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json()).toMatchObject({ dossier: { searchType: null }, folder: { plate: null, vin: null } });
  });

  it('accept empty days, amounts and notes where none is required', async () => {
    const license = { licenseCode: 'LIC-VUOTA', licenseAmount: 2, legalEntity: 'LE001', hstList: ['10001'] };
    const empty = { expiresAt: '', notes: '', afgclic: '' };
    const made = await post('/api/licenses', { ...license, ...empty, id: null, activationsCount: null }, 'admin');
    expect([made.statusCode, made.json().expiresAt], made.body).toEqual([201, null]);
    const dated = await put('/api/licenses', { ...made.json(), expiresAt: '2999-12-31', afgclic: '' }, 'admin');
    expect(dated.json().expiresAt, dated.body).toBe('2999-12-31');
    const undated = await put('/api/licenses', { ...dated.json(), expiresAt: '' }, 'admin');
    expect(undated.json().expiresAt, undated.body).toBeNull();
    const service = { serviceType: 'OTP', legalEntity: 'LE001', totalOtp: 5, usedOtp: null, usedSpace: '', id: null };
    const others = { expiresAt: '', totalSpace: '', signatureType: '', folderTypeSet: '' };
    expect((await post('/api/intesys-services', { ...service, ...others }, 'admin')).statusCode).toBe(201);
  });

  it('refuse empty required fields, read-only fields with a value, and unknown fields', async () => {
    const refused = async (change: object) => refusedFields(await post('/api/dossiers', portal.dossier({ ...change })));
    expect(await refused({ hst: '', email: '' })).toEqual(['dossier.email required', 'dossier.hst required']);
    expect(await refused({ id: 7, status: 'OPEN', numberOfFolders: 0 })).toEqual([
      ...['dossier.id unknown', 'dossier.numberOfFolders unknown', 'dossier.status unknown'],
    ]);
    expect(await refused({ colore: null })).toEqual(['dossier.colore unknown']);
  });
});
