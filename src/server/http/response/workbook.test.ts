/** Workbooks read back: text stays text, moments are dates, rows are read on demand. */
import { describe, expect, it, vi } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { type WorkbookCell, writeWorkbook } from './workbook.ts';
import { readSheet, readZip, textOf } from './workbook-read.suite.ts';
import { writeZip } from './zip.ts';

async function* each<T>(list: Iterable<T>): AsyncGenerator<T> {
  yield* list;
}

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

const column = { heading: 'Nome', width: 20 };
const write = (rows: AsyncIterable<WorkbookCell[]>, columns = [column, column]) =>
  writeWorkbook({ sheet: 'Utenti', columns, rows });

describe('a workbook', () => {
  it('has the parts that readers expect, each valid XML', async () => {
    const parts = readZip(await bytesOf(write(each([['a', 'b']]))));
    expect([...parts.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    for (const text of parts.values()) expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"/);
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Utenti" sheetId="1" r:id="rId1"/>');
  });

  it.each(['=1+1', '=HYPERLINK("http://example.com","x")', '+39 333', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'keeps %j as text, never a formula',
    async (text) => {
      const bytes = await bytesOf(write(each([[text, 'x']])));
      const cell = readSheet(bytes)[1]?.get('A');
      expect(cell).toEqual({ type: 'inlineStr', style: '3', value: text });
      const parts = readZip(bytes);
      expect(parts.get('xl/worksheets/sheet1.xml')).not.toMatch(/<f[ >]/);
      const styles = [...(parts.get('xl/styles.xml')?.matchAll(/<xf [^>]*xfId[^>]*>/g) ?? [])].map(([xf]) => xf);
      expect(styles[3]).toContain('quotePrefix="1"');
      expect(styles[3]).toContain('numFmtId="49"');
    },
  );

  it.each([
    ['spaces at both ends', '  a  '],
    ['several lines', 'a\nb\r\nc'],
    ...rowsOf(`
      marks of XML | <b>&"'</b>
      the end of a section | ]]>
      names every object has | __proto__ constructor toString
      an emoji and accents | Nicolò 🚗 Weiß
      control characters | a\u0001b\u001fc\u007f
      an escape that only looks like one | _x0041_
      code points that are no characters | \ufffe\uffff
    `),
  ])('round-trips %s', async (_name, text) => {
    const bytes = await bytesOf(write(each([['x', text]])));
    expect(readSheet(bytes)[1]?.get('B')?.value).toBe(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows none of these characters
    expect(readZip(bytes).get('xl/worksheets/sheet1.xml')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
  });

  it('replaces lone surrogates, which no reader could open', async () => {
    const bytes = await bytesOf(write(each([['\ud800', 'b']])));
    expect(readSheet(bytes)[1]?.get('A')?.value).toBe('\ufffd');
  });

  it('truncates texts longer than a cell allows', async () => {
    const bytes = await bytesOf(write(each([['a'.repeat(40_000), 'b']])));
    expect(readSheet(bytes)[1]?.get('A')?.value).toHaveLength(32_767);
  });

  it('writes instants as calendar dates, numbers as numbers, null as an empty cell', async () => {
    const wallClock = Date.UTC(2026, 10, 20, 9, 30);
    const bytes = await bytesOf(write(each([[{ wallClock }, 7, null, '']]), [column, column, column, column]));
    const row = readSheet(bytes)[1];
    expect(row?.get('A')).toEqual({ type: undefined, style: '4', value: expect.stringMatching(/^46346\.3958333333/) });
    expect(row?.get('B')).toEqual({ type: undefined, style: undefined, value: '7' });
    expect([row?.has('C'), row?.has('D')]).toEqual([false, false]);
    expect(readZip(bytes).get('xl/styles.xml')).toContain('formatCode="dd/mm/yyyy\\ hh:mm"');
  });

  it('names columns beyond Z and filters over all of them', async () => {
    const columns = Array.from({ length: 28 }, (_, index) => ({ heading: `c${index}`, width: 5 }));
    const bytes = await bytesOf(write(each([]), columns));
    expect(textOf(readSheet(bytes)[0])).toMatchObject({ A: 'c0', Z: 'c25', AA: 'c26', AB: 'c27' });
    expect(readZip(bytes).get('xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:AB1"/>');
  });

  it('requests rows only as they are read, and stops when reading stops', async () => {
    let asked = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<WorkbookCell[]> {
      try {
        for (;;) {
          asked += 1;
          // Text that compresses badly, so that bytes are produced steadily.
          yield [
            Array.from({ length: 200 }, (_, i) => ((asked * 7919 + i * 104_729) % 65_521).toString(36)).join(''),
            'x',
          ];
        }
      } finally {
        ended = true;
      }
    }
    const bytes = write(endless());
    let taken = 0;
    for await (const part of bytes) {
      taken += part.length;
      if (taken > 200_000) break;
    }
    expect(asked).toBeLessThan(3000);
    await vi.waitFor(() => expect(ended).toBe(true), { timeout: 20_000 });
  });

  it('fails when its rows fail', async () => {
    async function* broken(): AsyncGenerator<WorkbookCell[]> {
      yield ['a', 'b'];
      throw new Error('the database went away');
    }
    await expect(bytesOf(write(broken()))).rejects.toThrow('the database went away');
  });
});

describe('an archive', () => {
  it('round-trips every file, including an empty one and one in chunks', async () => {
    const big = Array.from({ length: 300 }, (_, index) => Buffer.from(`${index} `.repeat(1000)));
    const bytes = await bytesOf(
      writeZip([
        { name: 'vuoto.txt', content: each([]) },
        { name: 'cartella/grande.txt', content: each(big) },
        { name: 'però.txt', content: each([Buffer.from('sì')]) },
      ]),
    );
    const read = readZip(bytes);
    expect([...read.keys()]).toEqual(['vuoto.txt', 'cartella/grande.txt', 'però.txt']);
    expect(read.get('vuoto.txt')).toBe('');
    expect(read.get('cartella/grande.txt')).toBe(Buffer.concat(big).toString());
    expect(read.get('però.txt')).toBe('sì');
  });

  it('is identical for identical content', async () => {
    const make = () => bytesOf(writeZip([{ name: 'a', content: each([Buffer.from('a')]) }]));
    expect((await make()).equals(await make())).toBe(true);
  });
});
