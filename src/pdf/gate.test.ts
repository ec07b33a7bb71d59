/** What the gate accepts and refuses, and that a file can harm only itself. */

import { execFile } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, it } from 'vitest';
import { testNow } from '#test/clock.ts';
import { printedText } from '#test/papers/printed-text.ts';
import { rowsOf } from '#test/rows.ts';
import { type Bodies, onePage, pdfOf, pdfWithObjectStream, streamOf } from './gate/papers.suite.ts';
import { type GateResult, PdfGate } from './gate.ts';
import { PoolClosed } from './processes/child-pool.ts';
import { withoutNetwork } from './processes/isolation.ts';
import { prepareForSigning } from './signing/prepare-pdf.ts';
import {
  samplePdf,
  samplePdfWithFields,
  samplePlan,
  signerKey,
  stampWith,
  testAuthority,
} from './signing/samples.suite.ts';
import { applySignature } from './signing/sign.ts';

const gate = new PdfGate();
afterAll(() => gate.close());

const refusal = async (bytes: Uint8Array): Promise<string> => {
  const result = await gate.inspect(bytes);
  return result.ok ? 'ok' : result.code;
};

async function accepted(bytes: Uint8Array): Promise<GateResult & { ok: true }> {
  const result = await gate.inspect(bytes);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result;
}

/** What a page draws, including forms, according to its content streams. */
function drawnOn(pdf: PDF, index: number): string {
  const ref = pdf.context.pages.getPage(index);
  const page = ref && pdf.context.resolve(ref);
  if (!(page instanceof PdfDict)) throw new Error('no such page');
  const resolve = (to: PdfRef) => pdf.context.resolve(to);
  const open = (value: PdfObject | undefined): string => {
    const object = value instanceof PdfRef ? resolve(value) : value;
    if (object instanceof PdfArray) return [...object].map(open).join('');
    return object instanceof PdfStream ? Buffer.from(object.getDecodedData()).toString('latin1') : '';
  };
  const content = open(page.get('Contents'));
  const forms = page.getDict('Resources', resolve)?.getDict('XObject', resolve);
  const used = [...content.matchAll(/\/(\w+) Do/g)].map(([, name]) => open(forms?.get(name ?? '')));
  return [content, ...used].join('\n');
}

/** A misbehaving child's answer: its process id, or what it found. */
const saidIn = (result: Awaited<ReturnType<PdfGate['inspect']>>): string =>
  result.ok ? Buffer.from(result.bytes).toString() : `refused: ${result.code}`;

const withCatalog = (entries: string, more: Bodies = {}): Uint8Array =>
  pdfOf({ ...onePage, 1: `<</Type /Catalog /Pages 2 0 R ${entries}>>`, ...more });

describe('a valid PDF', () => {
  it('is kept byte for byte, with all pages', async () => {
    const bytes = await samplePdf(5);
    const result = await accepted(bytes);
    expect(result).toMatchObject({ pages: 5, normalised: false });
    expect(result.bytes).toBe(bytes);
  });

  it.each([
    ['an object stream', pdfWithObjectStream(onePage, '<</Nothing true>>')],
    ['a line feed behind its end', new Uint8Array(Buffer.concat([pdfOf(onePage), Buffer.from('\n\n')]))],
    ['a place to open at', withCatalog('/OpenAction [3 0 R /Fit]')],
    ['an action that leads to a place of its own', withCatalog('/OpenAction <</S /GoTo /D [3 0 R /Fit]>>')],
    ['a link to a web page', pdfOf({ ...onePage, 5: '<</Subtype /Link /A <</S /URI /URI (https://example.org)>>>>' })],
  ])('is kept unchanged with %s', async (_, bytes) => {
    expect(await accepted(bytes)).toMatchObject({ normalised: false, bytes });
  });

  it('keeps its empty signature fields', async () => {
    const bytes = await samplePdfWithFields(['FirmaCliente', 'FirmaVenditore']);
    expect(await accepted(bytes)).toMatchObject({ normalised: false, pages: 1 });
  });
});

describe('active content', () => {
  const link = (action: string): Uint8Array => pdfOf({ ...onePage, 5: `<</Subtype /Link /A ${action}>>` });

  it.each([
    ['a script at opening', withCatalog('/OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>>')],
    ['a script behind a harmless first action', withCatalog('/OpenAction <</S /GoTo /D [3 0 R] /Next <</S /Named>>>>')],
    ['an action at opening', withCatalog('/OpenAction <</S /Named /N /Print>>')],
    [
      'a script in the names',
      withCatalog('/Names <</JavaScript <</Names [(x) 5 0 R]>>>>', { 5: '<</S /JavaScript>>' }),
    ],
    ['a script in a stream', pdfOf({ ...onePage, 5: '<</JS 6 0 R>>', 6: streamOf('', 'app.alert(1)') })],
    ['a script under a name written in another way', link('<</S /J#61vaScript>>')],
    ['an action of a page', pdfOf({ ...onePage, 5: '<</AA <</O <</S /Named>>>>>>' })],
    ['a script as an address', link('<</S /URI /URI (JavaScript:alert\\(1\\))>>')],
    ['an action that starts a program', link('<</S /Launch /F (cmd.exe)>>')],
    ['an action that sends a form', link('<</S /SubmitForm /F (https://example.org)>>')],
    ['an action that imports data', link('<</S /ImportData /F (x.fdf)>>')],
    ['a link into another file', link('<</S /GoToR /F (altro.pdf)>>')],
    ['an action that shows and hides', link('<</S /Hide /T (x)>>')],
    ['an action on layers', link('<</S /SetOCGState /State []>>')],
    ['an XFA form', withCatalog('/AcroForm <</Fields [] /XFA 5 0 R>>', { 5: streamOf('', '<xdp/>') })],
    ['rich media', pdfOf({ ...onePage, 5: '<</Subtype /RichMedia>>' })],
    ['a 3D scene', pdfOf({ ...onePage, 5: '<</Subtype /3D>>' })],
    ['a film', pdfOf({ ...onePage, 5: '<</Subtype /Movie>>' })],
    ['a sound', pdfOf({ ...onePage, 5: '<</Subtype /Sound>>' })],
    ['a stream kept in another file', pdfOf({ ...onePage, 5: streamOf('/F (altro.bin)', '') })],
    ['a page of another file', pdfOf({ ...onePage, 5: streamOf('/Ref <</F (altro.pdf) /Page 1>>', '') })],
    ['a hidden layer', withCatalog('/OCProperties <</OCGs [5 0 R] /D <</OFF [5 0 R]>>>>', { 5: '<</Type /OCG>>' })],
    ['a layer shown on paper only', withCatalog('/OCProperties <</OCGs [] /D <</AS [<</Event /Print>>]>>>>')],
    ['layers hidden at first', withCatalog('/OCProperties <</OCGs [] /D <</BaseState /OFF>>>>')],
    ['a visibility expression', pdfOf({ ...onePage, 5: '<</Type /OCMD /VE [/Not 5 0 R]>>' })],
    ['an object that nothing refers to', pdfOf({ ...onePage, 9: '[[<</Deep <</S /JavaScript /JS (x)>>>>]]' })],
    ['an object inside an object stream', pdfWithObjectStream(onePage, '<</S /JavaScript /JS (x)>>')],
  ])('is refused: %s', async (_, bytes) => {
    expect(await refusal(bytes)).toBe('pdf.active');
  });

  it('is refused in a file that has to be repaired first', async () => {
    const bytes = Buffer.from(withCatalog('/OpenAction <</S /JavaScript /JS (x)>>')).subarray(0, -40);
    expect(await refusal(new Uint8Array(bytes))).toBe('pdf.active');
  });
});

describe('a file that cannot be signed', () => {
  it.each([
    ['nothing', new Uint8Array(0)],
    ['a text', new Uint8Array(Buffer.from('Gentile cliente'))],
    ['a picture', new Uint8Array(Buffer.from('89504e470d0a1a0a', 'hex'))],
    ['a header far inside', new Uint8Array(Buffer.concat([Buffer.alloc(2000, 32), pdfOf(onePage)]))],
  ])('is refused: %s', async (_, bytes) => expect(await refusal(bytes)).toBe('pdf.notPdf'));

  it.each([
    ['only a header', new Uint8Array(Buffer.from('%PDF-1.7\n'))],
    ['no pages', pdfOf({ ...onePage, 2: '<</Type /Pages /Kids [] /Count 0>>' })],
    ['pages that turn back on themselves', pdfOf({ ...onePage, 2: '<</Type /Pages /Kids [2 0 R] /Count 1>>' })],
    ['no catalog', pdfOf({ 1: '<</Nothing true>>' })],
    ['half a file without its pages', pdfOf(onePage).slice(0, 60)],
  ])('is refused as broken: %s', async (_, bytes) => expect(await refusal(bytes)).toBe('pdf.broken'));

  it('is refused when it is encrypted, even without a password', async () => {
    const document = new PDFDocument({ ownerPassword: 'segreto', permissions: {} });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    const finished = new Promise<void>((resolve) => document.on('end', () => resolve()));
    document.text('Contratto').end();
    await finished;
    expect(await refusal(new Uint8Array(Buffer.concat(chunks)))).toBe('pdf.encrypted');
    expect(await refusal(new Uint8Array(Buffer.concat(chunks).subarray(0, -30)))).toBe('pdf.encrypted');
  });

  it('is refused above 25 MiB and above 2000 pages', async () => {
    expect(await refusal(new Uint8Array(25 * 1024 * 1024 + 1))).toBe('pdf.tooLarge');
    const kids = Array.from({ length: 2001 }, () => '<</Type /Page>>').join(' ');
    const many = pdfOf({ ...onePage, 2: `<</Type /Pages /Kids [${kids}] /Count 2001>>` });
    expect(await refusal(many)).toBe('pdf.tooManyPages');
  });

  it('is refused when it is already signed', async () => {
    const { bytes } = await prepareForSigning(await samplePdf(1), samplePlan);
    const authority = await testAuthority();
    const key = await signerKey(authority);
    const request = { field: 'Firma1', key, stamp: stampWith(authority), signedAt: testNow() };
    expect(await refusal((await applySignature(bytes, request)).bytes)).toBe('pdf.alreadySigned');
    expect(await refusal(bytes)).toBe('ok');
  });
});

describe('a file that needs repair', () => {
  it.each([
    [
      'a wrong startxref',
      Buffer.from(pdfOf(onePage))
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
    ],
    [
      'no cross-reference',
      Buffer.from(pdfOf(onePage))
        .toString('latin1')
        .replace(/xref\n0[\s\S]*$/, ''),
    ],
    ['bytes before the header', `junk\n${Buffer.from(pdfOf(onePage)).toString('latin1')}`],
    ['bytes behind the end', `${Buffer.from(pdfOf(onePage)).toString('latin1')}GIF89a`],
    ['a wrong stream length', Buffer.from(pdfOf(onePage)).toString('latin1').replace('/Length 40', '/Length 10')],
    ['a key that stands twice', Buffer.from(pdfOf({ ...onePage, 5: '<</A 1 /A 2>>' })).toString('latin1')],
  ])('is rewritten: %s', async (_, text) => {
    const result = await accepted(new Uint8Array(Buffer.from(text, 'latin1')));
    expect(result).toMatchObject({ normalised: true, pages: 1 });
    const pdf = await PDF.load(result.bytes, { lenient: false });
    expect(pdf.getPage(0)?.extractText().text).toContain('Contratto');
    expect(await accepted(result.bytes)).toMatchObject({ normalised: false });
  });

  it('loses the switches of layers that are all visible', async () => {
    const bytes = withCatalog('/OCProperties <</OCGs [5 0 R] /D <</Order [5 0 R]>>>>', {
      5: '<</Type /OCG /Name (A)>>',
    });
    const result = await accepted(bytes);
    expect(result.normalised).toBe(true);
    expect(Buffer.from(result.bytes).includes('/OCProperties')).toBe(false);
  });
});

describe('form fields', () => {
  const look = (words: string) =>
    streamOf(
      '/Subtype /Form /BBox [0 0 100 20] /Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>',
      `BT /F1 10 Tf (${words}) Tj ET`,
    );
  const field = (page: number, appearance: number, more = '') =>
    `<</Subtype /Widget /FT /Tx /T (t${appearance}) /Rect [10 10 110 30] /P ${page} 0 R /AP <</N ${appearance} 0 R>> ${more}>>`;
  const twoPages: Bodies = {
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [7 0 R 8 0 R 11 0 R]>>>>',
    2: '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 2 /Resources 6 0 R /MediaBox [0 0 300 300]>>',
    3: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R 11 0 R]>>',
    4: streamOf('', 'BT /F1 12 Tf 40 200 Td (Contratto) Tj ET'),
    5: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [8 0 R]>>',
    6: '<</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> /XObject <</Field0 9 0 R>>>>',
    7: field(3, 9),
    8: field(5, 10),
    9: look('Importo 100'),
    10: look('Importo 200'),
    11: '<</Subtype /Widget /FT /Sig /T (Firma) /Rect [10 50 110 90] /P 3 0 R>>',
  };

  it('become page content, while signature fields stay', async () => {
    const result = await accepted(pdfOf(twoPages));
    expect(result).toMatchObject({ normalised: true, pages: 2 });
    const pdf = await PDF.load(result.bytes);
    expect(pdf.getForm()?.getFieldNames()).toEqual(['Firma']);
    const [first, second] = [drawnOn(pdf, 0), drawnOn(pdf, 1)];
    expect(first).toContain('Contratto');
    expect(first).toContain('Importo 100');
    expect(first).not.toContain('Importo 200');
    expect(second).toContain('Contratto');
    expect(second).toContain('Importo 200');
    expect(second).not.toContain('Importo 100');
  });

  it('that are hidden leave nothing behind', async () => {
    const result = await accepted(pdfOf({ ...twoPages, 7: field(3, 9, '/F 2') }));
    const text = drawnOn(await PDF.load(result.bytes), 0);
    expect(text).toContain('Contratto');
    expect(text).not.toContain('Importo 100');
  });

  it('for passwords do not reveal their values', async () => {
    const result = await accepted(pdfOf({ ...twoPages, 7: field(3, 9, '/Ff 8192') }));
    expect(drawnOn(await PDF.load(result.bytes), 0)).not.toContain('Importo 100');
  });

  it('without an appearance get one from their value, including read-only ones', async () => {
    const form =
      '/AcroForm <</Fields [5 0 R] /NeedAppearances true /DA (/Helv 10 Tf 0 g) /DR <</Font <</Helv 6 0 R>>>>>>';
    const bytes = withCatalog(form, {
      3: onePage[3]?.toString().replace('/Contents', '/Annots [5 0 R] /Contents') ?? '',
      5: '<</Subtype /Widget /FT /Tx /T (nome) /V (Ginevra) /Ff 1 /Rect [10 10 200 30] /P 3 0 R>>',
      6: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>',
    });
    const result = await accepted(bytes);
    expect(await printedText(result.bytes)).toContain('Ginevra');
  });
});

describe('a misbehaving child process', () => {
  const entry = new URL('./gate/misbehaving.suite.ts', import.meta.url);
  const trial = new PdfGate({ timeoutMs: 800, memoryMb: 200, children: 1, entry });
  afterAll(() => trial.close());
  const file = (kind: number): Uint8Array => Uint8Array.of(kind);

  it.each(
    rowsOf(`
      hangs                         | 1 | pdf.timeout
      ends                          | 2 | pdf.broken
      takes memory outside its heap | 3 | pdf.timeout
      takes memory inside its heap  | 4 | pdf.timeout
      crashes                       | 5 | pdf.timeout
    `),
  )('that %s affects only its own file', async (_, kind, code) => {
    const [bad, next] = await Promise.all([trial.inspect(file(Number(kind))), trial.inspect(file(0))]);
    expect(bad).toMatchObject({ ok: false, code });
    expect(next).toMatchObject({ ok: true, pages: 1 });
  });

  it.each(['../../package-lock.json', '../../data/keys', '../config.ts', '../../.git/config', '/etc/passwd'])(
    'cannot read %s',
    async (path) => {
      const file = Buffer.concat([Buffer.of(6), Buffer.from(fileURLToPath(new URL(path, import.meta.url)))]);
      expect(saidIn(await trial.inspect(file))).toBe('ERR_ACCESS_DENIED');
    },
  );

  it('has no network, not even this machine', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(saidIn(await trial.inspect(Uint8Array.of(7, port >> 8, port & 255)))).toBe('refused');
    const run = promisify(execFile);
    const { execPath, execArgv } = withoutNetwork([
      '-e',
      `require('net').connect(${port}, '127.0.0.1').on('error', () => console.log('none'))`,
    ]);
    if (execPath !== process.execPath) expect((await run(execPath, execArgv)).stdout).toBe('none\n');
    await new Promise((resolve) => server.close(resolve));
  });

  it('that answers before it has read the file is not trusted', async () => {
    const [bad, next] = await Promise.all([trial.inspect(new Uint8Array(2 << 20)), trial.inspect(file(0))]);
    expect(bad).toMatchObject({ ok: false, code: 'pdf.timeout' });
    expect(next).toMatchObject({ ok: true, pages: 1 });
  });

  it('is not reused', async () => {
    const before = await trial.inspect(file(0));
    await trial.inspect(file(1));
    const after = await trial.inspect(file(0));
    expect(saidIn(before)).toMatch(/^\d+$/);
    expect(saidIn(after)).toMatch(/^\d+$/);
    expect(saidIn(after)).not.toBe(saidIn(before));
  });

  it('is overtaken by another one after a delay; before it, one handles all files', async () => {
    const patient = new PdfGate({ entry, children: 2, patienceMs: 60_000 });
    const judged = await Promise.all([0, 0, 0, 0].map((kind) => patient.inspect(file(kind))));
    for (const one of judged) expect(saidIn(one)).toMatch(/^\d+$/);
    expect(new Set(judged.map(saidIn)).size).toBe(1);
    await patient.close();
    const hasty = new PdfGate({ entry, children: 2, timeoutMs: 60_000, patienceMs: 1 });
    const before = saidIn(await hasty.inspect(file(0)));
    const hanging = hasty.inspect(file(1));
    const overtaking = saidIn(await hasty.inspect(file(0)));
    for (const said of [before, overtaking]) expect(said).toMatch(/^\d+$/);
    expect(overtaking).not.toBe(before);
    const end = expect(hanging).rejects.toBeInstanceOf(PoolClosed);
    await hasty.close();
    await end;
  });

  it('that cannot start is reported without a wait', async () => {
    const dead = new PdfGate({ entry: new URL('./gate/no-such-child.ts', import.meta.url) });
    expect(await dead.inspect(file(0))).toMatchObject({ ok: false, code: 'pdf.timeout' });
    await dead.close();
  });

  it('does not delay or refuse files when the gate closes', async () => {
    const closing = new PdfGate({ entry, children: 1 });
    // Its child is running: it gets the first file immediately, and the others wait.
    expect(await closing.inspect(file(0))).toMatchObject({ ok: true });
    const ends = [file(1), file(1), file(0)].map((bytes) =>
      expect(closing.inspect(bytes)).rejects.toBeInstanceOf(PoolClosed),
    );
    await closing.close();
    await Promise.all(ends);
    await expect(closing.inspect(file(0))).rejects.toBeInstanceOf(PoolClosed);
  });
});

it('a decompression bomb is refused within its limits', async () => {
  const bomb = pdfWithObjectStream(onePage, '<</Nothing true>>', 300 << 20);
  const small = new PdfGate({ memoryMb: 256 });
  expect(await small.inspect(bomb)).toMatchObject({ ok: false });
  expect(await small.inspect(pdfOf(onePage))).toMatchObject({ ok: true });
  await small.close();
});
