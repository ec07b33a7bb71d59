/** The preview of a paper through HTTP: drawn with gaps, for users who may create it, and leaving nothing behind. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { generatedDocument, loadGeneratedPapers } from '../../../../test/papers/generated-papers.ts';
import { extractedText } from '../../../../test/papers/printed-text.ts';
import { openPortal, type Portal, refusedFields } from '../../../../test/portal.ts';

const TYPE = 'LOAN_COURTESY_VEHICLE';
const SERVICE = { brand: 'bmw', type: 'SERVICE', plate: 'EE000EE', businessId: 'ODL-9' };
const { variableFields } = generatedDocument(TYPE);

let portal: Portal;
let folderId: number;
let dossierId: number;
beforeAll(async () => {
  portal = await openPortal();
  await loadGeneratedPapers(portal.test.world);
  dossierId = await portal.create('dealer', '/api/dossiers', portal.dossier());
  folderId = await portal.create('dealer', '/api/folders', { ...portal.folder(SERVICE), dossierId });
});
afterAll(() => portal.close());

const preview = (body: object, login = 'dealer') =>
  portal.callAs(login, 'POST', '/api/documents/preview', { type: TYPE, ...body });
const files = async (): Promise<number> =>
  Number((await portal.callAs('dealer', 'GET', '/api/statistics/documents-size')).json().totalSizeUsed.size);

describe('a preview', () => {
  it('shows an incomplete form and is not stored', async () => {
    const [before, used] = [await portal.counts(), await files()];
    const answer = await preview({ folderId, variableFields: { VEHICLE_PLATE: 'EE111EE', LOAN_START: '20/11' } });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers).toMatchObject({
      ...{ 'content-type': 'application/pdf', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      'content-disposition': expect.stringContaining('veicolo-di-cortesia.pdf'),
    });
    const text = await extractedText(answer.rawPayload);
    for (const told of ['Ginevra Provetti', 'EE111EE', '20/11', 'Km alla consegna']) expect(text).toContain(told);
    expect([await portal.counts(), await files()]).toEqual([before, used]);
  });

  it('of complete data equals the created paper, byte for byte', async () => {
    const shown = await preview({ folderId, variableFields });
    const made = await portal.callAs('dealer', 'POST', '/api/documents', generatedDocument(TYPE, { folderId }));
    const stored = await portal.callAs('dealer', 'GET', `/api/documents/${made.json().id}/download`);
    expect(shown.rawPayload.equals(stored.rawPayload)).toBe(true);
  });

  it('accepts a folder that does not exist yet, with an existing or a new customer', async () => {
    const known = await preview({ dossierId, folder: SERVICE });
    expect(await extractedText(known.rawPayload)).toContain('N. ODL-9');
    const typed = await preview({
      dossier: { hst: '10001', firstName: 'Ann', birthDate: '1980-0', email: 'ann@' },
      folder: { brand: 'mini', type: 'SERVICE' },
    });
    expect(typed.statusCode, typed.body).toBe(200);
    expect(await extractedText(typed.rawPayload)).toContain('Ann');
    expect(await extractedText(typed.rawPayload)).not.toMatch(/null|undefined/);
  });

  it.each([
    [{}, 'document.folder required'],
    [{ folder: SERVICE }, 'document.dossier required'],
    [{ folder: SERVICE, dossierId: 1, dossier: { hst: '10001' } }, 'document.dossier unknown'],
    [{ folder: SERVICE, dossier: { hst: '10003' } }, 'dossier.hst otherDealer'],
    [{ folder: { ...SERVICE, type: 'ALTRO' }, dossierId: 1 }, 'document.folder.type oneOf'],
    [{ folder: SERVICE, dossier: { hst: '10001' }, type: 'NESSUNO' }, 'document.type oneOf'],
    [{ folder: SERVICE, dossier: { hst: '10001' }, altro: 1 }, 'document.altro unknown'],
    [
      { folder: SERVICE, dossierId: 1, variableFields: { LOAN_NOTES: 'x'.repeat(1001) } },
      'document.variableFields.LOAN_NOTES max',
    ],
  ])('is refused for %j', async (body, field) => {
    const answer = await preview(body);
    expect([answer.statusCode, ...refusedFields(answer)]).toEqual([400, field]);
  });

  it('is limited to sixty a minute', async () => {
    // Tests which calls are counted, not the drawing, which takes a second each.
    const paper = vi.spyOn(portal.test.world.pdf, 'paper');
    expect((await preview({ folderId }, 'supervisor')).statusCode).toBe(200);
    paper.mockReturnValue(paper.mock.results[0]?.value);
    const answers: number[] = [];
    while (answers.length < 60) answers.push((await preview({ folderId }, 'supervisor')).statusCode);
    expect(answers).toEqual([...Array(59).fill(200), 429]);
    paper.mockRestore();
    portal.test.clock.advance(60);
    expect((await preview({ folderId }, 'supervisor')).statusCode).toBe(200);
  });
});
