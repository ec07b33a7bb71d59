/** Proofs of templates and the versions of their texts. */
import { draftTexts } from '../../../src/domain/papers/compose.ts';
import type { Answer, Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';

const TYPE = 'LOAN_HANDOVER_FORM';
const clauses = () => draftTexts(TYPE, 'it')?.clauses ?? [];

/** Of a separate legal entity: each has one version at a time. */
const newVersion = async (walk: Walk) => ({
  kind: 'CLAUSES',
  type: TYPE,
  legalEntity: (await walk.newDealer()).legalEntity,
  version: '2026.1',
  note: 'Testo dello studio legale',
  clauses: clauses(),
});
const newCompany = async (walk: Walk) => ({
  kind: 'COMPANY',
  legalEntity: (await walk.newDealer()).legalEntity,
  company: { vatNumber: '00010009991', pec: 'legale@pec.example.com' },
});

interface Version {
  id: number;
  digest: string;
}
const PATH = '/api/paper-versions';
const draft = async (walk: Walk) => walk.row(walk.post('admin', PATH, await newVersion(walk)));
const submitted = async (walk: Walk): Promise<Version> =>
  walk.row(walk.post('admin', `${PATH}/${(await draft(walk)).id}/submit`));
const publish = (walk: Walk, { id, digest }: Version, login = 'keeper'): Promise<Answer> =>
  walk.post(login, `${PATH}/${id}/publish`, { digest });
const giveBack = (walk: Walk, id: number, reason: string | null, login = 'keeper'): Promise<Answer> =>
  walk.post(login, `${PATH}/${id}/return`, { reason });

const absent =
  (method: 'GET' | 'POST' | 'DELETE', act = '', body: object = {}): Provoke =>
  (walk) =>
    walk.as('admin', method, `${PATH}/999999${act}`, method === 'GET' ? undefined : body);

const DIGEST = { digest: '0'.repeat(64) };

export const PAPERS: Proofs = {
  getFeaPage: {
    success: {
      'for a legal entity, publicly': (walk) => walk.ask({ method: 'GET', path: '/api/fea/LE001' }),
      'in English, in an earlier edition': async (walk) => {
        const { legalEntity } = await walk.newDealer();
        const { id } = await walk.row(
          walk.post('admin', PATH, { kind: 'COMPANY', legalEntity, company: { insurer: 'Prova' } }),
        );
        const sent = await walk.row(walk.post('admin', `${PATH}/${id}/submit`));
        const { publishedDate } = await walk.row(publish(walk, sent));
        return walk.ask({ method: 'GET', path: `/api/fea/${legalEntity}?lang=en&at=${publishedDate}` });
      },
    },
  },
  listPapers: { success: { 'every type with clauses': (walk) => walk.get('nsc', '/api/papers') } },
  getPaper: {
    success: {
      'the draft texts of the product': (walk) => walk.get('nsc', `/api/papers/${TYPE}`),
      'in a foreign language': (walk) => walk.get('admin', '/api/papers/LOAN_TEST_PRODUCT_FOREIGN?language=de'),
    },
    refusals: { 'paper.notFound': (walk) => walk.get('admin', '/api/papers/OTHER_IDENTITY') },
  },
  previewPaper: {
    success: {
      'of a type': (walk) => walk.post('nsc', '/api/papers/preview', { type: TYPE }),
      'with the input': (walk) =>
        walk.post('admin', '/api/papers/preview', { type: TYPE, version: 'x', clauses: clauses() }),
    },
    refusals: {
      'paperVersion.invalid': (walk) => walk.post('admin', '/api/papers/preview', { type: 'OTHER_IDENTITY' }),
      'request.tooMany': async (walk) => {
        await walk.newUser('looker', 'ROLE_BMW_ITALIA', [], []);
        let answer = await walk.post('looker', '/api/papers/preview', { type: TYPE });
        for (let n = 0; n < 240 && answer.statusCode === 200; n++) {
          answer = await walk.post('looker', '/api/papers/preview', { type: TYPE });
        }
        return answer;
      },
    },
  },
  listPaperVersions: {
    success: {
      'of a type': (walk) => walk.get('nsc', `${PATH}?type=${TYPE}&language=it`),
      'of legal entities': (walk) => walk.get('admin', `${PATH}?kind=COMPANY`),
    },
  },
  getPaperVersion: {
    success: { 'one version': async (walk) => walk.get('nsc', `${PATH}/${(await draft(walk)).id}`) },
    refusals: { 'paperVersion.notFound': absent('GET') },
  },
  createPaperVersion: {
    body: newVersion,
    success: {
      'clauses of a type': async (walk) => walk.post('admin', PATH, await newVersion(walk)),
      'data of a legal entity': async (walk) => walk.post('admin', PATH, await newCompany(walk)),
    },
    refusals: {
      'paperVersion.invalid': async (walk) => walk.post('admin', PATH, { ...(await newVersion(walk)), clauses: [] }),
      'paperVersion.openExists': async (walk) => {
        const body = await newVersion(walk);
        await walk.row(walk.post('admin', PATH, body));
        return walk.post('keeper', PATH, { ...body, version: '2026.2' });
      },
    },
  },
  updatePaperVersion: {
    success: {
      'the whole version sent back': async (walk) =>
        walk.put('admin', PATH, { ...(await draft(walk)), version: '2026.1 bis' }),
    },
    refusals: {
      'paperVersion.invalid': async (walk) => walk.put('admin', PATH, { ...(await draft(walk)), type: 'FEA_MODULE' }),
      'paperVersion.notFound': async (walk) => walk.put('admin', PATH, { ...(await draft(walk)), id: 999_999 }),
      'paperVersion.notDraft': async (walk) => walk.put('admin', PATH, await submitted(walk)),
      'conflict.stale': async (walk) => {
        const row = await draft(walk);
        await walk.row(walk.put('admin', PATH, row));
        return walk.put('admin', PATH, row);
      },
    },
  },
  deletePaperVersion: {
    success: { 'a draft': async (walk) => walk.remove('admin', `${PATH}/${(await draft(walk)).id}`) },
    refusals: {
      'paperVersion.notFound': absent('DELETE'),
      'paperVersion.notDraft': async (walk) => walk.remove('admin', `${PATH}/${(await submitted(walk)).id}`),
    },
  },
  submitPaperVersion: {
    success: {
      'a draft': async (walk) => walk.post('admin', `${PATH}/${(await draft(walk)).id}/submit`),
    },
    refusals: {
      'paperVersion.notFound': absent('POST', '/submit'),
      'paperVersion.notDraft': async (walk) => walk.post('admin', `${PATH}/${(await submitted(walk)).id}/submit`),
    },
  },
  publishPaperVersion: {
    success: { 'a version submitted by another administrator': async (walk) => publish(walk, await submitted(walk)) },
    refusals: {
      'paperVersion.notFound': absent('POST', '/publish', DIGEST),
      'paperVersion.notSubmitted': async (walk) => publish(walk, { ...(await draft(walk)), ...DIGEST }),
      'paperVersion.ownWork': async (walk) => publish(walk, await submitted(walk), 'admin'),
      'conflict.stale': async (walk) => publish(walk, { ...(await submitted(walk)), ...DIGEST }),
    },
  },
  returnPaperVersion: {
    success: {
      'with the reason': async (walk) => giveBack(walk, (await submitted(walk)).id, 'Manca il foro.'),
      'taken back by its author': async (walk) => giveBack(walk, (await submitted(walk)).id, null, 'admin'),
    },
    refusals: {
      'paperVersion.notFound': absent('POST', '/return', { reason: 'Prova' }),
      'paperVersion.notSubmitted': async (walk) => giveBack(walk, (await draft(walk)).id, 'Prova'),
      'paperVersion.reasonMissing': async (walk) => giveBack(walk, (await submitted(walk)).id, null),
    },
  },
};
