/** What a file is by its content, and the names it may have (D-132). */
import { describe, expect, it } from 'vitest';
import { compound, docm, docx, docxBomb, docxInnerBomb, jpeg, pdfWith, png, tiff, zip } from '../../../test/files.ts';
import { contentDisposition } from '../http/attachment.ts';
import { agrees, cleanFileName, hasTooManyPixels, kindOf } from './file-kind.ts';

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
    expect(kindOf(bytes)).toBe(kind);
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
  ])('is none of the accepted ones for %s', (_what, bytes) => {
    expect(kindOf(bytes)).toBeUndefined();
  });

  it('never throws on damaged headers', () => {
    const samples = [png(), jpeg(), tiff(), compound(), docx(), pdfWith('')];
    for (const sample of samples) {
      for (let length = 0; length < Math.min(sample.length, 200); length += 1) {
        const cut = sample.subarray(0, length);
        const kind = kindOf(cut);
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

  it('counts as too large when the headers do not tell it', () => {
    expect(hasTooManyPixels('image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBe(true);
    expect(hasTooManyPixels('image/tiff', tiff(0, 0))).toBe(true);
  });

  it('is not asked of other files', () => {
    expect(hasTooManyPixels('application/pdf', pdfWith(''))).toBe(false);
  });
});

describe('names', () => {
  it('agree with content by extension and declared type, in any case of letters', () => {
    expect(agrees('application/pdf', 'a.PDF', 'application/pdf')).toBe(true);
    expect(agrees('image/jpeg', 'foto.jpeg', 'image/jpg')).toBe(true);
    expect(agrees('image/jpeg', 'foto.jpg', null)).toBe(true);
    expect(agrees('application/pdf', 'a.pdf', 'Application/PDF; charset=binary')).toBe(true);
  });

  it.each([
    ['application/pdf', 'a.jpg', 'application/pdf'],
    ['application/pdf', 'a', null],
    ['application/pdf', 'a.pdf.exe', null],
    ['application/pdf', 'a.pdf', 'image/png'],
    ['application/pdf', 'a.pdf', 'constructor'],
    ['image/png', 'a.png', 'text/html'],
  ] as const)('of %s disagree: %s, %s', (kind, name, declared) => {
    expect(agrees(kind, name, declared)).toBe(false);
  });

  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\mario\\proposta.pdf', 'proposta.pdf'],
    ['a\u0000b\u001f.pdf', 'ab.pdf'],
    ['fattura\u202efdp.pdf', 'fatturafdp.pdf'],
    ['  nome   lungo .pdf', 'nome lungo.pdf'],
    ['.pdf', 'documento.pdf'],
    ['...', 'documento.'],
    ['a<b>:"c|d?e*.pdf', 'a_b___c_d_e_.pdf'],
    ['Perche\u0301.pdf', 'Perché.pdf'],
  ])('are cleaned: %j becomes %j', (given, cleaned) => {
    expect(cleanFileName(given)).toBe(cleaned);
  });

  it('travel in the download header in ASCII and in UTF-8, never breaking it', () => {
    expect(contentDisposition('proposta.pdf')).toBe(
      'attachment; filename="proposta.pdf"; filename*=UTF-8\'\'proposta.pdf',
    );
    expect(contentDisposition('Perché (già) "ok".pdf')).toBe(
      'attachment; filename="Perche (gia) _ok_.pdf"; filename*=UTF-8\'\'Perch%C3%A9%20%28gi%C3%A0%29%20%22ok%22.pdf',
    );
    expect(contentDisposition('a\r\nb\ud800.pdf')).not.toMatch(/[\r\n]/);
  });
});
