/** The places of the authorisation matrix, the records created there, and people who are not in the demo. */
import { createUser, type NewUser } from '#server/identity/index.ts';
import { png } from '../../papers/files.ts';
import { cheapVerifier } from '../../password.ts';
import type { Stage } from '../../stages/signing-stage.ts';

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

interface PlaceScope {
  hst: string;
  brand: string;
  type: string;
  documentType: string;
  /** The login that creates customer, folder and document. */
  by: string;
}

const SALE = { type: 'SALE_NEW', documentType: 'SALE_NEW_RFO' } as const;

export const PLACE_SCOPES: Record<Place, PlaceScope> = {
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

export function customerBody(hst: string, lastName: string, number: number): object {
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

/** Fields that some folder types require; the others accept them too. */
export const folderBody = (where: Pick<PlaceScope, 'brand' | 'type'>): object => ({
  brand: where.brand,
  type: where.type,
  businessId: 'PV-1',
  processDate: '2026-11-20',
  plate: 'AB123CD',
});

const attached = png();

/** A document that is stored but never signed. */
export const draftBody = (): object => ({
  type: 'OTHER_IDENTITY',
  signable: false,
  archivable: false,
  fileName: 'foto.png',
  mimeType: 'image/png',
  content: attached.toString('base64'),
});

/** People who are not in the demo: a user without a role, and one read-only in one of two brands. */
export const EXTRA_USERS: readonly Pick<NewUser, 'login' | 'authorities' | 'hstList' | 'brands'>[] = [
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

export async function addUsers(stage: Stage, users: readonly (typeof EXTRA_USERS)[number][]): Promise<void> {
  const { world } = stage.test;
  const passwordVerifier = cheapVerifier('demo');
  await world.database.transaction(async (tx) => {
    for (const person of users) {
      const rest = { firstName: 'Prova', lastName: person.login, email: `${person.login}@example.com` };
      await createUser(tx, { ...person, ...rest, activated: true, passwordVerifier }, null, world.clock.now());
    }
  });
}
