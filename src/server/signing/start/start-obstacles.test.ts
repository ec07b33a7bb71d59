/** Forms announce exactly the reasons for which the server refuses a start. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignatureType } from '#domain/documents/document-states.ts';
import type { ServiceSignatureType } from '#domain/entitlements/service-types.ts';
import { firstObstacle, START_OBSTACLES, type StartObstacle } from '#domain/signing/start-obstacles.ts';
import { generatedDocument } from '../../../../test/papers/generated-papers.ts';
import { openPortal, type Portal } from '../../../../test/portal.ts';
import { deleteAdherences, insertAdherence } from '../../../../test/stages/adherence.ts';

// LE004 (10007, roma) has both kinds of service, so FEA applies; LE001 (10001, dealer) uses simple signatures.
const PLACES: Record<'fea' | 'fes', { login: string; hst: string; services: ServiceSignatureType[] }> = {
  fea: { login: 'roma', hst: '10007', services: ['FEA', 'FES'] },
  fes: { login: 'dealer', hst: '10001', services: ['FES'] },
};

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

interface Case {
  at: keyof typeof PLACES;
  phone?: string;
  sigType?: SignatureType;
  closed?: boolean;
  adhered?: boolean;
}

const CASES: readonly (readonly [name: string, of: Case, obstacle: StartObstacle | null])[] = [
  ['a mobile', { at: 'fes' }, null],
  ['a mobile without its blank', { at: 'fes', phone: '+393331234567' }, null],
  ['a landline', { at: 'fes', phone: '+39 0516123456' }, 'phoneFixed'],
  ['a landline of Rome', { at: 'fes', phone: '+39 066123456' }, 'phoneFixed'],
  ['a mobile abroad', { at: 'fes', phone: '+43 6641234567' }, 'phoneAbroad'],
  ['a closed folder', { at: 'fes', closed: true }, 'folderClosed'],
  ['a closed folder before a landline', { at: 'fes', closed: true, phone: '+39 0516123456' }, 'folderClosed'],
  ['no adherence', { at: 'fea' }, 'feaModuleMissing'],
  ['no adherence before a landline', { at: 'fea', phone: '+39 0516123456' }, 'feaModuleMissing'],
  ['an adherence', { at: 'fea', adhered: true }, null],
  ['an adherence and a landline', { at: 'fea', adhered: true, phone: '+39 0516123456' }, 'phoneFixed'],
  ['FEA requested where the dealer has only FES', { at: 'fes', sigType: 'FEA' }, 'feaModuleMissing'],
];

async function documentOf({ at, phone, sigType = 'OTP', closed, adhered }: Case): Promise<[id: number, login: string]> {
  const { login, hst } = PLACES[at];
  const folderId = await portal.newFolder(login, {}, { hst, ...(phone && { mobilePhone: phone }) });
  const { database } = portal.test.world;
  await deleteAdherences(database, 'LE004');
  if (adhered)
    await insertAdherence(
      database,
      await portal.create(login, '/api/documents', generatedDocument('FEA_MODULE', { folderId })),
    );
  const id = await portal.newDocument(folderId, { type: 'SALE_NEW_RFO', sigType }, login);
  if (closed) {
    const folder = (await portal.callAs(login, 'GET', `/api/folders/${folderId}`)).json();
    const answer = await portal.callAs('admin', 'PUT', '/api/folders', { ...folder, status: 'CLOSED' });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  return [id, login];
}

describe('obstacles to a start', () => {
  it.each(CASES)('%s: is reported as the server refuses it', async (_name, testCase, obstacle) => {
    const { at, phone = '+39 3331234567', sigType = 'OTP', closed = false, adhered = false } = testCase;
    const foundObstacle = firstObstacle({
      ...{ customer: { mobilePhone: phone }, folder: { status: closed ? 'CLOSED' : 'OPEN' } },
      ...{ type: 'SALE_NEW_RFO', signable: true, sigType, adhered },
      ...{ services: PLACES[at].services, countries: ['39'] },
    });
    expect(foundObstacle).toBe(obstacle);
    const [id, login] = await documentOf(testCase);
    const answer = await portal.callAs(login, 'POST', `/api/documents/${id}/sign`, {});
    expect([answer.statusCode, answer.json().code ?? null]).toEqual(
      obstacle === null ? [200, null] : [409, START_OBSTACLES[obstacle]],
    );
  });

  it('are not assumed for unknown data or without a signature', () => {
    const unknown = { customer: null, folder: { status: 'OPEN' }, type: 'SALE_NEW_RFO', signable: true } as const;
    const nothing = { ...unknown, sigType: 'OTP', services: null, adhered: null, countries: null } as const;
    expect(firstObstacle(nothing)).toBeNull();
    const customer = { mobilePhone: '+39 0516123456' };
    expect(firstObstacle({ ...nothing, customer, signable: false, countries: ['39'] })).toBeNull();
    expect(firstObstacle({ ...nothing, customer, sigType: null, countries: ['39'] })).toBeNull();
    expect(firstObstacle({ ...nothing, customer, sigType: 'GRAPHOMETRIC', countries: ['39'] })).toBeNull();
    expect(firstObstacle({ ...nothing, customer: { mobilePhone: '' } })).toBe('phoneMissing');
  });
});
