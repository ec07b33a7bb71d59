/** The places of the authorisation matrix: the same case at own and foreign dealers, brands, folder types and legal entities, signed to the end. */
import { insertDirectory } from '#server/dealers/index.ts';
import { createUser, type NewUser } from '#server/identity/index.ts';
import { png } from '../files.ts';
import { makePaper } from '../paper.ts';
import { cheapVerifier } from '../password.ts';
import { pathOf, type Stage } from '../signing-stage.ts';

export const PLACES = [
  'own',
  'ownOfDms',
  'otherBrand',
  'otherType',
  'otherDealer',
  'otherEntity',
  'vehicleExit',
] as const;
export type Place = (typeof PLACES)[number];

interface Where {
  hst: string;
  brand: string;
  type: string;
  documentType: string;
  /** Who makes customer, folder and document. */
  by: string;
}

const SALE = { type: 'SALE_NEW', documentType: 'SALE_NEW_RFO' } as const;

export const WHERE: Record<Place, Where> = {
  own: { hst: '10001', brand: 'bmw', ...SALE, by: 'admin' },
  ownOfDms: { hst: '10001', brand: 'bmw', ...SALE, by: 'dms-incadea' },
  otherBrand: { hst: '10001', brand: 'moto', ...SALE, by: 'admin' },
  otherType: { hst: '10001', brand: 'bmw', type: 'SERVICE', documentType: 'SERVICE_RICONSEGNA', by: 'admin' },
  otherDealer: { hst: '10002', brand: 'bmw', ...SALE, by: 'admin' },
  otherEntity: { hst: '10003', brand: 'bmw', ...SALE, by: 'admin' },
  vehicleExit: {
    hst: '10001',
    brand: 'bmw',
    type: 'VEHICLE_EXIT_REQUEST',
    documentType: 'T_B_D',
    by: 'admin',
  },
};

/** What a place holds; `marker` stands in the customer's name and nowhere else. */
export interface Case {
  dossierId: number;
  folderId: number;
  documentId: number;
  signedDocumentId: number;
  marker: string;
}

export function customerAt(hst: string, lastName: string, number: number): object {
  return {
    hst,
    brand: 'bmw',
    firstName: 'Ginevra',
    lastName,
    birthDate: '1980-01-01',
    birthPlace: 'Roma',
    fiscalCode: 'RSSMRA80A01H501U',
    mobilePhone: `+39 334000${String(number).padStart(4, '0')}`,
    email: `matrice${number}@example.com`,
    street: 'Via di Prova 1',
    city: 'Bologna',
    postalCode: '40121',
  };
}

/** Fields that some folder type demands; the others take them too. */
export const folderAt = (where: Pick<Where, 'brand' | 'type'>): object => ({
  brand: where.brand,
  type: where.type,
  businessId: 'PV-1',
  processDate: '2026-11-20',
  plate: 'AB123CD',
});

const attached = png();

/** A paper that is kept and never signed. */
export const paperAt = (): object => ({
  type: 'OTHER_IDENTITY',
  signable: false,
  archivable: false,
  fileName: 'foto.png',
  mimeType: 'image/png',
  content: attached.toString('base64'),
});

async function create(stage: Stage, by: string, path: string, body: object): Promise<Record<string, never>> {
  const answer = await stage.as(by, 'POST', path, body);
  if (answer.statusCode !== 201) throw new Error(`${by} ${path}: ${answer.body}`);
  return answer.json();
}

async function makeCase(stage: Stage, place: Place, number: number, file: Buffer): Promise<Case> {
  const where = WHERE[place];
  const marker = `Segnaposto-${place}-Fine`;
  const customer = customerAt(where.hst, marker, number) as { mobilePhone: string; email: string };
  const dossierId = Number((await create(stage, where.by, '/api/dossiers', customer)).id);
  const folderId = Number((await create(stage, where.by, '/api/folders', { dossierId, ...folderAt(where) })).id);
  const document = await create(stage, where.by, '/api/documents', {
    folderId,
    type: where.documentType,
    sigType: 'OTP',
    signable: true,
    archivable: true,
    fileName: `${marker}.pdf`,
    mimeType: 'application/pdf',
    content: file.toString('base64'),
  });
  const documentId = Number(document.id);
  const started = await stage.as('admin', 'POST', `/api/documents/${documentId}/sign`);
  if (started.statusCode !== 200) throw new Error(started.body);
  await stage.test.world.jobs.drain();
  const view = (await stage.as('admin', 'GET', `/api/documents/${documentId}`)).json<{ signUrl: string }>();
  const path = pathOf(view.signUrl);
  const browser = stage.browser();
  await browser.get(`${path}/document`);
  await browser.post(`${path}/otp`);
  const code = await stage.code({ phone: customer.mobilePhone, email: customer.email });
  const signed = await browser.post(`${path}/sign`, { code, points: await stage.points(path) });
  if (signed.statusCode !== 200) throw new Error(signed.body);
  await stage.test.world.jobs.drain();
  const done = (await stage.as('admin', 'GET', `/api/documents/${documentId}`)).json<{ signedDocumentId: number }>();
  return { dossierId, folderId, documentId, signedDocumentId: done.signedDocumentId, marker };
}

export type Cases = Record<Place, Case> & { absent: Case };

/** Makes every place's case on a stage that has no other documents. */
export async function makeCases(stage: Stage): Promise<Cases> {
  const { database } = stage.test.world;
  const [dealer] = await database.read.selectFrom('dealer').selectAll().limit(1).execute();
  if (dealer === undefined) throw new Error('The stage has no dealer');
  await database.transaction((tx) =>
    insertDirectory(
      tx,
      [{ code: 'LE002', name: 'Altra S.p.A.' }],
      [{ ...dealer, hst: '10003', legal_entity: 'LE002', name: 'Altra' }],
    ),
  );
  const file = await makePaper({ pages: 1 });
  const cases: Partial<Record<Place, Case>> = {};
  for (const [index, place] of PLACES.entries()) cases[place] = await makeCase(stage, place, index + 1, file);
  const nothing = 987_654_321;
  const absent = { dossierId: nothing, folderId: nothing, documentId: nothing, signedDocumentId: nothing, marker: '' };
  return { ...(cases as Record<Place, Case>), absent };
}

/** People whom the demo has not: nobody's role, and read-only in one brand of two. */
export const FURTHER_PEOPLE: readonly Pick<NewUser, 'login' | 'authorities' | 'hstList' | 'brands'>[] = [
  { login: 'nobody', authorities: ['ROLE_USER'], hstList: ['10001'], brands: [] },
  {
    login: 'mixed',
    authorities: ['ROLE_DEALER'],
    hstList: ['10001'],
    brands: [
      { brand: 'bmw', permissions: ['READONLY'] },
      { brand: 'moto', permissions: ['SALE_NEW'] },
    ],
  },
  { login: 'jobless', authorities: ['ROLE_DEALER'], hstList: [], brands: [] },
];

export async function addPeople(stage: Stage, people: readonly (typeof FURTHER_PEOPLE)[number][]): Promise<void> {
  const { world } = stage.test;
  const passwordVerifier = cheapVerifier('demo');
  await world.database.transaction(async (tx) => {
    for (const person of people) {
      const rest = { firstName: 'Prova', lastName: person.login, email: `${person.login}@example.com` };
      await createUser(tx, { ...person, ...rest, activated: true, passwordVerifier }, null, world.clock.now());
    }
  });
}
