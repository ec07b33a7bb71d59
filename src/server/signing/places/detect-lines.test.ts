/** Signature lines detected in an upload's text, over HTTP: used when certain, offered when not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import { PageChecker } from '#pdf/drawing/page-checker.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';

const FILES = join(import.meta.dirname, '../../../../test/validators/signature-lines/files');
const paper = (name: string): Buffer => readFileSync(join(FILES, `${name}.pdf`));

const checker = new PageChecker();
let stage: Stage;
/** Requests to the drawing process. */
const requests: string[] = [];
beforeAll(async () => {
  stage = await openStage({
    override: ({ pages }) => ({
      pages: {
        ...pages,
        signatureLines: (...question) => {
          requests.push('lines');
          return checker.signatureLines(...question);
        },
      },
      pageInk: {
        inkIn: (bytes, boxes) => {
          requests.push('ink');
          return checker.inkIn(bytes, boxes);
        },
      },
    }),
  });
});
afterAll(async () => {
  await stage.close();
  await checker.close();
});

const pathOf = (id: number): string => `/api/documents/${id}/signature-places`;
const read = async (id: number): Promise<SignaturePlaces> => (await stage.callAs('dealer', 'GET', pathOf(id))).json();

describe('a signature line', () => {
  it('is used as the place when the file identifies its signer: signed there, and recorded in the trail', async () => {
    const { id, customer } = await stage.newDocument({ file: paper('preventivo-wk') });
    const [point] = (await read(id)).points;
    expect(point).toMatchObject({ origin: 'line', page: 1, words: 'Firma del cliente', chosenBy: null });
    const awaited = async () => (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json().points;
    const link = await stage.startSigning(id);
    expect(await awaited()).toMatchObject([{ label: point?.label, page: 1, box: point?.box }]);
    await stage.sign(link, customer);
    expect(await stage.document(id)).toMatchObject({ status: 'SIGNED' });
    expect(await awaited()).toEqual([]);
    const events = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<
      { type: string; detail: string }[]
    >();
    const detail = events.find(({ type }) => type === 'signature.placed')?.detail;
    expect(detail).toBe(
      `pagina 1, riquadro ${point?.box?.map((edge) => Math.round(edge)).join(' ')}, sulla riga prevista nel file`,
    );
  });

  it('is detected once per file, however often and by whom it is viewed and started', async () => {
    const file = paper('griglia-wk');
    const { id, customer } = await stage.newDocument({ file });
    requests.length = 0;
    const [first] = await Promise.all([read(id), read(id)]);
    expect(requests).toEqual(['lines', 'ink']);
    expect(await read(id)).toEqual(first);
    await stage.sign(await stage.startSigning(id), customer);
    const again = await stage.newDocument({ file });
    await read(again.id);
    expect(requests).toEqual(['lines', 'ink']);
  });

  it('is detected again after a failure of the drawing process', async () => {
    const { id } = await stage.newDocument({ file: paper('griglia-wk') });
    const { signatureLines } = checker;
    const other = await stage.newDocument({ file: paper('mandato-weasy') });
    checker.signatureLines = () => Promise.reject(new Error('the process ended'));
    try {
      expect((await stage.callAs('dealer', 'GET', pathOf(other.id))).json()).toMatchObject({ code: 'pdf.timeout' });
      expect((await read(id)).points).toHaveLength(1);
    } finally {
      checker.signatureLines = signatureLines;
    }
    expect((await read(other.id)).points).toMatchObject([{ origin: 'line' }]);
  });

  it('is reported before and after the upload, and detected once for both', async () => {
    const file = paper('typst-riga');
    requests.length = 0;
    const where = { hst: '10001', brand: 'bmw', folderType: 'SALE_NEW', type: 'SALE_NEW_RFO' };
    const body = { ...where, content: file.toString('base64') };
    const before = await stage.callAs('dealer', 'POST', '/api/documents/preview-places', body);
    expect(before.statusCode, before.body).toBe(200);
    const { places } = before.json<{ places: SignaturePlaces }>();
    expect(places.points).toMatchObject([{ origin: 'line', signer: null, page: 1 }]);
    const { id } = await stage.newDocument({ file });
    const { documentId, ...after } = await read(id);
    const nameless = after.points.map((point) => ({ ...point, signer: null }));
    expect({ ...after, points: nameless }).toEqual(places);
    expect(requests).toEqual(['lines', 'ink']);
  });

  it('is replaced by a chosen place', async () => {
    const { id } = await stage.newDocument({ file: paper('preventivo-wk') });
    const chosen = await stage.callAs('dealer', 'PUT', pathOf(id), {
      places: [{ point: 1, page: 1, box: [40, 40, 230, 100] }],
    });
    expect(chosen.statusCode, chosen.body).toBe(200);
    expect((await read(id)).points[0]).toMatchObject({ origin: 'placed', box: [40, 40, 230, 100], words: null });
  });

  it('is only suggested where it may be meant for another signer', async () => {
    const { id } = await stage.newDocument({ file: paper('no-tre-firme') });
    const [point] = (await read(id)).points;
    expect(point).toMatchObject({ origin: 'page', page: null, words: null });
    expect(point?.offers.map(({ page, words }) => [page, words])).toEqual([
      [1, 'Firma del cliente'],
      [1, 'Firma del cliente'],
      [1, 'Firma del cliente'],
    ]);
    const [, second] = point?.offers ?? [];
    const places = [{ point: 1, page: second?.page, box: second?.box }];
    const chosen = await stage.callAs('dealer', 'PUT', pathOf(id), { places });
    expect(chosen.statusCode, chosen.body).toBe(200);
  });

  it('is suggested for the approval of clauses, which is not signed unless it is added', async () => {
    const { id } = await stage.newDocument({ file: paper('clausole') });
    const { points, approval } = await read(id);
    expect(points).toMatchObject([{ origin: 'line', words: 'Il Cliente', offers: [] }]);
    expect(approval?.offers).toMatchObject([{ page: 1, words: 'Il Cliente' }]);
  });

  it('is ignored where there is a signature already, or another person signs', async () => {
    for (const name of ['no-scarabocchio', 'no-gia-firmato', 'no-garante']) {
      const { id } = await stage.newDocument({ file: paper(name) });
      expect((await read(id)).points, name).toMatchObject([{ origin: 'page', offers: [] }]);
    }
  });
});
