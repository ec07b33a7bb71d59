/** Every example of the specified shapes against an answer of a listening server: names, kinds of values, statuses, lists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOLDER_TYPES as SLUGS } from '../../../src/domain/folders/folder-types.ts';
import { wrongCode } from '../../stages/signing-stage.ts';
import * as shapes from '../shapes.ts';
import { type Answer, base64, openTestApi, Signer, type TestApi } from '../test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

/** Checks status and shape of the answer. @returns its body. */
// biome-ignore lint/suspicious/noExplicitAny: its shape is under test
async function shaped(answering: Promise<Answer>, status: number, example: unknown): Promise<any> {
  const answer = await answering;
  expect([answer.statusCode, answer.statusCode === status ? '' : answer.body]).toEqual([status, '']);
  const body = answer.json();
  shapes.expectShape(body, example);
  return body;
}

/** A bare array with its total in the header. */
async function checkList(answering: Promise<Answer>, row: unknown): Promise<unknown[]> {
  const answer = await answering;
  const rows = await shaped(Promise.resolve(answer), 200, [row]);
  expect(rows.length).toBeGreaterThan(0);
  expect(Number(answer.headers['x-total-count'])).toBeGreaterThanOrEqual(rows.length);
  return rows;
}

describe('Errors', () => {
  it('a refused field has title, detail, code, correlationId, fieldErrors', async () => {
    const body = api.dossier({ email: 'nessuno' });
    const says = await shaped(api.post('dealer', '/api/dossiers', body), 400, shapes.ERROR);
    expect(says).toEqual({
      ...shapes.ERROR,
      detail: 'Controlla i dati del cliente.',
      correlationId: expect.stringMatching(/^[\w-]{8,}$/),
    });
  });

  it('any other status carries message instead of title and detail', async () => {
    const answer = await api.ask({ method: 'GET', path: '/api/account' });
    const { message: _, ...rest } = answer.json();
    expect(Object.keys(answer.json()).sort()).toEqual(['code', 'correlationId', 'message', 'status']);
    expect(rest).toMatchObject({ status: 401, code: 'session.missing' });
  });

  it('an extra field is reported by name', async () => {
    const body = {
      ...(await api.document({ variableFields: { SCONOSCIUTO: 'x' } })),
      folderId: await api.newFolder(),
    };
    const says = (await api.post('dealer', '/api/documents', body)).json();
    expect(says.fieldErrors).toEqual([expect.objectContaining({ objectName: 'document', field: 'SCONOSCIUTO' })]);
  });
});

describe('Account, users, coworkers', () => {
  it('GET /api/account', () => shaped(api.get('dealer', '/api/account'), 200, shapes.ACCOUNT));

  it.each(['admin', 'nsc'])('of %s: four brands, five slugs each, never READONLY, hstList []', async (login) => {
    const { brands, hstList } = await shaped(api.get(login, '/api/account'), 200, shapes.ACCOUNT);
    expect(hstList).toEqual([]);
    expect(brands).toEqual(['bmw', 'bmwi', 'mini', 'moto'].map((brand) => ({ brand, permissions: [...SLUGS] })));
  });

  it('coworkers are a bare list of the same shape, authorities a list of strings', async () => {
    const path = '/api/coworkers/authorities/ROLE_DEALER?brand=bmw&folderType=SALE_NEW&hst=10001';
    await shaped(api.get('dealer', path), 200, [shapes.ACCOUNT]);
    await shaped(api.get('dealer', '/api/users/authorities'), 200, ['ROLE_ADMIN']);
  });

  it('a user is accepted without id and fullname, answered with 201, listed, changed with 200', async () => {
    const { id: _id, fullname: _fullname, ...body } = { ...shapes.ACCOUNT, login: 'forma', email: 'forma@example.com' };
    const user = await shaped(api.post('admin', '/api/users', body), 201, shapes.USER);
    await shaped(api.get('admin', `/api/users/${user.id}`), 200, shapes.USER);
    await shaped(api.put('admin', '/api/users', user), 200, shapes.USER);
    await checkList(api.get('admin', '/api/users'), shapes.USER);
  });
});

describe('Dealers, legal entities, folder types', () => {
  it('POST /tools/conc/list returns the requested fields', async () => {
    const fields = Object.keys(shapes.DEALERS.concs[0] ?? {}).join(',');
    await shaped(
      api.post('dealer', '/tools/conc/list', { brand: 'bmw,moto', fields, test: false }),
      200,
      shapes.DEALERS,
    );
    const dealer = (await api.post('dealer', '/tools/conc/list', { brand: 'bmw', fields: 'hst2011' })).json();
    expect(dealer).toEqual({ concs: [{ hst2011: '10001' }] });
  });

  it('GET /api/legal-entities', () => shaped(api.get('dealer', '/api/legal-entities'), 200, shapes.LEGAL_ENTITIES));

  it('GET /api/v2/folder-types/ext: required and default are text', async () => {
    const answer = await api.get('dealer', '/api/v2/folder-types/ext');
    const types = answer.json();
    // The values of a closed list are additional to the specified members.
    const specified = JSON.parse(answer.body, (key, value) => (key === 'values' ? undefined : value));
    expect(answer.statusCode).toBe(200);
    shapes.expectShape(specified, shapes.FOLDER_TYPES);
    expect(answer.body).toMatch(/"values":\["en","de"\]/);
    expect(types.map(({ slug }: { slug: string }) => slug).sort()).toEqual([...SLUGS].sort());
    for (const text of JSON.stringify(types).matchAll(/"(?:required|default)":([^,}]+)/g)) {
      expect(text[1]).toMatch(/^(null|".*")$/);
    }
  });
});

describe('Dossier', () => {
  it('201 and the row on create; 200 on read and change; 204 on delete', async () => {
    const body = api.dossier({ fiscalCode: 'PRVGVR80A41H501A' });
    const dossier = await shaped(api.post('dealer', '/api/dossiers', body), 201, shapes.DOSSIER);
    expect(dossier.warnings).not.toEqual([]);
    await shaped(api.get('dealer', `/api/dossiers/${dossier.id}`), 200, shapes.DOSSIER);
    await shaped(api.put('dealer', '/api/dossiers', dossier), 200, shapes.DOSSIER);
    expect((await api.remove('dealer', `/api/dossiers/${dossier.id}`)).statusCode).toBe(204);
  });

  it('brand or brands on write, brands on read', async () => {
    const { brand: _, ...rest } = api.dossier();
    const miniDossier = await api.bodyOf(api.post('dealer', '/api/dossiers', { ...rest, brand: 'mini' }));
    const two = await api.bodyOf(api.post('dealer', '/api/dossiers', { ...rest, brands: ['bmw', 'mini'] }));
    expect([miniDossier.brands, two.brands]).toEqual([['mini'], ['bmw', 'mini']]);
  });

  it('in lists: only the row', async () => {
    await api.newFolder();
    await checkList(api.post('dealer', '/api/dossiers/search'), shapes.DOSSIER_ROW);
  });

  it('RSP sync: both null when not linked; POST answers 202 and the same shape', async () => {
    const own = await api.create('dealer', '/api/dossiers', api.dossier());
    const none = await api.bodyOf(api.get('dealer', `/api/dossiers/rsp-synchronization/${own}/status`));
    expect(none).toEqual({ syncStatus: null, lastSync: null });
    const linked = api.dossier({ searchType: 'RSP', businessId: 'R-000123' });
    const path = `/api/dossiers/rsp-synchronization/${await api.create('dealer', '/api/dossiers', linked)}`;
    await shaped(api.post('dealer', path), 202, shapes.SYNCHRONIZATION);
    await api.test.world.jobs.drain();
    const synced = await shaped(api.get('dealer', `${path}/status`), 200, shapes.SYNCHRONIZATION);
    expect(synced).toEqual({ syncStatus: 'SYNCED', lastSync: expect.any(String) });
  });
});

describe('Folder', () => {
  it('201 and the row on create; 200 on read and change; 204 on delete', async () => {
    const dossierId = await api.create('dealer', '/api/dossiers', api.dossier());
    const folder = await shaped(
      api.post('dealer', '/api/folders', { ...api.folder(), dossierId, accountSource: 'RSP' }),
      201,
      shapes.FOLDER,
    );
    await shaped(api.get('dealer', `/api/folders/${folder.id}`), 200, shapes.FOLDER);
    await shaped(api.put('dealer', '/api/folders', folder), 200, shapes.FOLDER);
    expect((await api.remove('dealer', `/api/folders/${folder.id}`)).statusCode).toBe(204);
  });

  it.each([
    ['2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['2026-11-20T08:12', '2026-11-20T07:12:00.000Z'],
    ['2026-11-20T08:12:00.000Z', '2026-11-20T08:12:00.000Z'],
  ])('processDate %s is an instant, a bare date and a local date-time Rome time', async (date, stored) => {
    const dossierId = await api.create('dealer', '/api/dossiers', api.dossier());
    const body = { ...api.folder({ processDate: date }), dossierId };
    expect((await api.bodyOf(api.post('dealer', '/api/folders', body))).processDate).toBe(stored);
  });

  it('in lists: with dossierDTO', async () => {
    await api.newFolder();
    await checkList(api.post('dealer', '/api/folders-ext/search'), shapes.FOLDER_ROW);
  });
});

describe('Document', () => {
  it('create 201; get, take-back, change, sign, cancel-sign, renew 200 and the row; delete 204', async () => {
    const body = { ...(await api.document({ type: 'SALE_NEW_RFO' })), folderId: await api.newFolder() };
    const { id } = await shaped(api.post('dealer', '/api/documents', body), 201, shapes.DOCUMENT);
    const path = `/api/documents/${id}`;
    await shaped(api.get('dealer', path), 200, shapes.DOCUMENT);
    const draft = await shaped(api.post('dealer', `${path}/take-back`), 200, shapes.DOCUMENT);
    await shaped(api.put('dealer', '/api/documents', draft), 200, shapes.DOCUMENT);
    await shaped(api.post('dealer', `${path}/sign`), 200, shapes.DOCUMENT);
    await api.test.world.jobs.drain();
    const started = await shaped(api.get('dealer', path), 200, shapes.DOCUMENT);
    expect(started).toMatchObject({ status: 'START_SIGN', startSignDate: expect.any(String) });
    expect(started.signUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign\/[\w-]{20,}$/);
    const { statusReason } = await shaped(api.post('dealer', `${path}/cancel-sign`), 200, shapes.DOCUMENT);
    expect(statusReason).toMatchObject({ code: 'signing.cancelled' });
    await api.startSigning(id);
    await api.advance(73 * 3_600);
    await shaped(api.post('dealer', `${path}/renew`), 200, shapes.DOCUMENT);
    const other = await api.newReadyDocument();
    expect((await api.remove('dealer', `/api/documents/${other.id}`)).statusCode).toBe(204);
  });

  it('signUrl is null for callers who may not start signing', async () => {
    const { id } = await api.newReadyDocument();
    await api.startSigning(id);
    for (const [login, shown] of [
      ['dealer', true],
      ['sa3', false],
      ['readonly', false],
    ] as const) {
      const { signUrl } = await api.bodyOf(api.get(login, `/api/documents/${id}`));
      expect(signUrl !== null, login).toBe(shown);
    }
  });

  it('in lists: with folderDTO and dossierDTO', async () => {
    await api.newReadyDocument();
    await checkList(api.post('dealer', '/api/documents-ext/search'), shapes.DOCUMENT_ROW);
  });

  it('wizard: 201 and dossier, folder, document', async () => {
    const body = { dossier: api.dossier(), folder: api.folder(), document: await api.document() };
    const { DOSSIER: dossier, FOLDER: folder, DOCUMENT: document } = shapes;
    await shaped(api.post('dealer', '/api/documents/wizard', body), 201, { dossier, folder, document });
  });

  it('count is a number', async () => {
    await api.newReadyDocument();
    const answer = await api.get('dealer', '/api/documents/count?status.in=READY_TO_SIGN');
    expect(answer.body).toMatch(/^\d+$/);
  });

  it.each([
    ['10001', ['FES']],
    ['10003', []],
    ['10007', ['FEA', 'FES']],
  ])('GET /api/folders-ext/{id}/fea of dealer %s: %j', async (hst, types) => {
    const folderId = await api.newFolder('admin', {}, { hst });
    expect(await api.bodyOf(api.get('admin', `/api/folders-ext/${folderId}/fea`))).toEqual(types);
  });

  it('FEA: 201 a module, 200 when it exists, the origin names it; 409 where none is needed', async () => {
    const { id } = await api.newReadyDocument({ sigType: 'FEA' });
    const made = await api.post('admin', '/api/documents/fea', { id });
    expect([made.statusCode, made.json().type, made.json().status]).toEqual([201, 'FEA_MODULE', 'DRAFT']);
    const again = await api.post('admin', '/api/documents/fea', { id });
    expect([again.statusCode, again.json()]).toEqual([200, made.json()]);
    expect(await api.bodyOf(api.get('admin', `/api/documents/${id}`))).toMatchObject({ feaModuleId: made.json().id });
    const simple = await api.post('admin', '/api/documents/fea', { id: (await api.newReadyDocument()).id });
    expect([simple.statusCode, simple.json().code]).toEqual([409, 'fea.notRequired']);
  });

  it('FEA: 422 with the fields of the dossier', async () => {
    const { id } = await api.newReadyDocument(
      { sigType: 'FEA' },
      { birthDate: null, birthPlace: null, fiscalCode: null },
    );
    const answer = await api.post('admin', '/api/documents/fea', { id });
    expect(answer.statusCode).toBe(422);
    expect(
      answer.json().fieldErrors.map((one: { objectName: string; field: string }) => `${one.objectName}.${one.field}`),
    ).toEqual(['dossier.birthDate', 'dossier.birthPlace', 'dossier.fiscalCode']);
  });
});

describe('Statistics', () => {
  it('without a service total and totalSizeAvailable are absent', async () => {
    const { legalEntity } = await api.newDealer();
    const path = (call: string) => `/api/statistics/${call}?legalEntity=${legalEntity}`;
    expect(await api.bodyOf(api.get('admin', path('number-otp-used')))).toEqual({ used: 0 });
    expect(await api.bodyOf(api.get('admin', path('documents-size')))).toEqual({ totalSizeUsed: { size: 0 } });
    expect(await api.bodyOf(api.get('admin', path('archived-documents-size')))).toEqual({ totalSizeUsed: { size: 0 } });
  });

  it('with one, sizes are bytes and the available one is the whole allowance', async () => {
    const { hst, legalEntity } = await api.newDealer();
    const space = { legalEntity, expiresAt: '2999-12-31', totalSpace: 1000 };
    for (const service of [
      { serviceType: 'OTP', legalEntity, totalOtp: 1000 },
      { serviceType: 'DISK_SPACE', ...space },
      { serviceType: 'STRONGDOX_SPACE', ...space, signatureType: 'FES' },
    ]) {
      await api.bodyOf(api.post('admin', '/api/intesys-services', service));
    }
    await api.newReadyDocument({}, { hst });
    const path = (call: string) => `/api/statistics/${call}?legalEntity=${legalEntity}`;
    await shaped(api.get('admin', path('number-otp-used')), 200, shapes.OTP_USED);
    await shaped(api.get('admin', path('archived-documents-size')), 200, shapes.SIZES);
    const sizes = await shaped(api.get('admin', path('documents-size')), 200, shapes.SIZES);
    expect(sizes.totalSizeAvailable.size).toBe(1000 * 1_048_576);
    expect(sizes.totalSizeUsed.size).toBeGreaterThan(1000);
  });
});

describe('Customer search', () => {
  it('rows can be spread into a new dossier', async () => {
    const path = '/api/rsp/customers?lastName.contains=pro&email.contains=example';
    const [row] = await api.bodyOf(api.get('dealer', path));
    const { representativeFiscalCode, ...rest } = row;
    shapes.expectShape(rest, shapes.DIRECTORY_CUSTOMER);
    expect(representativeFiscalCode).toBeNull();
    const created = await shaped(api.post('dealer', '/api/dossiers', { ...row, hst: '10001' }), 201, shapes.DOSSIER);
    expect(created).toMatchObject({ businessId: row.businessId, lastName: row.lastName, syncStatus: 'TO_SYNC' });
  });
});

describe('Licence, activation, service, video', () => {
  /**
   * Creates, reads, changes, lists and deletes a row, and checks its shape at each step. @param seen a further check
   * before it is deleted.
   */
  async function keeps(path: string, body: object, shape: object, seen: (row: { id: number }) => unknown = () => null) {
    const created = await shaped(api.post('admin', path, body), 201, shape);
    await shaped(api.get('admin', `${path}/${created.id}`), 200, shape);
    await shaped(api.put('admin', path, created), 200, shape);
    await checkList(api.get('admin', path), shape);
    await seen(created);
    expect((await api.remove('admin', `${path}/${created.id}`)).statusCode).toBe(204);
  }
  const [legalEntity, expiresAt] = ['LE001', '2999-11-20'];

  it('licence', async () => {
    const afgclic = { fileName: 'a.afgclic', content: base64(Buffer.from('PROVA')) };
    const body = { licenseCode: 'LIC-F', licenseAmount: 10, legalEntity, hstList: ['10001'], afgclic, expiresAt };
    await keeps('/api/licenses', body, shapes.LICENSE, async (created) => {
      expect(created).toMatchObject({ hasAfgclic: true, afgclicName: 'a.afgclic', activationsCount: 0 });
      const file = await api.get('admin', `/api/licenses/${created.id}/afgclic`);
      expect(file.rawPayload.toString()).toBe('PROVA');
    });
  });

  it('activation', async () => {
    const license = { licenseCode: 'LIC-A', licenseAmount: 1, legalEntity, expiresAt };
    const licenseId = await api.create('admin', '/api/licenses', license);
    const body = { licenseId, hst: '10001', deviceLabel: 'Banco 1', expiresAt };
    await keeps('/api/activations', body, shapes.ACTIVATION, (created) =>
      expect(created).toMatchObject({ status: 'DRAFT', activationCode: expect.stringMatching(/^ACT-/) }),
    );
  });

  it('service', async () => {
    const owner = await api.newDealer();
    const values = { serviceType: 'SIGNATURE_TYPE', signatureType: 'FES', folderTypeSet: ['SALE_NEW', 'SERVICE'] };
    const body = { ...values, legalEntity: owner.legalEntity, expiresAt };
    await keeps('/api/intesys-services', body, shapes.SERVICE);
  });

  it('video', async () => {
    const { order, title, externalId, description, duration } = shapes.VIDEO;
    await keeps('/api/videos', { order, title, externalId, description, duration }, shapes.VIDEO, async ({ id }) => {
      await shaped(api.get('dealer', `/api/videos/${id}`), 200, shapes.VIDEO);
      await checkList(api.get('dealer', '/api/videos'), shapes.VIDEO);
    });
  });
});

describe('Signer and outbox', () => {
  it('GET, /otp, a wrong code with attemptsLeft, /sign answers as GET with state SIGNED', async () => {
    const { id, phone } = await api.newReadyDocument();
    const signer = new Signer(api, await api.startSigning(id));
    // Two members in addition to the specified ones: the browser's place, because reading a link binds no browser
    // (record 0043), and the rectangle of each signature, which the page outlines while the document is read.
    const points = shapes.SIGNER.points.map((point) => ({ ...point, box: [320, 96, 510, 156] }));
    const example = { ...shapes.SIGNER, points, place: 'FREE' };
    const view = await shaped(signer.get(), 200, example);
    expect(view.documents[0].label).not.toContain('.pdf');
    await signer.read();
    await shaped(signer.post('/otp'), 200, shapes.CODE_SENT);
    const soon = await signer.post('/otp');
    expect([soon.statusCode, Number(soon.headers['retry-after']) > 0]).toEqual([429, true]);
    const code = await api.code(phone);
    const ids = view.points.map((point: { id: string }) => point.id);
    const wrong = await signer.post('/sign', { code: wrongCode(code), points: ids });
    expect([wrong.statusCode, wrong.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'otp.wrong', attemptsLeft: 2 }),
    ]);
    const signed = await shaped(signer.post('/sign', { code, points: ids }), 200, example);
    expect(signed.state).toBe('SIGNED');
  });

  it('/demo/outbox.json: a bare array, newest first, addresses in E.164 or e-mail', async () => {
    const { phone } = await api.readyToConfirm();
    const to = phone.replaceAll(' ', '');
    const path = `/demo/outbox.json?to=${encodeURIComponent(to)}`;
    const rows = await shaped(api.ask({ method: 'GET', path }), 200, shapes.OUTBOX);
    expect(rows[0]).toMatchObject({ channel: 'SMS', to });
    const all = (await api.ask({ method: 'GET', path: '/demo/outbox.json' })).json();
    expect(all.map((row: { id: number }) => row.id)).toEqual(
      all.map((row: { id: number }) => row.id).sort((a: number, b: number) => b - a),
    );
    expect(new Set(all.map((row: { channel: string }) => row.channel))).toEqual(new Set(['SMS', 'EMAIL']));
  });

  it('/health', async () => {
    expect((await api.ask({ method: 'GET', path: '/health' })).json()).toEqual({ status: 'UP' });
  });

  it('GET /api/documents/{id}/validation has the published members', async () => {
    const { id } = await api.newSignedDocument();
    const { intact, signatures } = await api.bodyOf(api.get('dealer', `/api/documents/${id}/validation`));
    expect(intact).toBe(true);
    for (const signature of signatures) {
      expect(signature).toMatchObject({ indication: 'TOTAL-PASSED', subIndication: null, changesAfter: [] });
      expect(Object.keys(signature)).toEqual(expect.arrayContaining(['level', 'signer', 'signedAt']));
    }
  });
});

describe('Lists', () => {
  const LISTS = [
    ['POST', '/api/documents-ext/search'],
    ['POST', '/api/folders-ext/search'],
    ['POST', '/api/dossiers/search'],
    ['GET', '/api/users'],
    ['GET', '/api/licenses'],
    ['GET', '/api/activations'],
    ['GET', '/api/intesys-services'],
  ] as const;

  it.each(LISTS)('%s %s: page 0, size 20, sort id,desc by default', async (method, path) => {
    if (path === '/api/documents-ext/search') {
      const { folderId } = await api.newReadyDocument();
      for (let more = 0; more < 21; more++) await api.newDocument(folderId);
    }
    const plain = await api.callAs('admin', method, path, method === 'POST' ? {} : undefined);
    const rows = plain.json<{ id: number }[]>();
    const total = Number(plain.headers['x-total-count']);
    expect(rows.length).toBe(Math.min(20, total));
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((a, b) => b - a));
    const answer = await api.callAs(
      'admin',
      method,
      `${path}?page=0&size=20&sort=id,desc`,
      method === 'POST' ? {} : undefined,
    );
    expect(answer.body).toBe(plain.body);
  });

  const MORE = [
    ['GET', '/api/videos'],
    ['POST', '/api/documents-ext/waiting/search'],
  ] as const;

  it.each([...LISTS, ...MORE])('%s %s: size up to 10000', async (method, path) => {
    const ask = (size: string) =>
      api.callAs('admin', method, `${path}?size=${size}`, method === 'POST' ? {} : undefined);
    expect((await ask('10000')).statusCode).toBe(200);
    for (const size of ['10001', '0', '-1', '1.5', 'molti', '']) {
      const answer = await ask(size);
      expect([answer.statusCode, answer.json().fieldErrors?.[0]?.field], size).toEqual([400, 'size']);
    }
  });
});
