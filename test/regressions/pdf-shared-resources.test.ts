/** LibPDF's own flattening writes the form fields of two pages under one name into resources that the pages share. */
import { PDF, PdfDict, PdfStream } from '@libpdf/core';
import { afterAll, expect, it } from 'vitest';
import { type Bodies, onePage, pdfOf, streamOf } from '#pdf/gate/papers.suite.ts';
import { PdfGate } from '#pdf/gate.ts';

const gate = new PdfGate({ children: 1 });
afterAll(() => gate.close());

it('fields of pages with shared resources keep their own drawings, and earlier drawings keep their names', async () => {
  const field = (page: number, look: number): string =>
    `<</Subtype /Widget /FT /Tx /T (t${look}) /Rect [10 10 110 30] /P ${page} 0 R /AP <</N ${look} 0 R>>>>`;
  const look = (words: string) => streamOf('/Subtype /Form /BBox [0 0 100 20]', `BT (${words}) Tj ET`);
  const bodies: Bodies = {
    ...onePage,
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [6 0 R 7 0 R]>>>>',
    2: '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 2>>',
    3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources 10 0 R /Annots [6 0 R]>>',
    4: streamOf('', '/FlatField0 Do /Field0 Do'),
    5: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources 10 0 R /Annots [7 0 R]>>',
    6: field(3, 8),
    7: field(5, 9),
    8: look('campo uno'),
    9: look('campo due'),
    10: '<</XObject <</FlatField0 11 0 R /Field0 11 0 R>>>>',
    11: look('disegno di prima'),
  };
  const result = await gate.inspect(pdfOf(bodies));
  if (!result.ok) throw new Error(result.detail);
  const pdf = await PDF.load(result.bytes);
  const drawn = [0, 1].map((index) => {
    const ref = pdf.context.pages.getPage(index);
    const page = ref && pdf.context.resolve(ref);
    if (!(page instanceof PdfDict)) throw new Error('no page');
    const resolve = pdf.context.resolve.bind(pdf.context);
    const names = page.getDict('Resources', resolve)?.getDict('XObject', resolve);
    return Object.fromEntries(
      [...(names ?? [])].map(([key, value]) => {
        const form = value.type === 'ref' ? resolve(value) : value;
        const data = form instanceof PdfStream ? form.getDecodedData() : new Uint8Array(0);
        return [key.value, /\((.*)\)/.exec(Buffer.from(data).toString('latin1'))?.[1]];
      }),
    );
  });
  expect(drawn).toEqual([
    { FlatField0: 'disegno di prima', Field0: 'disegno di prima', Field1: 'campo uno' },
    { FlatField0: 'disegno di prima', Field0: 'disegno di prima', Field1: 'campo due' },
  ]);
});
