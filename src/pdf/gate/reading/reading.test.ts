/** Files with ambiguous bytes, layers, permissions and usage rights: one reading for all readers, or a refusal. */
import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { encryptedPdf } from '../../../../test/papers/files.ts';
import { outcome } from '../content/judged.suite.ts';
import { inspectPdf } from '../inspect-pdf.ts';
import { type Bodies, onePage, pdfOf, streamOf } from '../papers.suite.ts';

async function words(bytes: Uint8Array): Promise<string> {
  const result = await inspectPdf(bytes);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return (await PDF.load(result.bytes, { lenient: false })).getPage(0)?.extractText().text ?? '';
}
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (latin1: string): Uint8Array => new Uint8Array(Buffer.from(latin1, 'latin1'));

interface Hidden {
  /** Position of the object in the stream; 0 for a free one. */
  readonly at: (file: string) => number;
  readonly number: number;
}

/**
 * A file whose table is followed by a stream of entries that only some readers support. @param free numbers that the
 * table marks as free.
 */
function hybrid(bodies: Bodies, entries: readonly Hidden[], free: readonly number[] = []): Uint8Array {
  const plain = text(pdfOf(bodies));
  const start = plain.lastIndexOf('xref\n0 ');
  const rows = Buffer.alloc(entries.length * 6);
  for (const [row, { at }] of entries.entries()) {
    rows.writeUInt8(at(plain) > 0 ? 1 : 0, row * 6);
    rows.writeUInt32BE(at(plain), row * 6 + 1);
  }
  const index = entries.map(({ number }) => `${number} 1`).join(' ');
  const stream = streamOf(`/Type /XRef /Size 99 /W [1 4 1] /Index [${index}] /Root 1 0 R`, rows).toString('latin1');
  let table = plain.slice(start).replace('trailer\n<<', `trailer\n<</XRefStm ${start} `);
  const lines = table.split('\n');
  // Two lines precede the entries.
  for (const number of free) lines[number + 2] = '0000000000 00000 f\r';
  table = lines.join('\n');
  const before = `${plain.slice(0, start)}98 0 obj\n${stream}\nendobj\n`;
  return bytesOf(before + table.replace(/startxref\n\d+/, `startxref\n${before.length}`));
}
const objectAt = (number: number) => (file: string) => file.indexOf(`\n${number} 0 obj`) + 1;

describe('a hybrid cross-reference', () => {
  it('is read with hidden objects, and rewritten so that every reader finds them', async () => {
    const bytes = hybrid(onePage, [{ number: 4, at: objectAt(4) }], [4]);
    expect(await outcome(bytes)).toBe('written anew');
    expect(await words(bytes)).toContain('Contratto');
  });

  it('is unchanged when both parts agree', async () => {
    expect(await outcome(hybrid(onePage, [{ number: 4, at: objectAt(4) }]))).toBe('unchanged');
  });

  const other = { ...onePage, 5: streamOf('', 'BT /F1 12 Tf 40 200 Td (Altro) Tj ET') };
  it.each<[string, Uint8Array]>([
    ['another object', hybrid(other, [{ number: 4, at: objectAt(5) }])],
    ['no object', hybrid(onePage, [{ number: 4, at: () => 0 }])],
    [
      'another object, behind bytes before the header',
      Buffer.concat([Buffer.from('junk\n'), hybrid(other, [{ number: 4, at: objectAt(5) }])]),
    ],
  ])('is refused when the second part points to %s', async (_, bytes) => {
    expect(await outcome(bytes)).toBe('pdf.ambiguous');
  });
});

describe('an ambiguous object', () => {
  const page = String(onePage[3]);
  const altro = streamOf('', 'BT /F1 12 Tf 40 200 Td (Altro) Tj ET');
  it.each<[string, Uint8Array]>([
    [
      'contents',
      pdfOf({ ...onePage, 3: page.replace('/Contents 4 0 R', '/Contents 4 0 R /Contents 5 0 R'), 5: altro }),
    ],
    ['a size', pdfOf({ ...onePage, 3: page.replace('/Contents', '/MediaBox [0 0 9 9] /Contents') })],
    [
      'a name written in two ways',
      pdfOf({ ...onePage, 3: page.replace('/Contents', '/M#65diaBox [0 0 9 9] /Contents') }),
    ],
    [
      'pages',
      pdfOf({ ...onePage, 1: '<</Type /Catalog /Pages 2 0 R /Pages 5 0 R>>', 5: '<</Type /Pages /Kids [] /Count 0>>' }),
    ],
    ['nothing and something', pdfOf({ ...onePage, 3: page.replace('/Contents', '/Rotate null /Rotate 90 /Contents') })],
  ])('is refused: a duplicate %s', async (_, bytes) => {
    expect(await outcome(bytes)).toBe('pdf.ambiguous');
  });

  it.each<[string, Uint8Array]>([
    ['has the same value twice', pdfOf({ ...onePage, 3: page.replace('/Type /Page', '/Type /Page /Type /Page') })],
    ['belongs to nothing that is shown', pdfOf({ ...onePage, 5: '<</A 1 /A 2>>' })],
    ['is only metadata', pdfOf({ ...onePage, 5: '<</Title (a) /Title (b)>>' }, '/Info 5 0 R')],
  ])('is rewritten when it %s', async (_, bytes) => {
    expect(await outcome(bytes)).toBe('written anew');
    expect(await words(bytes)).toContain('Contratto');
  });

  it('is refused when only some readers accept its generation number', async () => {
    expect(await outcome(pdfOf({ ...onePage, 3: page.replace('4 0 R', '4 1 R') }))).toBe('pdf.ambiguous');
    const font = page.replace(/<<\/Type \/Font.*?>>/, '5 2 R');
    const helvetica = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>';
    expect(await outcome(pdfOf({ ...onePage, 3: font, 5: helvetica }))).toBe('pdf.ambiguous');
  });
});

describe('outside the objects', () => {
  const plain = text(pdfOf(onePage));
  it.each<[string, string]>([
    ['bytes before the header, not counted', `junk\r\n${plain}`],
    [
      'bytes before the header, counted',
      `junkjunk\n${plain.replace(/^(\d{10})(?= 00000 n)/gm, (at) => String(Number(at) + 9).padStart(10, '0')).replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + 9}`)}`,
    ],
    ['a second end', `${plain}%%EOF\n`],
    ['an end in the middle', plain.replace('endobj\n2 0 obj', 'endobj\n%%EOF\n2 0 obj')],
    ['a chain that comes back', plain.replace('/Size 5', `/Size 5 /Prev ${plain.lastIndexOf('xref\n0 ')}`)],
    ['a chain that leads nowhere', plain.replace('/Size 5', '/Size 5 /Prev 7')],
    ['a version that does not exist', plain.replace('%PDF-1.7', '%PDF-1.99')],
    ['free objects that were never used', text(pdfOf({ ...onePage, 9: '<<>>' }))],
    ['facts that are no dictionary', plain.replace('/Size 5', '/Size 5 /Info 4 0 R')],
  ])('%s do not change the document', async (_, file) => {
    expect(await words(bytesOf(file))).toContain('Contratto');
  });
});

describe('layers', () => {
  const layered = (configuration: string, usage = '', more: Bodies = {}, mark = '/MC0 5 0 R') =>
    pdfOf({
      ...onePage,
      1: `<</Type /Catalog /Pages 2 0 R /OCProperties <</OCGs [5 0 R] /D <<${configuration}>>>>>>`,
      3: String(onePage[3]).replace('/Resources <<', `/Resources <</Properties <<${mark}>> `),
      4: streamOf('', '/OC /MC0 BDC BT /F1 12 Tf 40 200 Td (Contratto) Tj ET EMC'),
      5: `<</Type /OCG /Name (Filigrana) ${usage}>>`,
      ...more,
    });
  const events = (...names: string[]) =>
    `/AS [${names.map((name) => `<</Event /${name} /Category [/${name}] /OCGs [5 0 R]>>`).join('')}]`;
  const states = (view: string, print: string, out: string) =>
    `/Usage <</View <</ViewState /${view}>> /Print <</PrintState /${print}>> /Export <</ExportState /${out}>> /PageElement <</Subtype /FG>>>>`;

  it.each<[string, Uint8Array]>([
    [
      'as Acrobat writes a watermark',
      layered(`/ON [5 0 R] ${events('View', 'Print', 'Export')}`, states('ON', 'ON', 'ON')),
    ],
    ['with an event and no use', layered(events('Print'))],
    ['off at first and then switched on', layered('/BaseState /OFF /ON [5 0 R]')],
    ['with uses and no event', layered('', states('ON', 'ON', 'ON'))],
    ['as a member of several', layered('', '', { 6: '<</Type /OCMD /OCGs [5 0 R] /P /AllOn>>' }, '/MC0 6 0 R')],
    [
      'by an expression that holds',
      layered('', '', { 6: '<</Type /OCMD /VE [/Or 5 0 R [/Not 5 0 R]]>>' }, '/MC0 6 0 R'),
    ],
  ])('that are always visible become page content: one %s', async (_, bytes) => {
    expect(await outcome(bytes)).toBe('written anew');
    expect(await words(bytes)).toContain('Contratto');
  });

  it.each<[string, Uint8Array]>([
    ['switched off', layered('/OFF [5 0 R]')],
    ['off at first', layered('/BaseState /OFF')],
    ['on paper only', layered(events('View'), states('OFF', 'ON', 'ON'))],
    ['on screen only', layered(events('Print'), states('ON', 'OFF', 'ON'))],
    ['on screen only, for readers that need no event', layered('', states('ON', 'OFF', 'ON'))],
    ['missing in an export', layered(events('Export'), states('ON', 'ON', 'OFF'))],
    ['by how large it is shown', layered('/AS [<</Event /View /Category [/Zoom] /OCGs [5 0 R]>>]')],
    ['by the reader’s language', layered('/AS [<</Event /View /Category [/View /Language] /OCGs [5 0 R]>>]')],
    ['by an expression that does not hold', layered('', '', { 6: '<</Type /OCMD /VE [/Not 5 0 R]>>' }, '/MC0 6 0 R')],
    ['when it is hidden', layered('', '', { 6: '<</Type /OCMD /OCGs [5 0 R] /P /AllOff>>' }, '/MC0 6 0 R')],
  ])('that can be toggled are refused: one %s', async (_, bytes) => {
    expect(await outcome(bytes)).toBe('pdf.active');
  });
});

describe('a usage-rights signature', () => {
  const signature = '<</Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00>>>';
  const signed = (catalog: string, more: Bodies = {}) =>
    pdfOf({ ...onePage, 1: `<</Type /Catalog /Pages 2 0 R ${catalog}>>`, 5: signature, ...more });

  it.each<[string, Uint8Array]>([
    ['usage rights', signed('/Perms <</UR3 5 0 R>>')],
    ['usage rights of the older kind', signed('/Perms <</UR 5 0 R>>')],
    ['usage rights written in place', signed(`/Perms <</UR3 ${signature}>>`, { 5: 'null' })],
    ['usage rights kept elsewhere', signed('/Perms 6 0 R', { 6: '<</UR3 5 0 R>>' })],
  ])('is dropped: %s', async (_, bytes) => {
    expect(await outcome(bytes)).toBe('written anew');
    const result = await inspectPdf(bytes);
    expect(result.ok && text(result.bytes)).not.toMatch(/Perms|ByteRange/);
  });

  const field = '<</Type /Annot /Subtype /Widget /FT /Sig /T (F) /Rect [0 0 9 9] /V 5 0 R>>';
  it.each<[string, Uint8Array]>([
    ['a certification', signed('/Perms <</DocMDP 5 0 R>>')],
    ['usage rights beside a signature', signed('/Perms <</UR3 5 0 R /DocMDP 6 0 R>>', { 6: signature })],
    [
      'usage rights that are a field’s value',
      signed('/Perms <</UR3 5 0 R>> /AcroForm <</Fields [6 0 R]>>', { 6: field }),
    ],
    ['a signature of nothing', signed('')],
  ])('is not %s', async (_, bytes) => {
    expect(await outcome(bytes)).toBe('pdf.alreadySigned');
  });
});

describe('a file with a password', () => {
  const owner = { ownerPassword: 'padrone' };
  it.each(['1.3', '1.4', '1.6', '1.7', '1.7ext3'] as const)(
    'that restricts only changes is accepted without encryption: PDF %s',
    async (pdfVersion) => {
      const bytes = await encryptedPdf({ ...owner, pdfVersion, permissions: { printing: 'lowResolution' } });
      const result = await inspectPdf(bytes);
      expect(result).toMatchObject({ ok: true, normalised: true, pages: 1 });
      expect(result.ok && text(result.bytes)).not.toContain('/Encrypt');
      expect(await words(bytes)).toContain('Non si legge.');
    },
  );

  it('is refused when printing is not allowed', async () => {
    expect(await outcome(await encryptedPdf({ ...owner, permissions: { copying: true } }))).toBe('pdf.encrypted');
  });

  it('is refused when it is required for reading', async () => {
    expect(await outcome(await encryptedPdf())).toBe('pdf.encrypted');
  });
});
