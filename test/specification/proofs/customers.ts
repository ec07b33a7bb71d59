/** Proofs of dealers, customers, their search in external systems and their synchronization. */

import { generatedDocument } from '../../papers/generated-papers.ts';
import { insertAdherence, LONG_AGO } from '../../stages/adherence.ts';
import { type Proofs, type ProvokeCall, staleEdit } from '../proof.ts';
import type { OutsideOutages, TestApi } from '../test-api.ts';

const made = async (api: TestApi, change: Record<string, unknown> = {}) =>
  api.bodyOf(api.post('dealer', '/api/dossiers', api.dossier(change)));

const OF_MILANO = { hst: '10003' };

/** While an external system does not answer. */
const whileDown =
  (system: keyof OutsideOutages, call: ProvokeCall): ProvokeCall =>
  async (api) => {
    api.outages[system] = true;
    try {
      return await call(api);
    } finally {
      api.outages[system] = false;
    }
  };

const FILTERS = 'lastName.contains=pro&city.contains=bol';
const search =
  (path: string, query = FILTERS): ProvokeCall =>
  (api) =>
    api.get('dealer', `${path}?${query}`);
/** A dealer without any mandate searches only the DMS. */
const searchDmsOnly =
  (path: string): ProvokeCall =>
  (api) =>
    api.get('admin', `${path}?${FILTERS}&hst.equals=10010`);

/** The key of a person known to a dealer's DMS. */
async function dmsCustomerKey(api: TestApi, hst: string): Promise<string> {
  for (const letters of ['ari', 'ett', 'ino', 'ova', 'ell', 'ini', 'ard']) {
    const query = `lastName.contains=${letters}&email.contains=example&hst.equals=${hst}&size=1`;
    const [customer] = await api.bodyOf(api.get('admin', `/api/dms/customers?${query}`));
    if (customer !== undefined) return customer.businessId;
  }
  throw new Error('The built-in DMS is empty');
}

export const CUSTOMERS: Proofs = {
  listDealers: {
    success: {
      'the requested fields': (api) =>
        api.post('dealer', '/tools/conc/list', {
          brand: 'bmw,bmwi,mini,moto',
          fields: 'hst2011,name,legal_entity',
          test: false,
        }),
    },
  },
  listLegalEntities: {
    success: { 'those of the caller’s dealers': (api) => api.get('dealer', '/api/legal-entities') },
  },
  searchSimilarDossiers: {
    success: {
      'names with a typing error': (api) => api.post('dealer', '/api/dossiers/similar', { text: 'porvetti' }),
    },
    refusals: {
      'dossier.invalid': (api) => api.post('dealer', '/api/dossiers/similar', {}),
    },
  },
  searchDossiers: {
    success: {
      'open ones': (api) =>
        api.post('dealer', '/api/dossiers/search?page=0&size=20&sort=id,desc', { status: { equals: 'OPEN' } }),
    },
  },
  createDossier: {
    body: async (api) => api.dossier(),
    success: { 'a customer': (api) => api.post('dealer', '/api/dossiers', api.dossier()) },
    refusals: {
      'dossier.invalid': (api) => api.post('dealer', '/api/dossiers', api.dossier({ email: 'nessuno' })),
    },
  },
  getDossier: {
    success: { 'one customer': async (api) => api.get('sa3', `/api/dossiers/${(await made(api)).id}`) },
    refusals: {
      'dossier.notFound': async (api) => api.get('milano', `/api/dossiers/${(await made(api)).id}`),
    },
  },
  updateDossier: {
    success: {
      'the whole customer sent back': async (api) =>
        api.put('dealer', '/api/dossiers', { ...(await made(api)), lastName: 'Cambiata' }),
    },
    refusals: {
      'dossier.invalid': async (api) => api.put('dealer', '/api/dossiers', { ...(await made(api)), hst: '10002' }),
      'dossier.notFound': async (api) => api.put('milano', '/api/dossiers', await made(api)),
      'conflict.stale': staleEdit('/api/dossiers', 'dealer', made),
    },
  },
  deleteDossier: {
    success: {
      'a customer without folders': async (api) => api.remove('dealer', `/api/dossiers/${(await made(api)).id}`),
    },
    refusals: {
      'dossier.notFound': (api) => api.remove('dealer', '/api/dossiers/999999'),
      'conflict.hasFolders': async (api) => {
        const folder = await api.bodyOf(api.get('dealer', `/api/folders/${await api.newFolder()}`));
        return api.remove('dealer', `/api/dossiers/${folder.dossierId}`);
      },
      'conflict.feaEvidence': async (api) => {
        const { hst } = await api.newDealer();
        const { id, folderId } = await api.newReadyDocument(generatedDocument('FEA_MODULE'), { hst });
        await insertAdherence(api.database, id);
        const { dossierId } = await api.bodyOf(api.get('admin', `/api/folders/${folderId}`));
        return api.remove('admin', `/api/dossiers/${dossierId}`);
      },
      'conflict.feaActive': async (api) => {
        const { hst } = await api.newDealer();
        const { id, folderId } = await api.newReadyDocument(generatedDocument('FEA_MODULE'), { hst });
        await insertAdherence(api.database, id, LONG_AGO);
        const { dossierId } = await api.bodyOf(api.get('admin', `/api/folders/${folderId}`));
        return api.remove('admin', `/api/dossiers/${dossierId}`);
      },
      'conflict.signingRuns': async (api) => {
        const { id, folderId } = await api.newReadyDocument();
        await api.startSigning(id);
        const { dossierId } = await api.bodyOf(api.get('admin', `/api/folders/${folderId}`));
        return api.remove('admin', `/api/dossiers/${dossierId}`);
      },
    },
  },
  getSynchronization: {
    success: {
      'for a customer that is not linked': async (api) =>
        api.get('dealer', `/api/dossiers/rsp-synchronization/${(await made(api)).id}/status`),
    },
    refusals: {
      'dossier.notFound': async (api) => {
        const { id } = await api.bodyOf(api.post('milano', '/api/dossiers', api.dossier(OF_MILANO)));
        return api.get('dealer', `/api/dossiers/rsp-synchronization/${id}/status`);
      },
    },
  },
  scheduleSynchronization: {
    success: {
      'of a customer found in RSP': async (api) => {
        const { id } = await made(api, { searchType: 'RSP', businessId: 'R-000123' });
        return api.post('dealer', `/api/dossiers/rsp-synchronization/${id}`);
      },
    },
    refusals: {
      'dossier.notFound': (api) => api.post('dealer', '/api/dossiers/rsp-synchronization/999999'),
      'dossier.notLinked': async (api) =>
        api.post('dealer', `/api/dossiers/rsp-synchronization/${(await made(api)).id}`),
    },
  },
  searchRspCustomers: {
    success: { people: search('/api/rsp/customers') },
    refusals: {
      'customer.dmsOnly': searchDmsOnly('/api/rsp/customers'),
      'rsp.unavailable': whileDown('RSP', search('/api/rsp/customers')),
      'request.invalid': search('/api/rsp/customers', 'lastName.contains=pro'),
    },
  },
  searchRspCompanies: {
    success: { companies: search('/api/rsp/companies', 'organizationName.contains=off&city.contains=bol') },
    refusals: {
      'customer.dmsOnly': searchDmsOnly('/api/rsp/companies'),
      'rsp.unavailable': whileDown('RSP', search('/api/rsp/companies')),
      'request.invalid': search('/api/rsp/companies', 'organizationName.contains=of&city.contains=bol'),
    },
  },
  searchDmsCustomers: {
    success: { 'people and companies': search('/api/dms/customers') },
    refusals: {
      'dms.unavailable': whileDown('DMS', search('/api/dms/customers')),
      'request.invalid': search('/api/dms/customers', `${FILTERS}&street.contains=via`),
    },
  },
  getDmsCustomer: {
    success: {
      'one by its key': async (api) => api.get('dealer', `/api/dms/customers/${await dmsCustomerKey(api, '10001')}`),
    },
    refusals: {
      'customer.notFound': async (api) => api.get('dealer', `/api/dms/customers/${await dmsCustomerKey(api, '10003')}`),
      'dms.unavailable': whileDown('DMS', (api) => api.get('dealer', '/api/dms/customers/D-000123')),
    },
  },
  searchPlaces: {
    success: {
      'those of a day': (api) => api.get('readonly', '/api/places?name.contains=bat&on=1975-04-10'),
    },
    refusals: { 'request.invalid': (api) => api.get('dealer', '/api/places?name.contains=ba') },
  },
  readFiscalCode: {
    success: {
      'birth date, sex and place': (api) =>
        api.post('readonly', '/api/places/fiscal-code', { fiscalCode: 'FRNSST75D50A717N' }),
    },
    refusals: {
      'request.invalid': (api) => api.post('dealer', '/api/places/fiscal-code', { fiscalCode: 'FRNSST75D50A717A' }),
    },
  },
};
