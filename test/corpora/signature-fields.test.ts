/** The supplied files with unusual signature fields pass through the whole process. Runs where the folder exists next to the project. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import { pageOf, signatureFields } from '#pdf/named-fields.ts';
import { openStage, type Stage } from '../stages/signing-stage.ts';
import { popplerInk } from '../validators/poppler-ink.ts';

const folder = join(import.meta.dirname, '../../../shared/cases');

/** File names with the signed rectangles, or with the reported fault. */
const SIGNED = [
  ['c01-same-name-twice.pdf', [500, 200]],
  ['c04-kids-widget.pdf', [500]],
  ['c05-two-widgets.pdf', [500, 200]],
  ['c06-orphan-sig.pdf', [500]],
] as const;
const TOLD = [
  ['c07-hidden-sig.pdf', 'fieldHidden'],
  ['c08-offpage-sig.pdf', 'placeOutside'],
  ['c15-tiny-field.pdf', 'placeSmall'],
  ['s34-sig-noprint.pdf', 'fieldNotPrinted'],
  ['s35-sig-norotate.pdf', 'fieldTurned'],
] as const;

if (existsSync(folder)) {
  describe('a file with unusual signature fields', () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage({ override: () => ({ pageInk: popplerInk }) });
    });
    afterAll(() => stage.close());

    const upload = (name: string) => stage.newDocument({ file: readFileSync(join(folder, name)) });
    const read = async (id: number): Promise<SignaturePlaces> =>
      (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signature-places`)).json();
    const signedFile = async (id: number): Promise<Uint8Array> => {
      const { signedDocumentId } = await stage.document(id);
      return (await stage.callAs('dealer', 'GET', `/api/signed-documents/${signedDocumentId}/download`)).rawPayload;
    };
    const seen = async (id: number) => {
      const pdf = await PDF.load(await signedFile(id));
      return signatureFields(pdf).flatMap((field) =>
        field.box[2] > field.box[0] ? [[pageOf(pdf, field), field.box[1], field.signed, field.widget.has('AP')]] : [],
      );
    };

    it.each(SIGNED)('%s is signed and shown at every position in the file', async (name, boxes) => {
      const { id, customer } = await upload(name);
      const { points } = await read(id);
      expect(points.map(({ origin, box, problem }) => [origin, box?.[1], problem])).toEqual(
        boxes.map((bottom) => ['field', bottom, null]),
      );
      await stage.sign(await stage.startSigning(id), customer);
      expect(await seen(id)).toEqual(boxes.map((bottom) => [0, bottom, true, true]));
      expect((await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json().intact).toBe(true);
    });

    it.each(TOLD)('%s is reported before the start, and signed where the seller moves it', async (name, fault) => {
      const { id, customer } = await upload(name);
      expect((await read(id)).points).toMatchObject([{ problem: { field: 'FirmaCliente', fault, settled: false } }]);
      const refused = await stage.requestStart('dealer', id);
      expect([refused.statusCode, refused.json().code]).toEqual([409, `places.${fault}`]);
      const isTurned = name.startsWith('s35');
      const box = isTurned ? [300, 300, 360, 490] : [320, 300, 510, 360];
      const places = [{ point: 1, page: 1, box }];
      const put = await stage.callAs('dealer', 'PUT', `/api/documents/${id}/signature-places`, { places });
      expect(put.statusCode, put.body).toBe(200);
      await stage.sign(await stage.startSigning(id), customer);
      expect(await seen(id)).toEqual([[0, box[1], true, true]]);
    });

    it('cannot get a signature position over printed content', async () => {
      const { id } = await upload('c07-hidden-sig.pdf');
      const places = [{ point: 1, page: 1, box: [55, 760, 245, 820] }];
      const put = await stage.callAs('dealer', 'PUT', `/api/documents/${id}/signature-places`, { places });
      expect(put.json().fieldErrors).toMatchObject([{ field: 'places.0.box', code: 'placeOnText' }]);
    });
  });
} else {
  it('has no folder of foreign files outside the project', () => expect(existsSync(folder)).toBe(false));
}
