/** The demo world is complete, created only once, and fast enough for a first start. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dossierWarnings, folderWarnings } from '#domain/codes/code-warnings.ts';
import { isValidFiscalCode } from '#domain/codes/fiscal-code.ts';
import { isValidVatNumber } from '#domain/codes/vat-number.ts';
import { handlesBrand } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { romeDay } from '#domain/rome-time.ts';
import { testNow } from '#test/clock.ts';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { referenceDataAt } from '../dossiers/places.ts';
import { synchronizationTasks } from '../dossiers/synchronization.ts';
import { usageOf } from '../entitlements/index.ts';
import { repairQuotas } from '../entitlements/tasks.ts';
import { documentSubject, listTrail, verifyChain } from '../evidence/index.ts';
import { CUSTOMERS } from './customers.ts';
import { ADVANCED, DEALERS, LEGAL_ENTITIES } from './dealers.ts';
import { CASES } from './document-history.ts';
import { PERSONAS } from './personas.ts';
import { type DemoSignature, seedDemoWorld } from './seed.ts';

let test: TestWorld;
let toSign: DemoSignature[];

beforeAll(async () => {
  test = await makeWorld();
  // The gate's child processes start with the server, before the demo world.
  await test.world.gate.inspect(new Uint8Array([1]));
  toSign = await seedDemoWorld(test.world);
});
afterAll(() => test.close());

const read = () => test.world.database.read;

describe('the demo world', () => {
  it('has the tutorial videos in order', async () => {
    const videos = await read().selectFrom('video').selectAll().orderBy('position').execute();
    expect(videos.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(videos[0]).toMatchObject({ title: 'Primo accesso', created_by: 'admin' });
  });

  it('has six legal entities and twelve dealers with every kind of mandate', async () => {
    const dealers = await read().selectFrom('dealer').selectAll().execute();
    expect(dealers).toHaveLength(12);
    expect(new Set(dealers.map((dealer) => dealer.legal_entity)).size).toBe(6);
    const mandates = new Set(dealers.flatMap((one) => [one.tipo_auto, one.tipo_bmwi, one.tipo_mini, one.tipo_moto]));
    expect([...mandates].sort()).toEqual(['-', 'C', 'F', 'O', 'S']);
    expect(LEGAL_ENTITIES).toHaveLength(6);
  });

  it('assigns existing dealers to every persona', () => {
    const known = DEALERS.map((dealer) => dealer.hst);
    expect(PERSONAS.flatMap((persona) => persona.hstList).filter((hst) => !known.includes(hst))).toEqual([]);
  });

  it('uses simple signatures except for new vehicles of one legal entity, so that every folder has a service', async () => {
    const services = await read()
      .selectFrom('service')
      .selectAll()
      .where('service_type', '=', 'SIGNATURE_TYPE')
      .execute();
    for (const { code } of LEGAL_ENTITIES) {
      const own = services.filter((service) => service.legal_entity === code);
      expect(own.flatMap((service) => service.folder_types).sort(), code).toEqual([...FOLDER_TYPES].sort());
    }
    const advanced = services.filter((service) => service.signature_types.includes('FEA'));
    expect(advanced.map((one) => [one.legal_entity, one.folder_types])).toEqual([
      [ADVANCED.legalEntity, [ADVANCED.folderType]],
    ]);
    // The legal entity of the persona `dealer`.
    expect(ADVANCED.legalEntity).not.toBe('LE001');
  });

  it.each([
    ['OTP', [1, 50, 75, 95, 8, 24]],
    ['DISK_SPACE', [14, 50, 75, 95, 8, 26]],
    ['STRONGDOX_SPACE', [8, 49, 74, 95, 5, 20]],
  ] as const)(
    'uses half, three quarters and nearly all %s of some legal entities, and little of the rest',
    async (kind, wanted) => {
      const at = test.world.clock.now();
      const shares = await Promise.all(
        LEGAL_ENTITIES.map(async ({ code }) => {
          const { used, total } = await usageOf(read(), kind, code, at);
          return Math.round((100 * used) / (total ?? 0));
        }),
      );
      expect(shares).toEqual(wanted);
      expect(await repairQuotas(test.world)).toEqual([]);
    },
  );

  it('invents people and companies with valid codes that raise no warning', () => {
    for (const customer of Object.values(CUSTOMERS)) {
      const personal = customer.representativeFiscalCode ?? customer.fiscalCode ?? '';
      expect(isValidFiscalCode(personal)).toBe(true);
      if (customer.organizationName !== null) {
        expect(isValidVatNumber(customer.fiscalCode ?? '')).toBe(true);
        // The three digits before the last are the tax office; 999 was never assigned.
        expect(customer.fiscalCode?.slice(7, 10)).toBe('999');
      }
      const codes = {
        ...customer,
        birthDate: customer.birthDate ?? null,
        birthPlace: customer.birthPlace ?? null,
        fiscalCode: customer.fiscalCode ?? null,
        representativeFiscalCode: customer.representativeFiscalCode ?? null,
      };
      expect(dossierWarnings(codes, 'it', referenceDataAt(testNow()))).toEqual([]);
      expect(customer.email).toMatch(/@example\.com$/);
      expect(customer.mobilePhone).toMatch(/^\+39 333000\d{4}$/);
    }
    expect(CASES.flatMap((one) => folderWarnings(one, 'it'))).toEqual([]);
  });

  it('sells no brand that its dealer does not have', () => {
    for (const one of CASES) {
      const dealer = DEALERS.find(({ hst }) => hst === CUSTOMERS[one.customer].hst);
      expect(dealer && handlesBrand({ hst2011: dealer.hst, ...dealer }, one.brand), one.customer).toBe(true);
    }
  });

  it('has folders of each type with draft, ready and finished documents, and correct counts', async () => {
    const folders = await read().selectFrom('folder').selectAll().execute();
    const documents = await read().selectFrom('document').selectAll().execute();
    const dossiers = await read().selectFrom('dossier').selectAll().execute();
    expect(new Set(folders.map((folder) => folder.type))).toEqual(new Set(FOLDER_TYPES));
    expect(new Set(documents.map((document) => document.status))).toEqual(
      new Set(['DRAFT', 'READY_TO_SIGN', 'FINISH']),
    );
    expect(dossiers).toHaveLength(60);
    for (const folder of folders) {
      const inside = documents.filter((document) => document.folder_id === folder.id);
      expect(folder.number_of_documents).toBe(inside.length);
    }
    for (const dossier of dossiers) {
      expect(dossier.number_of_folders).toBe(folders.filter((folder) => folder.dossier_id === dossier.id).length);
    }
  });

  it('has customers in every legal entity, most linked to RSP, some of them companies', async () => {
    const dossiers = await read().selectFrom('dossier').selectAll().execute();
    expect(new Set(dossiers.map((dossier) => dossier.legal_entity)).size).toBe(6);
    expect(dossiers.filter((dossier) => dossier.sync_status === 'TO_SYNC')).toHaveLength(43);
    expect(dossiers.filter((dossier) => dossier.organization_name !== null).length).toBeGreaterThan(8);
  });

  it('has licences with waiting, expired and returned activations', async () => {
    const { world } = test;
    const licenses = await read().selectFrom('license').selectAll().orderBy('id').execute();
    expect(licenses.map((one) => [one.license_amount, one.activations_count])).toEqual([
      [10, 4],
      [2, 2],
      [5, 2],
      [3, 1],
    ]);
    const seats = await read().selectFrom('activation').selectAll().execute();
    const today = world.clock.now().toISOString().slice(0, 10);
    expect(seats.filter((seat) => seat.status === 'DELETED')).toHaveLength(1);
    expect(seats.filter((seat) => (seat.expires_at ?? '9999') < today)).toHaveLength(2);
  });

  it('has one document ready for handwriting and one that will be', async () => {
    const byHand = await read().selectFrom('document').selectAll().where('sig_type', '=', 'GRAPHOMETRIC').execute();
    expect(byHand.map((one) => [one.status, one.hst])).toEqual([
      ['READY_TO_SIGN', '10003'],
      ['READY_TO_SIGN', '10003'],
    ]);
    expect(toSign.filter((one) => one.byHand).map((one) => one.until)).toEqual(['SIGNED']);
  });

  it('has a customer that RSP no longer finds, as the first synchronization reports', async () => {
    await synchronizationTasks(test.world);
    await test.world.jobs.drain();
    const failed = await read().selectFrom('dossier').selectAll().where('sync_status', '=', 'SYNC_FAILED').execute();
    expect(failed.map((one) => one.last_name)).toEqual(['Fantasia']);
  });

  it('stores every file and keeps an unbroken trail for each document', async () => {
    const documents = await read().selectFrom('document').selectAll().execute();
    for (const document of documents) {
      expect((await test.world.storage.get(document.file_sha256 ?? '')).byteLength).toBe(document.file_size);
      expect(await verifyChain(read(), documentSubject(document.id))).toBeNull();
      const types = (await listTrail(read(), documentSubject(document.id))).map((event) => event.type);
      const made = /^(?:LOAN|PRIVACY)_/.test(document.type) ? ['document.generated'] : [];
      expect(types).toEqual(['document.created', ...made, ...(document.signable ? ['content.gate.passed'] : [])]);
    }
  });

  it('has generated papers that are filled in, dated as stated, and ready to sign', async () => {
    const loans = await read().selectFrom('document').selectAll().where('type', 'like', 'LOAN_%').execute();
    expect(loans.length).toBeGreaterThan(2);
    for (const loan of loans) {
      expect([loan.status, loan.mime_type], loan.type).toEqual(['READY_TO_SIGN', 'application/pdf']);
      const made = (await listTrail(read(), documentSubject(loan.id))).find(
        ({ type }) => type === 'document.generated',
      );
      const day = romeDay(loan.created_date);
      expect(made?.detail, loan.type).toMatchObject({ sha256: loan.file_sha256, date: day });
      expect(loan.variable_fields.LOAN_START, loan.type).toBe(`${day}T09:00`);
    }
  });

  it('lists the documents that the signing simulation continues', async () => {
    const ids = toSign.map((one) => one.documentId);
    const rows = await read().selectFrom('document').select(['id', 'status']).where('id', 'in', ids).execute();
    expect(rows.map((row) => row.status)).toEqual(ids.map(() => 'READY_TO_SIGN'));
    expect(new Set(toSign.map((one) => one.until))).toEqual(
      new Set(['START_SIGN', 'CUSTOMER_SIGNED', 'SIGNED', 'EXPIRED', null]),
    );
    expect(toSign.flatMap(({ module }) => module ?? []).sort()).toEqual(['READY_TO_SIGN', 'SIGNED']);
  });

  it('is created once: a second start changes nothing', async () => {
    const before = await read().selectFrom('document').select('id').execute();
    expect(await seedDemoWorld(test.world)).toEqual([]);
    expect(await read().selectFrom('document').select('id').execute()).toEqual(before);
  });
});
