/** An allow list decides what may be signed: anything else is dropped or refused, and every reader sees the rest alike (art. 56 g). */
import { deflateSync } from 'node:zlib';
import { PDF, PdfDict, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { StrictFile } from '#formats/verify/strict-file.ts';
import { rowsOf } from '#test/rows.ts';
import { outcome } from './content/judged.suite.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { type Bodies, onePage, pdfOf, streamOf } from './papers.suite.ts';
import { firstDisagreement } from './reader-agreement.ts';

/** The text of the resulting file; throws for refused files. */
async function kept(bytes: Uint8Array): Promise<string> {
  const result = await inspectPdf(bytes);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  expect(await outcome(result.bytes)).toBe('unchanged');
  return Buffer.from(result.bytes).toString('latin1');
}

const APPEARANCE = streamOf('/Type /XObject /Subtype /Form /BBox [0 0 100 20]', '0 0 100 20 re f');
const withAnnotation = (entries: string, more: Bodies = {}): Uint8Array =>
  pdfOf({
    ...onePage,
    3: String(onePage[3]).replace('/Contents', '/Annots [5 0 R] /Contents'),
    5: `<</Type /Annot /Rect [10 10 110 30] ${entries}>>`,
    6: APPEARANCE,
    ...more,
  });
const withCatalog = (entries: string, more: Bodies = {}): Uint8Array =>
  pdfOf({ ...onePage, 1: `<</Type /Catalog /Pages 2 0 R ${entries}>>`, ...more });

describe('an annotation', () => {
  it.each(['FreeText', 'Highlight', 'Ink', 'Line', 'Square', 'Stamp', 'Watermark', 'Underline'])(
    'becomes page content: /%s',
    async (subtype) => {
      const text = await kept(withAnnotation(`/Subtype /${subtype} /F 4 /AP <</N 6 0 R>>`));
      expect(text).toContain('/Field0 Do');
      expect(text).not.toContain(`/${subtype}`);
      expect(text).not.toContain('/Annots');
    },
  );

  it.each([
    ['on paper alone', '/F 36'],
    ['nowhere until a script shows it', '/F 2'],
    ['nowhere', '/F 6'],
  ])('is dropped when it is shown %s', async (_, flags) => {
    const text = await kept(withAnnotation(`/Subtype /FreeText ${flags} /AP <</N 6 0 R>>`));
    expect(text).not.toMatch(/Field0|FreeText|100 20 re/);
  });

  it.each([
    ['that comes and goes with the mouse', '/F 260 /AP <</N 6 0 R>>'],
    ['with another look under the mouse', '/F 4 /AP <</N 6 0 R /R 7 0 R /D 7 0 R>>'],
    ['with an action for the mouse', '/F 4 /AP <</N 6 0 R>> /A <</S /Named /N /Print>>'],
  ])('keeps its normal appearance: one %s', async (_, entries) => {
    const text = await kept(
      withAnnotation(`/Subtype /Stamp ${entries}`, {
        7: streamOf('/Subtype /Form /BBox [0 0 9 9]', '1 0 0 rg % mouse'),
      }),
    );
    expect(text).toContain('/Field0 Do');
    expect(text).not.toMatch(/% mouse|\/Stamp|\/Named/);
  });

  it.each(
    rowsOf(`
      a note                                    | /Subtype /Text /Contents (sconto)
      a file pinned to the page                 | /Subtype /FileAttachment /FS <</F (x)>>
      a mark that each reader draws as it likes | /Subtype /Highlight /QuadPoints [0 0 1 0 0 1 1 1]
      a kind that nobody knows                  | /Subtype /Prova /AP <</N 6 0 R>>
      printer’s marks                           | /Subtype /TrapNet /AP <</N 6 0 R>>
    `),
  )('is refused: %s', async (_, entries) => {
    expect(await outcome(withAnnotation(entries))).toBe('pdf.extras');
  });

  it('of an empty signature field keeps its appearance as page content', async () => {
    const text = await kept(
      withAnnotation('/Subtype /Widget /FT /Sig /T (Firma) /F 4 /AP <</N 6 0 R>> /MK <</BG [1 0 0]>>', {
        1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R] /SigFlags 1>>>>',
      }),
    );
    expect(text).toContain('/Field0 Do');
    expect(text).toContain('(Firma)');
    expect(text).not.toMatch(/\/AP|\/MK/);
  });
});

describe('a link', () => {
  const link = (action: string, frame = '/Border [0 0 0]') => withAnnotation(`/Subtype /Link ${frame} /A ${action}`);

  it.each(
    rowsOf(`
      a page of the web   | <</S /URI /URI (https://example.org/a?b=c)>>
      an address of mail  | <</S /URI /URI (mailto:info@example.org)>>
      a place of the file | <</S /GoTo /D [3 0 R /Fit]>>
    `),
  )('to %s is kept', async (_, action) => {
    expect(await outcome(link(action))).toBe('unchanged');
  });

  it.each(['', '/Border [0 0 2]', '/Border [0 0 0] /BS <</W 1>>', '/C [1 0 0]'])(
    'loses its border, which some readers draw: %s',
    async (frame) => {
      const text = await kept(link('<</S /GoTo /D [3 0 R /Fit]>>', frame));
      expect(text).toContain('/Border [0 0 0]');
      expect(text).not.toMatch(/\/BS|\/C /);
    },
  );

  it.each(
    rowsOf(`
      an unprotected page        | <</S /URI /URI (http://example.org)>>
      a file of the machine      | <</S /URI /URI (file:///etc/passwd)>>
      data                       | <</S /URI /URI (data:text/html,x)>>
      an article of another file | <</S /Thread /F (x.pdf) /D 0>>
      a command of the reader    | <</S /Named /N /SaveAs>>
      something after a place    | <</S /GoTo /D [3 0 R /Fit] /Next <</S /Named /N /Print>>>>
      a part of another document | <</S /GoToDp /Dp 9 0 R>>
      an action of tomorrow      | <</S /Domani>>
    `),
  )('to %s loses its target', async (_, action) => {
    expect(await kept(link(action))).not.toMatch(/\/A |\/URI|\/Thread|\/Named|GoToDp|Domani/);
  });
});

describe('content outside the pages', () => {
  it.each([
    [
      'a file in the file',
      withCatalog('/Names <</EmbeddedFiles <</Names [(x.exe) 5 0 R]>>>>', {
        5: '<</Type /Filespec /EF <</F 6 0 R>>>>',
        6: streamOf('', 'MZ'),
      }),
    ],
    [
      'a file of no name',
      withCatalog('/AF [5 0 R]', { 5: '<</EF <</F 6 0 R>>>>', 6: streamOf('/Type /EmbeddedFile', 'MZ') }),
    ],
  ])('is refused: %s', async (_, bytes) => {
    expect(await outcome(bytes)).toBe('pdf.extras');
  });

  it.each(
    rowsOf(`
      threads                               | /Threads [5 0 R]
      what another program keeps for itself | /PieceInfo <</X <</Private (x)>>>>
      pages without a place                 | /Names <</Pages <</Names [(x) 5 0 R]>>>>
      a collection of files                 | /Collection <</View /D>>
      what a reader should demand           | /Requirements [<</S /EnableJavaScripts>>]
      what nobody knows                     | /Prova <</Chiave [(valore)]>>
    `),
  )('is dropped: %s', async (_, entries) => {
    const text = await kept(withCatalog(entries, { 5: '<</Segreto (x)>>' }));
    expect(text).not.toMatch(/Threads|PieceInfo|Private|Segreto|Collection|Requirements|Prova/);
  });

  it('an unreferenced object is dropped when a file is rewritten', async () => {
    expect(await kept(withCatalog('/Threads []', { 9: '<</Orfano true>>' }))).not.toContain('Orfano');
  });

  it('a form XObject loses its layer, its alternates and its origin', async () => {
    const text = await kept(
      pdfOf({
        ...onePage,
        3: String(onePage[3]).replace('/Resources <<', '/Resources <</XObject <</X 5 0 R /Y 7 0 R>> '),
        5: streamOf('/Subtype /Form /BBox [0 0 9 9] /OC 6 0 R /PieceInfo <<>> /Prova 1', '0 0 9 9 re f'),
        6: '<</Type /OCG /Name (A)>>',
        7: streamOf('/Subtype /PS', 'showpage'),
      }),
    );
    expect(text).toContain('0 0 9 9 re f');
    expect(text).not.toMatch(/\/OC|PieceInfo|Prova|showpage/);
  });
});

describe('two readers', () => {
  /** What both readers see in the resulting file. */
  const agree = async (bytes: Uint8Array): Promise<void> => {
    const result = await inspectPdf(bytes);
    if (!result.ok) return;
    const file = await StrictFile.open(result.bytes);
    const { registry, info } = (await PDF.load(result.bytes)).context;
    const strict = { trailer: file.revisions[file.last]?.trailer ?? new PdfDict(), resolve: file.resolver(file.last) };
    expect(firstDisagreement(strict, { trailer: info.trailer, resolve: (ref) => registry.resolve(ref) })).toBeNull();
  };

  it('with different generation checks see the same: objects that one of them misses are removed', async () => {
    const bytes = withCatalog('/OpenAction 5 1 R', {
      5: '<</S 6 1 R /JS 7 1 R>>',
      6: '/JavaScript',
      7: '(app.alert\\(1\\))',
    });
    const text = await kept(bytes);
    expect(text).not.toMatch(/OpenAction|JavaScript|app\.alert/);
    await agree(bytes);
  });

  it('see the same letters when a predictor’s pixels are not whole bytes', async () => {
    const inside = '5 0 <</S /JavaScript /JS (app.alert\\(1\\))>> ';
    const columns = (inside.length * 8) / 12;
    // PNG "Sub" filter on pixels of three times four bits, that is two bytes each.
    const row = Buffer.from(inside.padEnd(Math.ceil((Math.ceil(columns) * 12) / 8)), 'latin1');
    const coded = row.map((byte, at) => (byte - (at >= 2 ? (row[at - 2] ?? 0) : 0)) & 255);
    const data = deflateSync(Buffer.concat([Buffer.from([1]), coded]));
    const parameters = `<</Predictor 11 /Colors 3 /BitsPerComponent 4 /Columns ${Math.ceil(columns)}>>`;
    const holder = streamOf(`/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /DecodeParms ${parameters}`, data);
    expect(await outcome(compressed({ ...onePage, 6: holder }, 5, 6))).toBe('pdf.active');
  });

  it.each([
    ['a reference to nothing', pdfOf({ ...onePage, 2: '<</Type /Pages /Kids [3 0 R 9 0 R] /Count 1>>' })],
    [
      'a name of raw bytes',
      pdfOf({
        ...onePage,
        3: String(onePage[3]).replaceAll('/F1', '/F\xe9'),
        4: streamOf('', 'BT /F\xe9 12 Tf (Contratto) Tj ET'),
      }),
    ],
    [
      'a name of coded bytes',
      pdfOf({
        ...onePage,
        3: String(onePage[3]).replaceAll('/F1', '/F#E9'),
        4: streamOf('', 'BT /F#E9 12 Tf (Contratto) Tj ET'),
      }),
    ],
    [
      'numbers written in odd ways',
      pdfOf({ ...onePage, 3: String(onePage[3]).replace('[0 0 300 300]', '[+0 -.0 300. 0300.000]') }),
    ],
  ])('get the same bytes from %s', async (_, bytes) => {
    await agree(bytes);
  });

  it('find page resources by the bytes of their names', async () => {
    const page = String(onePage[3]).replaceAll('/F1', '/F#E9').replace('/Contents', '/Thumb 9 0 R /Contents');
    const text = await kept(pdfOf({ ...onePage, 3: page, 4: streamOf('', 'BT /F\xe9 12 Tf (Contratto) Tj ET') }));
    expect(text).toContain('/F\xe9 ');
  });
});

/** The same file with a cross-reference stream and one object in an object stream. */
function compressed(bodies: Bodies, number: number, container: number): Uint8Array {
  const plain = Buffer.from(pdfOf(bodies));
  const body = plain.subarray(0, plain.lastIndexOf('xref\n0 '));
  const tableNumber = Math.max(...Object.keys(bodies).map(Number), number) + 1;
  const table = Buffer.alloc((tableNumber + 1) * 6);
  const write = (row: number, type: number, second: number): void => {
    table.writeUInt8(type, row * 6);
    table.writeUInt32BE(second, row * 6 + 1);
  };
  for (const place of body.toString('latin1').matchAll(/^(\d+) 0 obj$/gm)) write(Number(place[1]), 1, place.index);
  write(number, 2, container);
  write(tableNumber, 1, body.length);
  const xref = streamOf(`/Type /XRef /W [1 4 1] /Size ${tableNumber + 1} /Root 1 0 R`, table);
  const tail = Buffer.from(`\nendobj\nstartxref\n${body.length}\n%%EOF\n`);
  return new Uint8Array(Buffer.concat([body, Buffer.from(`${tableNumber} 0 obj\n`), xref, tail]));
}

it('a page’s stream is copied byte for byte', async () => {
  const content = deflateSync(Buffer.from('BT /F1 12 Tf 40 200 Td (Contratto) Tj ET'));
  const result = await inspectPdf(
    pdfOf({
      ...onePage,
      1: '<</Type /Catalog /Pages 2 0 R /Threads []>>',
      4: streamOf('/Filter /FlateDecode', content),
    }),
  );
  if (!result.ok) throw new Error(result.code);
  const file = await StrictFile.open(result.bytes);
  const streams = file.numbersAt(file.last).flatMap((number) => {
    const object = file.objectAt(file.last, number);
    return object instanceof PdfStream ? [Buffer.from(object.data)] : [];
  });
  expect(streams.some((data) => data.equals(content))).toBe(true);
});
