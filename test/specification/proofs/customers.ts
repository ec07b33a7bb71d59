/** Proofs of dealers, customers, their search in external systems and their synchronization. */

import { generated } from '../../papers/generated-papers.ts';
import { adhere, LONG_AGO } from '../../stages/adherence.ts';
import type { Outages, Walk } from '../ground.ts';
import { type Proofs, type Provoke, stale } from '../proof.ts';

const made = async (walk: Walk, change: Record<string, unknown> = {}) =>
  walk.row(walk.post('dealer', '/api/dossiers', walk.dossier(change)));

const OF_MILANO = { hst: '10003' };

/** While an external system does not answer. */
const away =
  (system: keyof Outages, call: Provoke): Provoke =>
  async (walk) => {
    walk.outages[system] = true;
    try {
      return await call(walk);
    } finally {
      walk.outages[system] = false;
    }
  };

const FILTERS = 'lastName.contains=pro&city.contains=bol';
const searching =
  (path: string, query = FILTERS): Provoke =>
  (walk) =>
    walk.get('dealer', `${path}?${query}`);
/** A dealer without any mandate searches only the DMS. */
const dmsOnly =
  (path: string): Provoke =>
  (walk) =>
    walk.get('admin', `${path}?${FILTERS}&hst.equals=10010`);

/** The key of a person known to a dealer's DMS. */
async function knownToDms(walk: Walk, hst: string): Promise<string> {
  for (const letters of ['ari', 'ett', 'ino', 'ova', 'ell', 'ini', 'ard']) {
    const query = `lastName.contains=${letters}&email.contains=example&hst.equals=${hst}&size=1`;
    const [customer] = await walk.row(walk.get('admin', `/api/dms/customers?${query}`));
    if (customer !== undefined) return customer.businessId;
  }
  throw new Error('The built-in DMS is empty');
}

export const CUSTOMERS: Proofs = {
  listDealers: {
    success: {
      'the requested fields': (walk) =>
        walk.post('dealer', '/tools/conc/list', {
          brand: 'bmw,bmwi,mini,moto',
          fields: 'hst2011,name,legal_entity',
          test: false,
        }),
    },
  },
  listLegalEntities: {
    success: { 'those of the caller’s dealers': (walk) => walk.get('dealer', '/api/legal-entities') },
  },
  searchSimilarDossiers: {
    success: {
      'names with a typing error': (walk) => walk.post('dealer', '/api/dossiers/similar', { text: 'porvetti' }),
    },
    refusals: {
      'dossier.invalid': (walk) => walk.post('dealer', '/api/dossiers/similar', {}),
    },
  },
  searchDossiers: {
    success: {
      'open ones': (walk) =>
        walk.post('dealer', '/api/dossiers/search?page=0&size=20&sort=id,desc', { status: { equals: 'OPEN' } }),
    },
  },
  createDossier: {
    body: async (walk) => walk.dossier(),
    success: { 'a customer': (walk) => walk.post('dealer', '/api/dossiers', walk.dossier()) },
    refusals: {
      'dossier.invalid': (walk) => walk.post('dealer', '/api/dossiers', walk.dossier({ email: 'nessuno' })),
    },
  },
  getDossier: {
    success: { 'one customer': async (walk) => walk.get('sa3', `/api/dossiers/${(await made(walk)).id}`) },
    refusals: {
      'dossier.notFound': async (walk) => walk.get('milano', `/api/dossiers/${(await made(walk)).id}`),
    },
  },
  updateDossier: {
    success: {
      'the whole customer sent back': async (walk) =>
        walk.put('dealer', '/api/dossiers', { ...(await made(walk)), lastName: 'Cambiata' }),
    },
    refusals: {
      'dossier.invalid': async (walk) => walk.put('dealer', '/api/dossiers', { ...(await made(walk)), hst: '10002' }),
      'dossier.notFound': async (walk) => walk.put('milano', '/api/dossiers', await made(walk)),
      'conflict.stale': stale('/api/dossiers', 'dealer', made),
    },
  },
  deleteDossier: {
    success: {
      'a customer without folders': async (walk) => walk.remove('dealer', `/api/dossiers/${(await made(walk)).id}`),
    },
    refusals: {
      'dossier.notFound': (walk) => walk.remove('dealer', '/api/dossiers/999999'),
      'conflict.hasFolders': async (walk) => {
        const folder = await walk.row(walk.get('dealer', `/api/folders/${await walk.newFolder()}`));
        return walk.remove('dealer', `/api/dossiers/${folder.dossierId}`);
      },
      'conflict.feaEvidence': async (walk) => {
        const { hst } = await walk.newDealer();
        const { id, folderId } = await walk.ready(generated('FEA_MODULE'), { hst });
        await adhere(walk.database, id);
        const { dossierId } = await walk.row(walk.get('admin', `/api/folders/${folderId}`));
        return walk.remove('admin', `/api/dossiers/${dossierId}`);
      },
      'conflict.feaActive': async (walk) => {
        const { hst } = await walk.newDealer();
        const { id, folderId } = await walk.ready(generated('FEA_MODULE'), { hst });
        await adhere(walk.database, id, LONG_AGO);
        const { dossierId } = await walk.row(walk.get('admin', `/api/folders/${folderId}`));
        return walk.remove('admin', `/api/dossiers/${dossierId}`);
      },
      'conflict.signingRuns': async (walk) => {
        const { id, folderId } = await walk.ready();
        await walk.started(id);
        const { dossierId } = await walk.row(walk.get('admin', `/api/folders/${folderId}`));
        return walk.remove('admin', `/api/dossiers/${dossierId}`);
      },
    },
  },
  getSynchronization: {
    success: {
      'for a customer that is not linked': async (walk) =>
        walk.get('dealer', `/api/dossiers/rsp-synchronization/${(await made(walk)).id}/status`),
    },
    refusals: {
      'dossier.notFound': async (walk) => {
        const { id } = await walk.row(walk.post('milano', '/api/dossiers', walk.dossier(OF_MILANO)));
        return walk.get('dealer', `/api/dossiers/rsp-synchronization/${id}/status`);
      },
    },
  },
  scheduleSynchronization: {
    success: {
      'of a customer found in RSP': async (walk) => {
        const { id } = await made(walk, { searchType: 'RSP', businessId: 'R-000123' });
        return walk.post('dealer', `/api/dossiers/rsp-synchronization/${id}`);
      },
    },
    refusals: {
      'dossier.notFound': (walk) => walk.post('dealer', '/api/dossiers/rsp-synchronization/999999'),
      'dossier.notLinked': async (walk) =>
        walk.post('dealer', `/api/dossiers/rsp-synchronization/${(await made(walk)).id}`),
    },
  },
  searchRspCustomers: {
    success: { people: searching('/api/rsp/customers') },
    refusals: {
      'customer.dmsOnly': dmsOnly('/api/rsp/customers'),
      'rsp.unavailable': away('RSP', searching('/api/rsp/customers')),
      'request.invalid': searching('/api/rsp/customers', 'lastName.contains=pro'),
    },
  },
  searchRspCompanies: {
    success: { companies: searching('/api/rsp/companies', 'organizationName.contains=off&city.contains=bol') },
    refusals: {
      'customer.dmsOnly': dmsOnly('/api/rsp/companies'),
      'rsp.unavailable': away('RSP', searching('/api/rsp/companies')),
      'request.invalid': searching('/api/rsp/companies', 'organizationName.contains=of&city.contains=bol'),
    },
  },
  searchDmsCustomers: {
    success: { 'people and companies': searching('/api/dms/customers') },
    refusals: {
      'dms.unavailable': away('DMS', searching('/api/dms/customers')),
      'request.invalid': searching('/api/dms/customers', `${FILTERS}&street.contains=via`),
    },
  },
  getDmsCustomer: {
    success: {
      'one by its key': async (walk) => walk.get('dealer', `/api/dms/customers/${await knownToDms(walk, '10001')}`),
    },
    refusals: {
      'customer.notFound': async (walk) => walk.get('dealer', `/api/dms/customers/${await knownToDms(walk, '10003')}`),
      'dms.unavailable': away('DMS', (walk) => walk.get('dealer', '/api/dms/customers/D-000123')),
    },
  },
  searchPlaces: {
    success: {
      'those of a day': (walk) => walk.get('readonly', '/api/places?name.contains=bat&on=1975-04-10'),
    },
    refusals: { 'request.invalid': (walk) => walk.get('dealer', '/api/places?name.contains=ba') },
  },
  readFiscalCode: {
    success: {
      'birth date, sex and place': (walk) =>
        walk.post('readonly', '/api/places/fiscal-code', { fiscalCode: 'FRNSST75D50A717N' }),
    },
    refusals: {
      'request.invalid': (walk) => walk.post('dealer', '/api/places/fiscal-code', { fiscalCode: 'FRNSST75D50A717A' }),
    },
  },
};
