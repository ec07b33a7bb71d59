/** ISO 32000-2, 7.5: cross-references are followed exactly; a file that would need repair is refused. */
import { PdfDict, PdfRef } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { StrictFile } from './strict-file.ts';
import { SyntaxFault } from './syntax.ts';

const CATALOG = '1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n';
const PAGES = '2 0 obj\n<</Type /Pages /Kids [] /Count 0>>\nendobj\n';
const HEAD = '%PDF-1.7\n';
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const row = (offset: number, kind = 'n', generation = '00000'): string =>
  `${String(offset).padStart(10, '0')} ${generation} ${kind}\r\n`;

const base = `${HEAD}${CATALOG}${PAGES}`;
const table = `xref\n0 3\n${row(0, 'f', '65535')}${row(HEAD.length)}${row(HEAD.length + CATALOG.length)}`;
const sound = `${base}${table}trailer\n<</Root 1 0 R /Size 3>>\nstartxref\n${base.length}\n%%EOF\n`;

/** Appends an update with one object. */
function updated(
  text: string,
  object: string,
  options: { row?: string; trailer?: string; beside?: string } = {},
): string {
  const prev = /startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1];
  const at = text.length;
  const body = `${text}${object}${options.beside ?? ''}`;
  const number = /^(\d+)/.exec(object)?.[1];
  const trailer = options.trailer ?? `/Root 1 0 R /Size 9 /Prev ${prev}`;
  return `${body}xref\n${number} 1\n${options.row ?? row(at)}trailer\n<<${trailer}>>\nstartxref\n${body.length}\n%%EOF\n`;
}

describe('a valid file', () => {
  it('opens with its revisions, each object as of each revision', async () => {
    const file = await StrictFile.open(bytes(updated(sound, '2 0 obj\n<</Type /Pages /Count 5>>\nendobj\n')));
    expect(file.revisions.map(({ eof, end }) => [eof, end])).toEqual([
      [sound.length - 1, sound.length],
      [file.bytes.length - 1, file.bytes.length],
    ]);
    const counts = [0, 1].map((revision) => {
      const pages = file.resolveAt(revision, PdfRef.of(2, 0));
      return pages instanceof PdfDict && pages.getNumber('Count')?.value;
    });
    expect(counts).toEqual([0, 5]);
    expect(file.strayBytes(1)).toBeNull();
    expect(file.trailing).toBe(0);
  });

  it('returns no object of another generation, and no free one', async () => {
    const file = await StrictFile.open(bytes(updated(sound, '2 0 obj\nnull\nendobj\n', { row: row(0, 'f', '00001') })));
    expect(file.resolveAt(0, PdfRef.of(2, 1))).toBeNull();
    expect(file.resolveAt(1, PdfRef.of(2, 0))).toBeNull();
    expect(file.numbersAt(0)).toEqual([1, 2]);
    expect(file.numbersAt(1)).toEqual([1]);
  });

  it('reports the number of bytes after its end', async () => {
    expect((await StrictFile.open(bytes(`${sound}abc`))).trailing).toBe(3);
  });

  it('reports bytes of an update that belong to no object', async () => {
    const file = await StrictFile.open(
      bytes(updated(sound, '5 0 obj\n1\nendobj\n', { beside: '9 0 obj\n2\nendobj\n' })),
    );
    expect(file.strayBytes(1)).toContain('belong to no object');
  });

  it('reports an object that an update places among signed bytes', async () => {
    const file = await StrictFile.open(bytes(updated(sound, '1 0 obj\n1\nendobj\n', { row: row(HEAD.length) })));
    expect(file.strayBytes(1)).toContain('belong to no object');
    const other = updated(sound, '7 0 obj\n1\nendobj\n', { row: row(HEAD.length) });
    const opened = await StrictFile.open(bytes(other));
    expect(() => opened.strayBytes(1)).toThrow(SyntaxFault);
  });
});

describe('a file is refused', () => {
  const loop = updated(sound, '5 0 obj\n1\nendobj\n', { trailer: '/Root 1 0 R /Prev 9999' });

  it.each<[string, string]>([
    ['without a header', sound.slice(2)],
    ['with bytes before its header', `x${sound}`],
    ['without an end', sound.replace('%%EOF', '%%EO')],
    ['with a startxref that points elsewhere', sound.replace(/startxref\n\d+/, 'startxref\n9')],
    ['with a chain that leads nowhere', loop],
    ['with a chain that turns back', loop.replace('/Prev 9999', `/Prev ${loop.lastIndexOf('xref\n5')}`.padEnd(10))],
    ['when it is encrypted', sound.replace('/Size 3', '/Size 3 /Encrypt <<>>')],
    ['with an entry that is no entry', sound.replace(' 00000 n', ' 0000 n ')],
    ['with an object listed twice', sound.replace('xref\n0 3', 'xref\n1 1\n0000000009 00000 n\r\n0 3')],
    ['with numbers too high', sound.replace('xref\n0 3', 'xref\n9999999 3')],
    ['whose catalog is no dictionary', sound.replace('<</Type /Catalog /Pages 2 0 R>>', '42'.padEnd(31))],
  ])('%s', async (_, text) => {
    await expect(StrictFile.open(bytes(text)).then((file) => file.catalogAt(file.last))).rejects.toThrow(SyntaxFault);
  });

  it('when an object is not where the cross-reference points', async () => {
    const file = await StrictFile.open(bytes(sound.replace('2 0 obj', '3 0 obj')));
    expect(() => file.objectAt(0, 2)).toThrow(SyntaxFault);
  });

  it('when a comment precedes the end of an update', async () => {
    const text = updated(sound, '5 0 obj\n1\nendobj\n');
    const at = text.lastIndexOf('startxref');
    const hidden = `${text.slice(0, at)}6 0 obj\n2\nendobj\n${text.slice(at)}`;
    await expect(StrictFile.open(bytes(hidden))).rejects.toThrow(SyntaxFault);
  });
});
