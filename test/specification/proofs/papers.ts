/** Proofs of templates and the versions of their texts. */
import { draftTexts } from '../../../src/domain/papers/compose-paper.ts';
import type { Proofs, ProvokeCall } from '../proof.ts';
import type { Answer, TestApi } from '../test-api.ts';

const TYPE = 'LOAN_HANDOVER_FORM';
const clauses = () => draftTexts(TYPE, 'it')?.clauses ?? [];

/** Of a separate legal entity: each has one version at a time. */
const newVersion = async (api: TestApi) => ({
  kind: 'CLAUSES',
  type: TYPE,
  legalEntity: (await api.newDealer()).legalEntity,
  version: '2026.1',
  note: 'Testo dello studio legale',
  clauses: clauses(),
});
const newCompany = async (api: TestApi) => ({
  kind: 'COMPANY',
  legalEntity: (await api.newDealer()).legalEntity,
  company: { vatNumber: '00010009991', pec: 'legale@pec.example.com' },
});

interface Version {
  id: number;
  digest: string;
}
const PATH = '/api/paper-versions';
const draft = async (api: TestApi) => api.bodyOf(api.post('admin', PATH, await newVersion(api)));
const submitted = async (api: TestApi): Promise<Version> =>
  api.bodyOf(api.post('admin', `${PATH}/${(await draft(api)).id}/submit`));
const publish = (api: TestApi, { id, digest }: Version, login = 'keeper'): Promise<Answer> =>
  api.post(login, `${PATH}/${id}/publish`, { digest });
const returnVersion = (api: TestApi, id: number, reason: string | null, login = 'keeper'): Promise<Answer> =>
  api.post(login, `${PATH}/${id}/return`, { reason });

const onUnknownVersion =
  (method: 'GET' | 'POST' | 'DELETE', act = '', body: object = {}): ProvokeCall =>
  (api) =>
    api.callAs('admin', method, `${PATH}/999999${act}`, method === 'GET' ? undefined : body);

const DIGEST = { digest: '0'.repeat(64) };

export const PAPERS: Proofs = {
  getFeaPage: {
    success: {
      'for a legal entity, publicly': (api) => api.ask({ method: 'GET', path: '/api/fea/LE001' }),
      'in English, in an earlier edition': async (api) => {
        const { legalEntity } = await api.newDealer();
        const { id } = await api.bodyOf(
          api.post('admin', PATH, { kind: 'COMPANY', legalEntity, company: { insurer: 'Prova' } }),
        );
        const sent = await api.bodyOf(api.post('admin', `${PATH}/${id}/submit`));
        const { publishedDate } = await api.bodyOf(publish(api, sent));
        return api.ask({ method: 'GET', path: `/api/fea/${legalEntity}?lang=en&at=${publishedDate}` });
      },
    },
  },
  listPapers: { success: { 'every type with clauses': (api) => api.get('nsc', '/api/papers') } },
  getPaper: {
    success: {
      'the draft texts of the product': (api) => api.get('nsc', `/api/papers/${TYPE}`),
      'in a foreign language': (api) => api.get('admin', '/api/papers/LOAN_TEST_PRODUCT_FOREIGN?language=de'),
    },
    refusals: { 'paper.notFound': (api) => api.get('admin', '/api/papers/OTHER_IDENTITY') },
  },
  previewPaper: {
    success: {
      'of a type': (api) => api.post('nsc', '/api/papers/preview', { type: TYPE }),
      'with the input': (api) =>
        api.post('admin', '/api/papers/preview', { type: TYPE, version: 'x', clauses: clauses() }),
    },
    refusals: {
      'paperVersion.invalid': (api) => api.post('admin', '/api/papers/preview', { type: 'OTHER_IDENTITY' }),
      'request.tooMany': async (api) => {
        await api.newUser('looker', 'ROLE_BMW_ITALIA', [], []);
        let answer = await api.post('looker', '/api/papers/preview', { type: TYPE });
        for (let n = 0; n < 240 && answer.statusCode === 200; n++) {
          answer = await api.post('looker', '/api/papers/preview', { type: TYPE });
        }
        return answer;
      },
    },
  },
  listPaperVersions: {
    success: {
      'of a type': (api) => api.get('nsc', `${PATH}?type=${TYPE}&language=it`),
      'of legal entities': (api) => api.get('admin', `${PATH}?kind=COMPANY`),
    },
  },
  getPaperVersion: {
    success: { 'one version': async (api) => api.get('nsc', `${PATH}/${(await draft(api)).id}`) },
    refusals: { 'paperVersion.notFound': onUnknownVersion('GET') },
  },
  createPaperVersion: {
    body: newVersion,
    success: {
      'clauses of a type': async (api) => api.post('admin', PATH, await newVersion(api)),
      'data of a legal entity': async (api) => api.post('admin', PATH, await newCompany(api)),
    },
    refusals: {
      'paperVersion.invalid': async (api) => api.post('admin', PATH, { ...(await newVersion(api)), clauses: [] }),
      'paperVersion.openExists': async (api) => {
        const body = await newVersion(api);
        await api.bodyOf(api.post('admin', PATH, body));
        return api.post('keeper', PATH, { ...body, version: '2026.2' });
      },
    },
  },
  updatePaperVersion: {
    success: {
      'the whole version sent back': async (api) =>
        api.put('admin', PATH, { ...(await draft(api)), version: '2026.1 bis' }),
    },
    refusals: {
      'paperVersion.invalid': async (api) => api.put('admin', PATH, { ...(await draft(api)), type: 'FEA_MODULE' }),
      'paperVersion.notFound': async (api) => api.put('admin', PATH, { ...(await draft(api)), id: 999_999 }),
      'paperVersion.notDraft': async (api) => api.put('admin', PATH, await submitted(api)),
      'conflict.stale': async (api) => {
        const row = await draft(api);
        await api.bodyOf(api.put('admin', PATH, row));
        return api.put('admin', PATH, row);
      },
    },
  },
  deletePaperVersion: {
    success: { 'a draft': async (api) => api.remove('admin', `${PATH}/${(await draft(api)).id}`) },
    refusals: {
      'paperVersion.notFound': onUnknownVersion('DELETE'),
      'paperVersion.notDraft': async (api) => api.remove('admin', `${PATH}/${(await submitted(api)).id}`),
    },
  },
  submitPaperVersion: {
    success: {
      'a draft': async (api) => api.post('admin', `${PATH}/${(await draft(api)).id}/submit`),
    },
    refusals: {
      'paperVersion.notFound': onUnknownVersion('POST', '/submit'),
      'paperVersion.notDraft': async (api) => api.post('admin', `${PATH}/${(await submitted(api)).id}/submit`),
    },
  },
  publishPaperVersion: {
    success: { 'a version submitted by another administrator': async (api) => publish(api, await submitted(api)) },
    refusals: {
      'paperVersion.notFound': onUnknownVersion('POST', '/publish', DIGEST),
      'paperVersion.notSubmitted': async (api) => publish(api, { ...(await draft(api)), ...DIGEST }),
      'paperVersion.ownWork': async (api) => publish(api, await submitted(api), 'admin'),
      'conflict.stale': async (api) => publish(api, { ...(await submitted(api)), ...DIGEST }),
    },
  },
  returnPaperVersion: {
    success: {
      'with the reason': async (api) => returnVersion(api, (await submitted(api)).id, 'Manca il foro.'),
      'taken back by its author': async (api) => returnVersion(api, (await submitted(api)).id, null, 'admin'),
    },
    refusals: {
      'paperVersion.notFound': onUnknownVersion('POST', '/return', { reason: 'Prova' }),
      'paperVersion.notSubmitted': async (api) => returnVersion(api, (await draft(api)).id, 'Prova'),
      'paperVersion.reasonMissing': async (api) => returnVersion(api, (await submitted(api)).id, null),
    },
  },
};
