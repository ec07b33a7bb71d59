/** Folders and their types through HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConfiguredFolderType, FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { isGeneratedType } from '#domain/papers/configured-types.ts';
import { openPortalWithCustomer, type Portal, refusedFields } from '../../../test/portal.ts';

let portal: Portal;
let dossierId: number;
beforeAll(async () => {
  ({ portal, dossierId } = await openPortalWithCustomer());
});
afterAll(() => portal.close());

const post = (login: string, change: Record<string, unknown> = {}) =>
  portal.callAs(login, 'POST', '/api/folders', { ...portal.folder(change), dossierId: change.dossierId ?? dossierId });
const search = (login: string, body: object = {}, query = '?size=10000') =>
  portal.callAs(login, 'POST', `/api/folders-ext/search${query}`, body);
const ids = async (login: string, body: object = {}): Promise<number[]> =>
  (await search(login, body)).json<{ id: number }[]>().map((row) => row.id);

it('a folder inherits the source of its customer unless one is given', async () => {
  const customer = await portal.create('dealer', '/api/dossiers', portal.dossier({ originalAccountSource: 'DMS' }));
  const source = async (change: object) =>
    (await post('dealer', { dossierId: customer, ...change })).json<{ accountSource: string | null }>().accountSource;
  expect(await source({})).toBe('DMS');
  expect(await source({ accountSource: null })).toBe('DMS');
  expect(await source({ accountSource: 'RSP' })).toBe('RSP');
});

describe('the configuration of folder types', () => {
  let types: ConfiguredFolderType[];
  beforeAll(async () => {
    types = (await portal.callAs('dealer', 'GET', '/api/v2/folder-types/ext')).json();
  });
  const slugsOf = (slug: string): string[] =>
    types.find((type) => type.slug === slug)?.documentTypes.map((one) => one.slug) ?? [];

  it('has the five folder types in order', () => {
    expect(types.map((type) => type.slug)).toEqual([...FOLDER_TYPES]);
    expect(types.map((type) => type.displayOrder)).toEqual([10, 20, 30, 40, 50]);
  });

  it('has every document type: those of the specification, older sales and loans', () => {
    const known = new Set(types.flatMap((type) => type.documentTypes.map((one) => one.slug)));
    const loans = [
      ...['TEST_PRODUCT', 'TEST_PRODUCT_FOREIGN', 'RENTAL', 'RENTAL_WITHOUT_DRIVER', 'ARTICLE_94', 'HANDOVER_FORM'],
      ...['TEMPORARY_WORK_USE', 'TEMPORARY_VEHICLE_REPLACEMENT', 'COURTESY_VEHICLE', 'EXTENDED_MOBILITY'],
      ...['MOBILE_CARE', 'TEMPORARY_LEASECAR', 'WEDDING', 'UNAVAILABILITY', 'OTHER', 'TEST_PRODUCT_MULTI'],
      ...['RENTAL_WITHOUT_DRIVER_MULTI', 'COURTESY_VEHICLE_MULTI', 'TEMPORARY_VEHICLE_REPLACEMENT_MULTI'],
      'TEMPORARY_LEASECAR_MULTI',
    ].map((name) => `LOAN_${name}`);
    const wanted = [
      ...['OTHER_IDENTITY', 'OTHER_DRIVING_LICENSE', 'PRIVACY_NSC', 'PRIVACY_DEALER', 'PRIVACY_SERVICE'],
      ...['SALE_NEW_RFO', 'SALE_NEW_PROPOSAL', 'SALE_NEW_ACCEPTANCE', 'SALE_USED_RFO', 'SALE_USED_PROPOSAL'],
      ...['SALE_USED_PROPOSAL_PLUS', 'SALE_USED_CONTRACT', 'SALE_RFO', 'SALE_PROPOSAL', 'SALE_ACCEPTANCE'],
      ...['SALE_CONTRACT', 'SERVICE_VAB', 'SERVICE_ODL', 'SERVICE_RICONSEGNA', 'AUDIT', 'FEA_MODULE', 'T_B_D'],
      ...loans,
    ];
    expect([...known].sort()).toEqual([...wanted].sort());
  });

  it('lists each loan under its folder types', () => {
    expect(slugsOf('SERVICE')).toEqual(expect.arrayContaining(['LOAN_COURTESY_VEHICLE', 'LOAN_ARTICLE_94']));
    expect(slugsOf('SALE_NEW')).toEqual(expect.arrayContaining(['LOAN_TEST_PRODUCT', 'LOAN_HANDOVER_FORM']));
    expect(slugsOf('SALE_NEW')).not.toContain('LOAN_RENTAL');
    expect(slugsOf('PRIVACY').some((slug) => slug.startsWith('LOAN_'))).toBe(false);
    expect(slugsOf('VEHICLE_EXIT_REQUEST').filter((slug) => slug.startsWith('LOAN_'))).toHaveLength(20);
  });

  it('requires the sales manager on proposals, the dealer on contracts and acceptances, the service manager in the workshop, otherwise only the customer', () => {
    const asked = (slug: string): string[] => {
      if (/_PROPOSAL(?:_PLUS)?$/.test(slug)) return ['customer', 'salesManager'];
      if (/^SALE_.*(?:CONTRACT|ACCEPTANCE)$/.test(slug)) return ['customer', 'dealer'];
      return /^SERVICE_(?:ODL|VAB)$/.test(slug) ? ['customer', 'operatorDealer'] : ['customer'];
    };
    for (const type of types.flatMap((one) => one.documentTypes)) {
      expect(type.signers, type.slug).toEqual(asked(type.slug));
    }
  });

  it('generates privacy forms, loans and the FEA module, and requires a file for sales, workshop and identity papers', () => {
    for (const type of types.flatMap((one) => one.documentTypes)) {
      const file = type.fields.find((field) => field.name === 'FILE')?.required;
      if (/^(?:PRIVACY|LOAN)_|^FEA_MODULE$/.test(type.slug)) expect(file, type.slug).toBeUndefined();
      if (/^(?:SALE|SERVICE|OTHER)_/.test(type.slug)) expect(file, type.slug).toBe('true');
      if (file === undefined) expect(isGeneratedType(type), type.slug).toBe(true);
    }
  });

  it('never offers identity documents, older types and the product’s own papers on a card', () => {
    const hidden = ['OTHER_IDENTITY', 'OTHER_DRIVING_LICENSE', 'AUDIT', 'FEA_MODULE', 'T_B_D', 'SALE_RFO'];
    for (const type of types.flatMap((one) => one.documentTypes)) {
      if (hidden.includes(type.slug)) expect(type.visibleInWizard, type.slug).toBe(false);
    }
    const identity = types[1]?.documentTypes.find((type) => type.slug === 'OTHER_IDENTITY');
    expect(identity?.fields.map((field) => field.name)).toEqual(['FILE', 'ARCHIVABLE']);
  });

  it('has no duplicate type in a folder, and distinct positions', () => {
    for (const { documentTypes, slug } of types) {
      expect(new Set(documentTypes.map((type) => type.slug)).size, slug).toBe(documentTypes.length);
      expect(new Set(documentTypes.map((type) => type.displayOrder)).size, slug).toBe(documentTypes.length);
    }
  });
});

describe('creating a folder', () => {
  it('answers 201 with the row; a date without time is midnight in Rome', async () => {
    const answer = await post('dealer', {
      businessId: 'PV-1',
      plate: 'AB123CD',
      vin: 'wba1234567a901234',
      notes: 'Sì',
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      dossierId,
      brand: 'bmw',
      type: 'SALE_NEW',
      businessId: 'PV-1',
      processDate: '2026-11-19T23:00:00.000Z',
      plate: 'AB123CD',
      vin: 'WBA1234567A901234',
      jobId: null,
      notes: 'Sì',
      status: 'OPEN',
      numberOfDocuments: 0,
      createdBy: 'dealer',
      warnings: [],
    });
    const { id } = answer.json();
    expect((await portal.callAs('dealer', 'GET', `/api/folders/${id}`)).json()).toEqual(answer.json());
  });

  it('reads a local date-time as Rome time and keeps an instant unchanged', async () => {
    const local = await post('dealer', { processDate: '2026-07-01T09:30' });
    expect(local.json().processDate).toBe('2026-07-01T07:30:00.000Z');
    const instant = await post('dealer', { processDate: '2026-07-01T09:30:00.000Z' });
    expect(instant.json().processDate).toBe('2026-07-01T09:30:00.000Z');
  });

  it('drops an empty VIN', async () => {
    expect((await post('dealer', { vin: '' })).json()).toMatchObject({ vin: null });
  });

  it('increments the customer’s count in the same transaction', async () => {
    const own = await portal.create('dealer', '/api/dossiers', portal.dossier());
    await post('dealer', { dossierId: own });
    await post('dealer', { dossierId: own });
    await post('dealer', { dossierId: own, businessId: null });
    const dossier = (await portal.callAs('dealer', 'GET', `/api/dossiers/${own}`)).json();
    expect(dossier.numberOfFolders).toBe(2);
  });

  it.each([
    ['SALE_NEW', {}, ['businessId', 'processDate']],
    ['SALE_USED', {}, ['businessId', 'processDate']],
    ['SERVICE', {}, ['businessId', 'plate']],
    ['PRIVACY', {}, []],
    ['SALE_NEW', { businessId: '  ' }, ['businessId', 'processDate']],
  ])('requires of %s what its configuration demands', async (type, values, fields) => {
    const answer = await portal.callAs('dealer', 'POST', '/api/folders', { dossierId, brand: 'bmw', type, ...values });
    if (fields.length === 0) expect(answer.statusCode).toBe(201);
    else expect(refusedFields(answer)).toEqual(fields.map((field) => `folder.${field} required`));
  });

  it.each([
    [{ numberOfDocuments: 3 }, 'numberOfDocuments unknown'],
    [{ hst: '10001' }, 'hst unknown'],
  ])('refuses %j', async (change, refused) => {
    const answer = await post('dealer', change);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toContain(`folder.${refused}`);
  });
});

describe('reading and searching folders', () => {
  let used: number;
  beforeAll(async () => {
    used = await portal.newFolder(
      'modena',
      { type: 'SALE_USED', businessId: 'U_7%', plate: 'MO123DE', notes: 'Permuta' },
      { hst: '10002', firstName: 'Zaccaria', lastName: 'Unico' },
    );
  });

  it('includes the customer’s digest', async () => {
    const [row] = (await search('modena', { id: { equals: used } })).json();
    expect(row.dossierDTO).toEqual({
      id: row.dossierId,
      hst: '10002',
      legalEntity: 'LE001',
      firstName: 'Zaccaria',
      lastName: 'Unico',
      organizationName: null,
    });
  });

  it('finds by customer, business id, plate and notes; wildcards are literal', async () => {
    for (const words of ['unico zaccaria', 'zaccaria unico', 'u_7%', 'mo123', 'PERMUTA']) {
      expect(await ids('supervisor', { genericFilter: { contains: words } }), words).toEqual([used]);
    }
    expect(await ids('supervisor', { genericFilter: { contains: 'u_7_' } })).toEqual([]);
  });

  it('lists open folders, closed ones on request, deleted ones never', async () => {
    const closed = await portal.newFolder();
    const deleted = await portal.newFolder();
    const { database } = portal.test.world;
    await database.transaction(async (tx) => {
      await tx.updateTable('folder').set({ status: 'CLOSED' }).where('id', '=', closed).execute();
      await tx.updateTable('folder').set({ status: 'DELETED' }).where('id', '=', deleted).execute();
    });
    expect(await ids('dealer')).not.toContain(closed);
    expect(await ids('dealer', { status: { equals: 'CLOSED' } })).toEqual([closed]);
    expect(await ids('dealer', { status: { in: ['OPEN', 'CLOSED', 'DELETED'] } })).not.toContain(deleted);
    expect((await portal.callAs('dealer', 'GET', `/api/folders/${closed}`)).json().status).toBe('CLOSED');
    expect((await portal.callAs('dealer', 'GET', `/api/folders/${deleted}`)).statusCode).toBe(404);
  });

  it.each([
    [{ 'dossierDTO.genericFilter': { contains: 'abc' } }, 'folder.dossierDTO.genericFilter unknown'],
    [{ brand: { contains: 'bm' } }, 'folder.brand.contains min'],
    [{ notes: { contains: 'ab' } }, 'folder.notes.contains min'],
  ])('refuses the criteria %j', async (body, field) => {
    const answer = await search('dealer', body);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });
});
