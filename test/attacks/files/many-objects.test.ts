/** LibPDF keeps 20 000 references at a time and fetches objects by reference: above that, a rewrite must lose nothing. */

import { PDF, PdfDict } from '@libpdf/core';
import { afterAll, expect, it } from 'vitest';
import { verifyPdf } from '#formats/verify/index.ts';
import { StrictFile } from '#formats/verify/strict-file.ts';
import { type Bodies, onePage, pdfOf, streamOf } from '#pdf/gate/papers.suite.ts';
import { PdfGate } from '#pdf/gate.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { samplePlan, signerKey, stampWith, testAuthority } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { testNow } from '#test/clock.ts';

const ELEMENTS = 25_000;
const FIRST = 10;
const FONT = '/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>';
const gate = new PdfGate({ children: 1 });
afterAll(() => gate.close());

function crowded(): Bodies {
  const numbers = Array.from({ length: ELEMENTS }, (_, n) => FIRST + n);
  const elements = Object.fromEntries(
    numbers.map((number) => [number, `<</Type /StructElem /S /P /P 5 0 R /N ${number}>>`]),
  );
  return {
    ...onePage,
    1: '<</Type /Catalog /Pages 2 0 R /StructTreeRoot 5 0 R /AcroForm <</Fields [6 0 R]>>>>',
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Annots [6 0 R] /Resources <<${FONT}>>>>`,
    5: `<</Type /StructTreeRoot /K [${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`,
    6: '<</Subtype /Widget /FT /Tx /T (importo) /Rect [10 10 110 30] /P 3 0 R /AP <</N 7 0 R>>>>',
    7: streamOf(`/Subtype /Form /BBox [0 0 100 20] /Resources <<${FONT}>>`, 'BT /F1 9 Tf (Importo 100) Tj ET'),
    ...elements,
  };
}

it('a paper of more than 20 000 objects is flattened, prepared, signed and verified completely', async () => {
  const result = await gate.inspect(pdfOf(crowded()));
  if (!result.ok) throw new Error(result.detail);
  expect(result).toMatchObject({ normalised: true, pages: 1 });
  const { bytes: prepared } = await prepareForSigning(result.bytes, samplePlan);
  const authority = await testAuthority();
  const key = await signerKey(authority);
  const request = { field: 'Firma1', key, stamp: stampWith(authority), signedAt: testNow(), certify: true };
  const { bytes } = await applySignature(prepared, request);

  const verification = await verifyPdf(bytes, { anchors: [authority.root.certificate] });
  expect(verification).toMatchObject({ intact: true, signatures: [{ indication: 'TOTAL-PASSED' }] });
  const file = await StrictFile.open(bytes);
  const objects = file.numbersAt(file.last).map((number) => file.objectAt(file.last, number));
  const kept = objects.filter((object) => object instanceof PdfDict && object.getName('Type')?.value === 'StructElem');
  expect(kept).toHaveLength(ELEMENTS);
  const pdf = await PDF.load(bytes);
  expect(pdf.getPageCount()).toBe(2);
  const first = pdf.context.pages.getPage(0);
  const page = first && pdf.context.resolve(first);
  const forms =
    page instanceof PdfDict ? page.getDict('Resources', (ref) => pdf.context.resolve(ref))?.get('XObject') : null;
  expect(forms).toBeDefined();
}, 60_000);
