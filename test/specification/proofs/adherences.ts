/** Proofs of FEA adherences. */

import { png } from '../../papers/files.ts';
import { generatedDocument } from '../../papers/generated-papers.ts';
import { insertAdherence } from '../../stages/adherence.ts';
import type { Proofs } from '../proof.ts';
import { type Answer, base64, type TestApi } from '../test-api.ts';
import { type FileRefusal, REFUSED_COPIES } from './uploads.ts';

interface Row {
  id: number;
}

const createCustomer = async (api: TestApi, login = 'dealer', change: Record<string, unknown> = {}): Promise<number> =>
  (await api.bodyOf<Row>(api.post(login, '/api/dossiers', api.dossier(change)))).id;
const ofMilano = (api: TestApi): Promise<number> => createCustomer(api, 'milano', { hst: '10003' });

/** Of a separate legal entity: the customers of the test server share a codice fiscale. */
async function createAdherence(api: TestApi): Promise<number> {
  const { hst } = await api.newDealer();
  const { id, folderId } = await api.newReadyDocument(generatedDocument('FEA_MODULE'), { hst });
  await insertAdherence(api.database, id);
  return (await api.bodyOf<{ dossierId: number }>(api.get('admin', `/api/folders/${folderId}`))).dossierId;
}

const revoke = (api: TestApi, login: string, id: number, change: object = {}): Promise<Answer> =>
  api.post(login, `/api/dossiers/${id}/fea/revoke`, { date: '2026-01-02', via: 'PHONE', ...change });

const PAPER = { fileName: 'richiesta.png', content: base64(png()) };

/** A revocation with its signed request. */
async function revokeByPaper(api: TestApi): Promise<{ id: number; adherenceId: number }> {
  const id = await createAdherence(api);
  const { current } = await api.bodyOf<{ current: Row }>(revoke(api, 'admin', id, { request: PAPER }));
  return { id, adherenceId: current.id };
}

const copy = (api: TestApi, login: string, id: number): Promise<Answer> =>
  api.get(login, `/api/dossiers/${id}/fea/copy`);

export const ADHERENCES: Proofs = {
  getAdherence: {
    success: {
      'for a customer without adherence': async (api) =>
        api.get('dealer', `/api/dossiers/${await createCustomer(api)}/fea/current`),
      'for a customer with an adherence': async (api) =>
        api.get('admin', `/api/dossiers/${await createAdherence(api)}/fea/current`),
    },
    refusals: {
      'dossier.notFound': async (api) => api.get('dealer', `/api/dossiers/${await ofMilano(api)}/fea/current`),
    },
  },
  downloadAdherence: {
    success: {
      'for a customer with an adherence': async (api) => copy(api, 'admin', await createAdherence(api)),
    },
    refusals: {
      'dossier.notFound': async (api) => copy(api, 'dealer', await ofMilano(api)),
      'access.readonly': async (api) => copy(api, 'readonly', await createCustomer(api)),
      'fea.nothingToCopy': async (api) => copy(api, 'dealer', await createCustomer(api)),
      'fea.copyTooLarge': async (api) => {
        const id = await createAdherence(api);
        await api.database.transaction((tx) =>
          tx
            .updateTable('document')
            .set({ file_size: 2 ** 32, signed_document_id: null })
            .where('dossier_id', '=', id)
            .execute(),
        );
        return copy(api, 'admin', id);
      },
    },
  },
  downloadRevocationRequest: {
    success: {
      'the file': async (api) => {
        const { id, adherenceId } = await revokeByPaper(api);
        return api.get('admin', `/api/dossiers/${id}/fea/${adherenceId}/request`);
      },
    },
    refusals: {
      'dossier.notFound': async (api) => api.get('dealer', `/api/dossiers/${await ofMilano(api)}/fea/1/request`),
      'fea.noRequest': async (api) => api.get('dealer', `/api/dossiers/${await createCustomer(api)}/fea/1/request`),
      'file.range': async (api) => {
        const { id, adherenceId } = await revokeByPaper(api);
        return api.get('admin', `/api/dossiers/${id}/fea/${adherenceId}/request`, { range: 'bytes=99999999-' });
      },
    },
  },
  revokeAdherence: {
    success: {
      'a revocation on paper': async (api) => revoke(api, 'admin', await createAdherence(api), { request: PAPER }),
      'a revocation by telephone': async (api) =>
        revoke(api, 'admin', await createAdherence(api), { requestedBy: 'La figlia', reason: 'Preferisce la carta' }),
    },
    refusals: {
      'dossier.notFound': async (api) => revoke(api, 'dealer', await ofMilano(api)),
      'adherence.invalid': async (api) => revoke(api, 'admin', await createAdherence(api), { date: '2999-01-01' }),
      ...(Object.fromEntries(
        Object.entries(REFUSED_COPIES).map(([code, paper]) => [
          code,
          async (api: TestApi) => revoke(api, 'admin', await createAdherence(api), { request: paper() }),
        ]),
      ) as Record<FileRefusal, (api: TestApi) => Promise<Answer>>),
      'fea.notActive': async (api) => {
        const id = await createAdherence(api);
        await api.bodyOf(revoke(api, 'admin', id));
        return revoke(api, 'admin', id);
      },
    },
  },
};
