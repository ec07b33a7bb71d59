/** Writes a workbook of one sheet (Office Open XML, ECMA-376) while its rows are read; text is always text, never a formula. */
import { writeZip } from './zip.ts';

/** Text, a number, a local date and time (milliseconds as if it were UTC), or nothing. */
export type WorkbookCell = string | number | { readonly wallClock: number } | null;

export interface Workbook {
  readonly sheet: string;
  readonly columns: readonly { readonly heading: string /** In characters. */; readonly width: number }[];
  readonly rows: AsyncIterable<readonly WorkbookCell[]>;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const DAY = 86_400_000;
/** Days from 30 December 1899, where serial dates begin, to 1970. */
const EPOCH = 25_569;
/** Limit of a cell's text (ECMA-376 part 1, 18.3.1.4 and Excel's limits). */
const MAX_TEXT_LENGTH = 32_767;

/** Indexes of the styles below in `cellXfs`. */
const STYLE = { heading: 1, text: 2, quoted: 3, moment: 4 } as const;

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;

const relationships = (...targets: readonly [type: string, target: string][]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML cannot hold most control characters, and normalises a carriage return: write them as `_x000D_` (18.18.96 ST_Xstring). */
function escaped(text: string): string {
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed()
    .replace(/_x[0-9A-Fa-f]{4}_/g, (match) => `_x005F${match}`)
    .replace(
      /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>"]/g, (character) => XML_ENTITIES[character] ?? character);
}

/** Such a text would become a formula when edited, or saved as CSV and reopened. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r]/;

function cellXml(cell: WorkbookCell, place: string, style?: number): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell !== 'string') {
    return `<c r="${place}" s="${STYLE.moment}"><v>${cell.wallClock / DAY + EPOCH}</v></c>`;
  }
  const own = LOOKS_LIKE_FORMULA.test(cell) ? STYLE.quoted : STYLE.text;
  return `<c r="${place}" s="${style ?? own}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** A, B, … Z, AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const rowXml = (cells: readonly WorkbookCell[], number: number, style?: number): string =>
  `<row r="${number}">${cells.map((cell, index) => cellXml(cell, `${columnName(index)}${number}`, style)).join('')}</row>`;

/** Rows are emitted in pieces of about this many characters. */
const CHUNK_LENGTH = 64 * 1024;

async function* sheetXml({ columns, rows }: Workbook): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const headings = columns.map(({ heading }) => heading);
  let chunk = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowXml(headings, 1, STYLE.heading)}`;
  let number = 1;
  for await (const row of rows) {
    number += 1;
    chunk += rowXml(row, number);
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}</sheetData><autoFilter ref="A1:${columnName(columns.length - 1)}${number}"/></worksheet>`;
}

async function* encoded(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** The bytes of an .xlsx file; rows are read only as fast as the bytes are consumed. */
export function writeWorkbook(workbook: Workbook): AsyncGenerator<Uint8Array> {
  const book = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="${escaped(workbook.sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const part = (name: string, text: string) => ({ name, content: encoded([text]) });
  return writeZip([
    part('[Content_Types].xml', CONTENT_TYPES),
    part('_rels/.rels', relationships(['officeDocument', 'xl/workbook.xml'])),
    part('xl/workbook.xml', book),
    part('xl/_rels/workbook.xml.rels', relationships(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])),
    part('xl/styles.xml', STYLES),
    { name: 'xl/worksheets/sheet1.xml', content: encoded(sheetXml(workbook)) },
  ]);
}
