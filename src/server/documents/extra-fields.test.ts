/** Extra fields through HTTP: only configured ones, with the right kind of value, and naming only permitted colleagues. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrandPermissions } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import type { ConfiguredFolderType } from '#domain/folders/folder-types.ts';
import type { Role } from '#domain/identity/roles.ts';
import { testNow } from '#test/clock.ts';
import { rowsOf } from '#test/rows.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';
import { createUser } from '../identity/index.ts';

const EXTRA = [
  { name: 'NOTE_CLIENTE', type: 'string', required: 'true', default: null },
  { name: 'CONSEGNA', type: 'date', required: 'false', default: null },
  { name: 'PERMUTA', type: 'checkbox', required: 'false', default: 'false' },
  { name: 'SALES_MANAGER', type: 'ROLE_SALE_MANAGER', required: 'false', default: null },
  { name: 'OPERATOR_DEALER', type: 'ROLE_OPERATOR_DEALER', required: 'false', default: null },
  { name: 'COLORE', type: 'colour', required: 'true', default: null },
];

let portal: Portal;
let folderId: number;
const people: Record<string, number> = {};

const everywhere = (...permissions: string[]): BrandPermissions[] => BRANDS.map((brand) => ({ brand, permissions }));
const PEOPLE: Record<string, { roles: Role[]; hst?: string[]; brands?: BrandPermissions[]; activated?: boolean }> = {
  fits: { roles: ['ROLE_SALE_MANAGER'] },
  chief: { roles: ['ROLE_OPERATOR_DEALER', 'ROLE_SERVICE_DEALER'] },
  both: { roles: ['ROLE_SALE_MANAGER', 'ROLE_OPERATOR_DEALER'], hst: ['10002', '10001'] },
  gone: { roles: ['ROLE_SALE_MANAGER'], activated: false },
  elsewhere: { roles: ['ROLE_SALE_MANAGER'], hst: ['10002'] },
  nowhere: { roles: ['ROLE_SALE_MANAGER'], hst: [] },
  otherBrand: { roles: ['ROLE_SALE_MANAGER'], brands: [{ brand: 'mini', permissions: ['SALE_NEW'] }] },
  otherType: { roles: ['ROLE_SALE_MANAGER'], brands: everywhere('SERVICE') },
  reader: { roles: ['ROLE_SALE_MANAGER'], brands: everywhere('READONLY') },
};

beforeAll(async () => {
  portal = await openPortal();
  const { database, clock } = portal.test.world;
  const configuration = (await portal.callAs('dealer', 'GET', '/api/v2/folder-types/ext')).json<
    ConfiguredFolderType[]
  >();
  const type = configuration
    .find((one) => one.slug === 'SALE_NEW')
    ?.documentTypes.find((one) => one.slug === 'SALE_NEW_RFO');
  type?.fields.push(...EXTRA);
  await database.transaction(async (tx) => {
    await tx
      .insertInto('folder_type_configuration')
      .values({ configuration: JSON.stringify(configuration), loaded_by: null, loaded_date: testNow() })
      .execute();
    for (const [login, { roles, hst = ['10001'], brands = everywhere('SALE_NEW'), activated = true }] of Object.entries(
      PEOPLE,
    )) {
      const user = await createUser(
        tx,
        {
          login: `collega-${login}`,
          firstName: login,
          lastName: 'Prova',
          email: `${login}@example.com`,
          authorities: roles,
          hstList: hst,
          brands,
          activated,
          passwordVerifier: null,
        },
        null,
        clock.now(),
      );
      people[login] = user.id;
    }
  });
  folderId = await portal.newFolder();
});
afterAll(() => portal.close());

const post = async (variableFields: unknown, change: object = {}) =>
  portal.callAs('dealer', 'POST', '/api/documents', {
    ...(await portal.document({ type: 'SALE_NEW_RFO' })),
    folderId,
    variableFields,
    ...change,
  });
const whole = (change: object = {}) => ({ NOTE_CLIENTE: 'Ritira il figlio', ...change });

describe('extra fields', () => {
  it('are stored as configured and returned', async () => {
    const given = whole({
      NOTE_CLIENTE: '  Ritira il figlio ✓ ',
      CONSEGNA: '2026-12-01',
      PERMUTA: true,
      SALES_MANAGER: String(people.fits),
      OPERATOR_DEALER: people.chief,
    });
    const answer = await post(given);
    expect(answer.statusCode).toBe(201);
    expect(answer.json().variableFields).toEqual({
      NOTE_CLIENTE: 'Ritira il figlio ✓',
      CONSEGNA: '2026-12-01',
      PERMUTA: true,
      SALES_MANAGER: people.fits,
      OPERATOR_DEALER: people.chief,
    });
    expect((await portal.callAs('dealer', 'GET', `/api/documents/${answer.json().id}`)).json()).toEqual(answer.json());
  });

  it('default to an unchecked box and to nothing else', async () => {
    expect((await post(whole({ CONSEGNA: null, SALES_MANAGER: '' }))).json().variableFields).toEqual({
      NOTE_CLIENTE: 'Ritira il figlio',
      PERMUTA: false,
    });
  });

  it('may be missing in a draft, and are required when it is finished', async () => {
    const answer = await post(null, { draft: true });
    expect(answer.json()).toMatchObject({ status: 'DRAFT', variableFields: { PERMUTA: false } });
    const { id } = answer.json();
    const edit = { id, signable: true, archivable: true, sigType: 'OTP' };
    const refused = await portal.callAs('dealer', 'PUT', '/api/documents', { ...edit, variableFields: {} });
    expect(refusedFields(refused)).toEqual(['document.NOTE_CLIENTE required']);
    const done = await portal.callAs('dealer', 'PUT', '/api/documents', {
      ...edit,
      variableFields: whole({ PERMUTA: true }),
    });
    expect(done.json()).toMatchObject({ status: 'READY_TO_SIGN', variableFields: whole({ PERMUTA: true }) });
    const [last] = (await portal.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json();
    expect(last).toMatchObject({ type: 'document.edited', detail: 'PERMUTA, NOTE_CLIENTE' });
    expect(JSON.stringify(last)).not.toContain('Ritira');
  });

  it.each([
    [{}, 'NOTE_CLIENTE required'],
    [{ NOTE_CLIENTE: '   ' }, 'NOTE_CLIENTE required'],
    [{ NOTE_CLIENTE: 'x'.repeat(256) }, 'NOTE_CLIENTE max'],
    [{ NOTE_CLIENTE: 'a\u0000b' }, 'NOTE_CLIENTE characters'],
    [whole({ CONSEGNA: '31/12/2026' }), 'CONSEGNA date'],
    [whole({ PERMUTA: 'si' }), 'PERMUTA type'],
    [whole({ SALES_MANAGER: 'Mario' }), 'SALES_MANAGER type'],
    [whole({ SALES_MANAGER: 999_999 }), 'SALES_MANAGER coworker'],
    [whole({ TARGA: 'AB123CD' }), 'TARGA unknown'],
    [whole({ COLORE: 'rosso' }), 'COLORE notHandled'],
    [whole({ NOTE_CLIENTE: { $ne: 1 } }), 'variableFields.NOTE_CLIENTE type'],
    [whole({ NOTE_CLIENTE: ['x'] }), 'variableFields.NOTE_CLIENTE type'],
  ])('are refused: %j', async (given, refused) => {
    const before = await portal.counts();
    const answer = await post(given);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toContain(`document.${refused}`);
    expect(await portal.counts()).toEqual(before);
  });

  it('name the type that is not supported', async () => {
    const answer = await post(whole({ COLORE: 'rosso' }));
    expect(answer.json().fieldErrors[0].message).toBe('COLORE non gestito');
  });
});

describe('a named colleague', () => {
  it.each([
    ['fits', 'SALES_MANAGER'],
    ['both', 'SALES_MANAGER'],
    ['both', 'OPERATOR_DEALER'],
    ['chief', 'OPERATOR_DEALER'],
  ])('%s may be the %s', async (who, name) => {
    expect((await post(whole({ [name]: people[who] }))).statusCode).toBe(201);
  });

  it.each(
    rowsOf(`
      fits | OPERATOR_DEALER
      chief | SALES_MANAGER
      gone | SALES_MANAGER
      elsewhere | SALES_MANAGER
      nowhere | SALES_MANAGER
      otherBrand | SALES_MANAGER
      otherType | SALES_MANAGER
      reader | SALES_MANAGER
    `),
  )(
    '%s may not be the %s, on creation, in the wizard and on edit, with the error of an unknown user',
    async (who, name) => {
      const before = await portal.counts();
      const answer = await post(whole({ [name]: people[who] }));
      const absent = await post(whole({ [name]: 999_999 }));
      expect(answer.json().fieldErrors).toEqual(absent.json().fieldErrors);
      expect(refusedFields(answer)).toEqual([`document.${name} coworker`]);
      const { folderId: _none, ...document } = { ...(await portal.document({ type: 'SALE_NEW_RFO' })), folderId };
      const wizard = await portal.callAs('dealer', 'POST', '/api/documents/wizard', {
        dossier: portal.dossier(),
        folder: portal.folder(),
        document: { ...document, variableFields: whole({ [name]: people[who] }) },
      });
      expect([wizard.statusCode, refusedFields(wizard)]).toEqual([400, [`document.${name} coworker`]]);
      expect(await portal.counts()).toEqual(before);
      const id = (await post(whole(), { draft: true })).json().id;
      const edit = {
        id,
        signable: true,
        archivable: true,
        sigType: 'OTP',
        variableFields: whole({ [name]: people[who] }),
      };
      const edited = await portal.callAs('dealer', 'PUT', '/api/documents', edit);
      expect([edited.statusCode, refusedFields(edited)]).toEqual([400, [`document.${name} coworker`]]);
    },
  );

  it('must belong to the folder’s brand', async () => {
    const mini = await portal.newFolder('dealer', { brand: 'mini' });
    const answer = await post(whole({ SALES_MANAGER: people.otherBrand }), { folderId: mini });
    expect(answer.statusCode).toBe(201);
  });
});
