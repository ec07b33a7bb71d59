/** Pages that engines draw differently, pages that change before the signature, images that cannot be decoded. */
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, it } from 'vitest';
import { type Bodies, onePage, pdfOf, streamOf } from '../gate/papers.suite.ts';
import { PoolClosed } from '../processes/child-pool.ts';
import { samplePdf } from '../signing/samples.suite.ts';
import { type PageCheck, PageChecker } from './page-checker.ts';

const checker = new PageChecker();
afterAll(() => checker.close());

const first = { from: 0, to: 1 };
const onlyPage = { ...first, pages: 1 };
const found = (check: PageCheck): string => (check.ok ? 'alike' : `${check.finding} on page ${check.page + 1}`);

const page = (resources: string, content: string, more: Bodies = {}): Uint8Array =>
  pdfOf({
    ...onePage,
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources <<${resources}>>>>`,
    4: streamOf('', content),
    ...more,
  });

const INVERTED = '<</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>';
const SQUARE = '50 50 100 100 re f';

/** Two pages; engines draw the second one differently. */
const secondDiffers = (): Uint8Array =>
  page('/ExtGState <</G <</TR 9 0 R>>>>', `/G gs 0 g ${SQUARE}`, {
    2: '<</Type /Pages /Kids [5 0 R 3 0 R] /Count 2>>',
    5: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300]>>',
    9: INVERTED,
  });

/** @param text at a fixed position, 6 pt, in a built-in typeface. */
function smallPrint(typeface: string, text: string): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ size: [200, 100], margin: 0 });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    document.font(typeface).fontSize(6).text('10', 20, 40.3);
    const width = document.widthOfString('10');
    document.text(text, 20 + width, 40.3);
    document.text('000 euro', 20 + width + document.widthOfString('.'), 40.3).end();
  });
}

describe('two engines', () => {
  it.each([
    ['text', pdfOf(onePage)],
    ['a filled square', page('', `0 g ${SQUARE}`)],
    ['hairlines', page('', '0 w 20 20 m 280 20 l S 0.1 w 20 40 m 280 41 l S 20 50 m 20 280 l S')],
    ['four-colour print', page('', `0.2 0.8 0.1 0.1 k ${SQUARE}`)],
    [
      'a soft mask in greys',
      page('/ExtGState <</S <</SMask <</S /Luminosity /G 9 0 R>>>>>>', `/S gs 1 0 0 rg ${SQUARE}`, {
        9: streamOf(
          '/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Group <</S /Transparency /CS /DeviceGray>> /Resources <<>>',
          '1 g 0 0 100 300 re f',
        ),
      }),
    ],
  ])('draw %s alike', async (_, bytes) => {
    expect(found(await checker.compareEngines(bytes, onlyPage))).toBe('alike');
  });

  it('draw several pages of text alike', async () => {
    const check = await checker.compareEngines(await samplePdf(3), { from: 0, to: 3, pages: 3 });
    expect(found(check)).toBe('alike');
  });

  it.each([
    [
      'ink that prints on no plate',
      page(`/ColorSpace <</C [/Separation /None /DeviceGray 9 0 R]>>`, `/C cs 1 scn ${SQUARE}`, { 9: INVERTED }),
    ],
    ['a transfer function', page('/ExtGState <</G <</TR 9 0 R>>>>', `/G gs 0 g ${SQUARE}`, { 9: INVERTED })],
  ])('are found to differ: %s', async (_, bytes) => {
    const check = await checker.compareEngines(bytes, onlyPage);
    expect(found(check)).toBe('engines on page 1');
    expect(
      Buffer.from((!check.ok && check.picture) || [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('report the page that differs', async () => {
    const bytes = secondDiffers();
    expect(found(await checker.compareEngines(bytes, { from: 0, to: 2, pages: 2 }))).toBe('engines on page 2');
    expect(found(await checker.compareEngines(bytes, { ...first, pages: 2 }))).toBe('alike');
  });

  it('count the pages as the gate does', async () => {
    expect(found(await checker.compareEngines(await samplePdf(2), onlyPage))).toBe('engines on page 2');
  });

  it('report an image that cannot be decoded', async () => {
    const image =
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode';
    const bytes = page('/XObject <</I 9 0 R>>', 'q 100 0 0 100 50 50 cm /I Do Q', {
      9: streamOf(image, 'no picture at all'),
    });
    expect(found(await checker.compareEngines(bytes, onlyPage))).toBe('image on page 1');
    const overSquare = page('/XObject <</I 9 0 R>>', `${SQUARE} q 100 0 0 100 100 100 cm /I Do Q`, {
      9: streamOf(image, 'no picture at all'),
    });
    expect(found(await checker.compareEngines(overSquare, onlyPage))).toBe('image on page 1');
  });
});

describe('a page with only images', () => {
  const image = (colours: string, data: string): Buffer =>
    streamOf(`/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace ${colours}`, data);
  const resources =
    '/XObject <</Scan 8 0 R /Mark 9 0 R>> /Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>';
  const scan = 'q 300 0 0 300 0 0 cm /Scan Do Q BT 3 Tr /F 10 Tf 20 20 Td (10.000) Tj ET';
  const objects: Bodies = {
    7: INVERTED,
    8: image('/DeviceGray', 'zxyz'),
    9: image('[/Separation /None /DeviceGray 7 0 R]', '!!!!'),
  };

  it('is drawn alike', async () => {
    expect(found(await checker.compareEngines(page(resources, scan, objects), onlyPage))).toBe('alike');
  });

  it.each([
    ['3 × 4 pt', '3 0 0 4 100 100'],
    ['4 × 6 pt', '4 0 0 6 100 100'],
    ['most of the page', '290 0 0 290 5 5'],
  ])('is found to differ by a mark of %s', async (_, matrix) => {
    const bytes = page(resources, `${scan} q ${matrix} cm /Mark Do Q`, objects);
    expect(found(await checker.compareEngines(bytes, onlyPage))).toBe('engines on page 1');
  });

  it('stops being one with a single letter: engines differ by a point of 6 pt', async () => {
    const bytes = page(
      `${resources} /ColorSpace <</C [/Separation /None /DeviceGray 7 0 R]>>`,
      `0 g BT /F 6 Tf 200 200 Td (10) Tj ET /C cs 1 scn BT /F 6 Tf 210 200 Td (.) Tj ET`,
      objects,
    );
    expect(found(await checker.compareEngines(bytes, onlyPage))).toBe('engines on page 1');
  });
});

describe('two versions of a file', () => {
  const versions = { ...first, engines: 'both' } as const;

  it.each(['Helvetica', 'Times-Roman', 'Courier'])('differ by a decimal point of 6 pt in %s', async (typeface) => {
    const [dot, none] = [await smallPrint(typeface, '.'), await smallPrint(typeface, ' ')];
    expect(found(await checker.compareVersions(dot, dot, versions))).toBe('alike');
    for (const engines of ['PDFium', 'both'] as const) {
      expect(found(await checker.compareVersions(dot, none, { ...first, engines }))).toBe('versions on page 1');
    }
  });

  it('differ when a page is missing, but not when pages are appended', async () => {
    const [one, two] = [await samplePdf(1), await samplePdf(2)];
    expect(found(await checker.compareVersions(one, two, { ...versions, to: 1 }))).toBe('alike');
    expect(found(await checker.compareVersions(two, one, { ...versions, to: 2 }))).toBe('versions on page 2');
  });
});

describe('a prepared file', () => {
  const added = { from: 1, to: 2, pages: 2, originalPages: 1, madeHere: true };
  const fingerprintsOf = async (bytes: Uint8Array) => {
    const check = await checker.compareEngines(bytes, { from: 0, to: 1, pages: 1 });
    return (check.ok && check.fingerprints) || [];
  };
  const nothing = new Uint8Array();

  it('is drawn without its original if the stored images apply', async () => {
    const two = await samplePdf(2);
    const check = await checker.compareEngines(two, { from: 0, to: 1, pages: 2 });
    const kept = (check.ok && check.fingerprints) || [];
    expect(kept).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(found(await checker.comparePrepared(nothing, two, { ...added, kept }))).toBe('alike');
  });

  it.each([
    ['with the pictures that are kept', true],
    ['without any', false],
  ])('is found to differ from its original by a decimal point, %s', async (_, isKept) => {
    const [dot, none] = [await smallPrint('Helvetica', '.'), await smallPrint('Helvetica', ' ')];
    const range = { ...added, from: 1, to: 1, pages: 1, kept: isKept ? await fingerprintsOf(dot) : [] };
    expect(found(await checker.comparePrepared(dot, dot, range))).toBe('alike');
    expect(found(await checker.comparePrepared(dot, none, range))).toBe('versions on page 1');
  });

  it('with a stored image of another page is compared with its original', async () => {
    const [dot, none] = [await smallPrint('Helvetica', '.'), await smallPrint('Helvetica', ' ')];
    const range = { ...added, from: 1, to: 1, pages: 1, kept: await fingerprintsOf(none) };
    expect(found(await checker.comparePrepared(dot, dot, range))).toBe('alike');
  });

  it('is refused when engines draw its added page differently', async () => {
    const bytes = secondDiffers();
    const blank = await checker.compareEngines(bytes, { from: 0, to: 1, pages: 2 });
    const kept = (blank.ok && blank.fingerprints) || [];
    expect(found(await checker.comparePrepared(nothing, bytes, { ...added, kept }))).toBe('engines on page 2');
  });
});

describe('ink', () => {
  const square = page('', `0.9 g 0 0 300 300 re f 0 g ${SQUARE} 0 G 20 230 m 280 230 l S`);

  it('covers text and images in a box, but not tints or rules', async () => {
    const boxes = [
      [200, 180, 280, 250],
      [60, 60, 140, 140],
      [50, 0, 150, 100],
    ] as const;
    const ink = await checker.inkIn(
      square,
      boxes.map((box) => ({ page: 1, box })),
    );
    expect(ink.map((share) => Math.round(share * 10) / 10)).toEqual([0, 1, 0.5]);
  });
});

it('a closed page checker does not blame the file', async () => {
  const closed = new PageChecker();
  await closed.close();
  const bytes = secondDiffers();
  await expect(closed.compareEngines(bytes, onlyPage)).rejects.toBeInstanceOf(PoolClosed);
  await expect(closed.readPages(bytes, { from: 0, to: 1, madeHere: false })).rejects.toBeInstanceOf(PoolClosed);
});
