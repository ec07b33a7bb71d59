/** People with an FEA adherence and the documents they sign with it, through HTTP: a stage for tests of later steps. */
import { expect } from 'vitest';
import type { AdherenceOutput } from '../../src/contract/adherences.ts';
import { makePaper } from '../papers/paper.ts';
import type { TestWorldOptions } from '../world.ts';
import { type Customer, openStage, type Stage } from './signing-stage.ts';

export const IDENTITY = {
  ...{ type: 'identityCard', number: 'CA00000AA', issuer: 'Comune di Bologna' },
  ...{ issueDate: '2021-02-10', expiryDate: '2041-01-01' },
};

export interface Origin {
  id: number;
  folderId: number;
  dossierId: number;
  customer: { phone: string; email: string };
}

export interface FeaStage {
  readonly stage: Stage;
  /** A document that waits for an FEA adherence, of a different person each time. */
  newFeaDocument(dossier?: object, customer?: Customer): Promise<Origin>;
  /** A further document of the same folder. */
  addDocument(origin: Origin, change?: object): Promise<number>;
  /** @returns the module's id. */
  createModule(id: number, change?: object): Promise<number>;
  sign(id: number, customer: Origin['customer']): Promise<void>;
  /** A customer whose module is signed. */
  newAdherence(change?: object): Promise<Origin & { moduleId: number }>;
  read(dossierId: number, login?: string): Promise<AdherenceOutput>;
  revoke(dossierId: number, change?: object, login?: string): ReturnType<Stage['callAs']>;
}

export async function openFeaStage(options: TestWorldOptions = {}): Promise<FeaStage> {
  const stage = await openStage(options);
  let personCount = 0;
  const newFea: FeaStage['newFeaDocument'] = async (dossier = {}, customer = undefined) => {
    personCount += 1;
    const fiscalCode = `PRVGVR80A41H${String(500 + personCount)}D`;
    const called = customer === undefined ? {} : { customer };
    return stage.newDocument({ document: { sigType: 'FEA' }, dossier: { fiscalCode, ...dossier }, ...called });
  };
  const moduleOf: FeaStage['createModule'] = async (id, change = {}) => {
    const answer = await stage.callAs('dealer', 'POST', '/api/documents/fea', { id, identity: IDENTITY, ...change });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().id;
  };
  const sign: FeaStage['sign'] = async (id, customer) => {
    await stage.sign(await stage.startSigning(id), customer);
    expect((await stage.document(id)).status).toBe('SIGNED');
  };
  return {
    stage,
    newFeaDocument: newFea,
    createModule: moduleOf,
    sign,
    async addDocument(origin, change = {}) {
      const file = await makePaper();
      const answer = await stage.callAs('dealer', 'POST', '/api/documents', {
        ...{ type: 'SALE_NEW_RFO', signable: true, archivable: true, fileName: 'altro.pdf' },
        ...{ mimeType: 'application/pdf', fileSize: file.length, content: file.toString('base64') },
        ...{ folderId: origin.folderId, sigType: 'FEA' },
        ...change,
      });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().id;
    },
    async newAdherence(change = {}) {
      const origin = await newFea();
      const moduleId = await moduleOf(origin.id, change);
      await sign(moduleId, origin.customer);
      return { ...origin, moduleId };
    },
    read: async (dossierId, login = 'dealer') =>
      (await stage.callAs(login, 'GET', `/api/dossiers/${dossierId}/fea/current`)).json(),
    revoke: (dossierId, change = {}, login = 'dealer') =>
      stage.callAs(login, 'POST', `/api/dossiers/${dossierId}/fea/revoke`, {
        date: stage.test.clock.now().toISOString().slice(0, 10),
        via: 'IN_PERSON',
        ...change,
      }),
  };
}
