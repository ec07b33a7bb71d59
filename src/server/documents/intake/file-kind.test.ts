/** A file's kind by its content, and the names it may have. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import {
  compound,
  docm,
  docx,
  docxBomb,
  docxInnerBomb,
  jpeg,
  pdfWith,
  png,
  tiff,
  zip,
} from '../../../../test/papers/files.ts';
import { contentDisposition } from '../../http/response/attachment.ts';
import { cleanFileName, detectKind, hasTooManyPixels, isUnreadableImage, matchesKind } from './file-kind.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ascii = (text: string) => Buffer.from(text, 'latin1');

describe('the kind of a file', () => {
  it.each([
    ['application/pdf', pdfWith('')],
    ['application/pdf', Buffer.concat([ascii('\r\n junk before\n'), pdfWith('')])],
    ['image/png', png()],
    ['image/jpeg', jpeg()],
    ['image/tiff', tiff(3, 3, 'II')],
    ['image/tiff', tiff(3, 3, 'MM')],
    ['application/msword', compound()],
    [WORD, docx()],
  ])('is %s', (kind, bytes) => {
    expect(detectKind(bytes)).toBe(kind);
  });

  it.each([
    ['a web page', ascii('<!doctype html><script>alert(1)</script>')],
    ['a drawing with script', ascii('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a program', ascii('MZ\u0090\u0000')],
    ['a compound file that is no Word document', compound('Workbook')],
    [
      'a compound file that only mentions one',
      Buffer.concat([compound('Workbook'), Buffer.from('WordDocument', 'utf16le')]),
    ],
    ['a plain archive', zip([{ name: 'a.txt', data: ascii('a') }])],
    ['a Word document with macros', docm()],
    ['a package that claims to grow beyond measure', docxBomb()],
    ['a package whose list of types grows beyond measure', docxInnerBomb()],
    ['a package cut in half', docx().subarray(0, 60)],
    ['a PDF header far inside', Buffer.concat([Buffer.alloc(1100, 32), pdfWith('')])],
    ['one byte', Buffer.from([0x25])],
    ['nothing', Buffer.alloc(0)],
  ])('is not an accepted one for %s', (_what, bytes) => {
    expect(detectKind(bytes)).toBeUndefined();
  });

  const MAIN = `${WORD}.main+xml`;
  const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const body = ascii('<w:document/>');
  const relations = (target: string, type = RELATION) =>
    `<?xml version="1.0"?><Relationships><Relationship Id="rId1" Type="${type}" Target="${target}"/></Relationships>`;
  const types = (part: string, type = MAIN) =>
    `<?xml version="1.0"?><Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="${part}" ContentType="${type}"/></Types>`;
  const word = (part: string, list: string | Buffer, lead: string | Buffer = relations(part)) =>
    zip([
      { name: '[Content_Types].xml', data: Buffer.from(list) },
      { name: '_rels/.rels', data: Buffer.from(lead) },
      { name: part, data: body },
    ]);
  const wide = (text: string, mark = true) => Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');
  const usual = 'word/document.xml';

  it.each([
    ['whose main part is document2.xml', word('word/document2.xml', types('/word/document2.xml'))],
    ['whose main part has a name of its own', word('parts/Testo.xml', types('/parts/Testo.xml'))],
    ['led to by a path from the root', word(usual, types(`/${usual}`), relations(`/${usual}`))],
    ['led to by a path from here', word(usual, types(`/${usual}`), relations(`./${usual}`))],
    [
      'in its strict form',
      word(
        usual,
        types(`/${usual}`),
        relations(usual, 'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument'),
      ),
    ],
    ['with types in UTF-16', word(usual, wide(types(`/${usual}`)))],
    ['with types in UTF-16 without a mark', word(usual, wide(types(`/${usual}`), false))],
    ['with types in UTF-16, the other way round', word(usual, wide(types(`/${usual}`)).swap16())],
    ['with relations in UTF-16', word(usual, types(`/${usual}`), wide(relations(usual)))],
    ['with a mark of UTF-8', word(usual, `\ufeff${types(`/${usual}`)}`)],
    ['with other letters in its names', word(usual, types('/Word/Document.XML'))],
    ['with the type of an ending', word(usual, types('/x.bin').replace('"application/xml"', `"${MAIN}"`))],
    [
      'with prefixes and single quotes',
      word(
        usual,
        types(`/${usual}`)
          .replace(/<(\/?)(\w)/g, '<$1ct:$2')
          .replaceAll('"', "'"),
      ),
    ],
    [
      'of a thousand parts',
      word(
        usual,
        types(`/${usual}`).replace(
          '</Types>',
          '<Override PartName="/word/media/image.png" ContentType="image/png"/>'.repeat(5000),
        ),
      ),
    ],
  ])('is Word for a package %s', (_what, bytes) => {
    expect(detectKind(bytes)).toBe(WORD);
  });

  it.each([
    [
      'whose relations lead to a part with macros',
      word(
        'word/document2.xml',
        types('/word/document2.xml', 'application/vnd.ms-word.document.macroEnabled.main+xml'),
      ),
    ],
    ['whose relations lead to another part than the text', word('xl/workbook.xml', types(`/${usual}`))],
    ['whose main part is missing', word('word/altro.xml', types(`/${usual}`), relations(usual))],
    [
      'whose main part is outside',
      word('word/altro.xml', types('/word/altro.xml'), relations('word/altro.xml" TargetMode="External')),
    ],
    [
      'whose type stands in a comment',
      word(usual, types(`/${usual}`).replace('<Override', '<!-- <Override').replace('</Types>', '--></Types>')),
    ],
    ['of a table, with the type of a text for another part', word('xl/workbook.xml', types('/xl/styles.xml'))],
  ])('is not Word for a package %s', (_what, bytes) => {
    expect(detectKind(bytes)).toBeUndefined();
  });

  it('never throws on damaged headers', () => {
    const samples = [png(), jpeg(), tiff(), compound(), docx(), pdfWith('')];
    for (const sample of samples) {
      for (let length = 0; length < Math.min(sample.length, 200); length += 1) {
        const cut = sample.subarray(0, length);
        const kind = detectKind(cut);
        if (kind !== undefined) hasTooManyPixels(kind, cut);
      }
    }
  });
});

describe('the size of an image', () => {
  it('is read from the headers of all three kinds', () => {
    expect(hasTooManyPixels('image/png', png(5000, 7000))).toBe(false);
    expect(hasTooManyPixels('image/png', png(100_000, 100_000))).toBe(true);
    expect(hasTooManyPixels('image/jpeg', jpeg(4000, 3000))).toBe(false);
    expect(hasTooManyPixels('image/jpeg', jpeg(65_000, 65_000))).toBe(true);
    expect(hasTooManyPixels('image/tiff', tiff(5000, 7000, 'MM'))).toBe(false);
    expect(hasTooManyPixels('image/tiff', tiff(4_000_000_000, 4_000_000_000))).toBe(true);
  });

  it('counts as too large when the headers do not contain it', () => {
    expect(hasTooManyPixels('image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBe(true);
    expect(hasTooManyPixels('image/tiff', tiff(0, 0))).toBe(true);
  });

  it.each([
    [
      'a PNG without its header first',
      'image/png',
      Buffer.concat([png().subarray(0, 8), ascii('\0\0\0\u0004CgBI\u0050\0\u0020\u0006'), png().subarray(8)]),
    ],
    ['a PNG without a width', 'image/png', png(0, 100)],
    ['a PNG without a height', 'image/png', png(100, 0)],
    ['a PNG cut in its header', 'image/png', png().subarray(0, 20)],
    ['a JPEG without a width', 'image/jpeg', jpeg(0, 100)],
    ['a JPEG without a height', 'image/jpeg', jpeg(100, 0)],
    ['a JPEG without a frame', 'image/jpeg', ascii('\xff\xd8\xff\xd9')],
    [
      'a JPEG with bytes between its segments',
      'image/jpeg',
      Buffer.concat([jpeg().subarray(0, 2), ascii('\xff\xe0\0\u0004ab\0\0'), jpeg().subarray(2)]),
    ],
    ['a TIFF without a size', 'image/tiff', tiff(0, 0)],
    ['a TIFF cut off', 'image/tiff', tiff().subarray(0, 9)],
  ] as const)('is an error when it cannot be read: %s', (_what, kind, bytes) => {
    expect(detectKind(bytes)).toBe(kind);
    expect(isUnreadableImage(kind, bytes)).toBe(true);
  });

  it('is read from the header even when the image cannot be decoded', () => {
    for (const [kind, bytes] of [
      ['image/png', png(100_000, 100_000)],
      ['image/jpeg', jpeg()],
      ['image/tiff', tiff()],
    ] as const) {
      expect(isUnreadableImage(kind, bytes)).toBe(false);
    }
    expect(isUnreadableImage('application/pdf', pdfWith(''))).toBe(false);
  });

  it('is not checked for other files', () => {
    expect(hasTooManyPixels('application/pdf', pdfWith(''))).toBe(false);
  });
});

describe('file names', () => {
  it('match the content by extension and declared type, ignoring case', () => {
    expect(matchesKind('application/pdf', 'a.PDF', 'application/pdf')).toBe(true);
    expect(matchesKind('image/jpeg', 'foto.jpeg', 'image/jpg')).toBe(true);
    expect(matchesKind('image/jpeg', 'foto.jpg', null)).toBe(true);
    expect(matchesKind('application/pdf', 'a.pdf', 'Application/PDF; charset=binary')).toBe(true);
  });

  it.each(['application/octet-stream', 'Application/Octet-Stream; charset=binary', 'binary/octet-stream', '', ' '])(
    'and content decide the kind when no type is declared: %j',
    (declared) => {
      expect(matchesKind('application/pdf', 'a.pdf', declared)).toBe(true);
      expect(matchesKind(WORD, 'a.docx', declared)).toBe(true);
      expect(matchesKind('image/png', 'a.pdf', declared)).toBe(false);
    },
  );

  it.each([
    ['application/pdf', 'a.jpg', 'application/pdf'],
    ['application/pdf', 'a', null],
    ['application/pdf', 'a.pdf.exe', null],
    ['application/pdf', 'a.pdf', 'image/png'],
    ['application/pdf', 'a.pdf', 'constructor'],
    ['image/png', 'a.png', 'text/html'],
  ] as const)('of %s contradict the content: %s, %s', (kind, name, declared) => {
    expect(matchesKind(kind, name, declared)).toBe(false);
  });

  it.each([
    ['  nome   lungo .pdf', 'nome lungo.pdf'],
    ['a<b>:"c|d?e*.pdf', 'a_b___c_d_e_.pdf'],
    ...rowsOf(`
      ../../etc/passwd.pdf | passwd.pdf
      C:\\Users\\mario\\proposta.pdf | proposta.pdf
      a\u0000b\u001f.pdf | ab.pdf
      fattura\u202efdp.pdf | fatturafdp.pdf
      .pdf | documento.pdf
      ... | documento.
      Perche\u0301.pdf | Perché.pdf
    `),
  ])('are sanitized: %j becomes %j', (given, cleaned) => {
    expect(cleanFileName(given)).toBe(cleaned);
  });

  it('are sent in the download header in ASCII and UTF-8 without breaking it', () => {
    expect(contentDisposition('proposta.pdf')).toBe(
      'attachment; filename="proposta.pdf"; filename*=UTF-8\'\'proposta.pdf',
    );
    expect(contentDisposition('Perché (già) "ok".pdf')).toBe(
      'attachment; filename="Perche (gia) _ok_.pdf"; filename*=UTF-8\'\'Perch%C3%A9%20%28gi%C3%A0%29%20%22ok%22.pdf',
    );
    expect(contentDisposition('a\r\nb\ud800.pdf')).not.toMatch(/[\r\n]/);
  });
});
