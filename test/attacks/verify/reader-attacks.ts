/** Updates that need no key and that make some reader show another document, each named after the reader that it deceives. */
import { overlay } from '../files/append-update.ts';
import { objectStreamSource, streamSource, type Target } from './raw-update.ts';

export interface ReaderAttack {
  /** Completes the sentence "a reader that …". */
  readonly reader: string;
  /** Completes the sentence "sees …". */
  readonly title: string;
  readonly apply: (target: Target) => Uint8Array;
}

const coverContent = streamSource('', overlay('Euro 1'));
const freeRow = '0000000000 00001 f\r\n';
const rowAt = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n\r\n`;
/** The content of the page as an object that the update does not list. */
const hiddenContent = ({ content }: Target): string => `${content.objectNumber} 0 obj\n${coverContent}\nendobj\n`;

const attack = (reader: string, title: string, apply: ReaderAttack['apply']): ReaderAttack => ({
  reader,
  title,
  apply,
});

/** A hybrid update: for one object number the stream has the old entry and the table a different one. */
function hybrid(target: Target, table: (number: number) => readonly (readonly [number, string])[]): Uint8Array {
  const { content, next } = target;
  const rows = { [content.objectNumber]: [1, target.entryOf(content), 0] as const };
  const alone = target.writeStream({ number: next, rows, listsItself: false });
  const stream = Buffer.from(alone.subarray(target.bytes.length + 1)).toString('latin1');
  const body = stream.slice(stream.indexOf('obj\n') + 4, stream.lastIndexOf('\nendobj'));
  return target.write({
    objects: { [next]: body },
    rows: (listed) => [...listed, ...table(content.objectNumber)].sort(([a], [b]) => a - b),
    trailer: { XRefStm: String(target.bytes.length + 1) },
  });
}

const HYBRIDS = [
  attack('prefers tables', 'the page’s content called free by the table of a hybrid update', (target) =>
    hybrid(target, (number) => [[number, freeRow]]),
  ),
  attack('knows no hybrid files', 'a content that only the stream of a hybrid update lists', (target) =>
    hybrid(target, () => []),
  ),
];

const withSize = (size: (target: Target) => string) => (target: Target) =>
  target.write({ trailer: { Size: size(target) } });

const SIZES = [
  attack(
    'trusts /Size',
    'a file without the page’s content',
    withSize(({ content }) => String(content.objectNumber)),
  ),
  attack(
    'trusts /Size',
    'a file of three objects',
    withSize(() => '3'),
  ),
  attack(
    'trusts /Size',
    'one object less',
    withSize(({ next }) => String(next - 1)),
  ),
  attack(
    'wraps numbers to 32 bits',
    'a size of 4',
    withSize(() => '4294967300'),
  ),
  attack(
    'reads integers alone',
    'no size where it is a real number',
    withSize(({ next }) => `${next}.0`),
  ),
  attack(
    'needs a size',
    'none',
    withSize(() => ''),
  ),
  attack('reads integers alone', 'no older revision where /Prev is a real number', (target) =>
    target.write({ trailer: { Prev: `${target.prev}.0` } }),
  ),
];

const info = (source: string) => (target: Target) =>
  target.write({ objects: { [target.next]: source }, trailer: { Info: `${target.next} 0 R` } });

const SEARCH_ATTACKS = [
  attack('searches for objects', 'another content between the objects of an update', (target) =>
    target.write({ notListed: hiddenContent(target) }),
  ),
  attack('searches for objects', 'another content in the data of a stream', (target) =>
    target.write({ objects: { [target.next]: streamSource('', hiddenContent(target)) } }),
  ),
  attack('searches for objects', 'another content in validation data', (target) => {
    const [item, store] = [target.next, target.next + 1];
    const catalog = target.update.copy(target.root);
    const source = Buffer.from(target.source(target.root)).toString('latin1');
    const kept = catalog.has('DSS') ? source.replace(/\/DSS \d+ 0 R/, '') : source;
    return target.write({
      objects: {
        [item]: streamSource('', hiddenContent(target)),
        [store]: `<</Type /DSS /Certs [${item} 0 R]>>`,
        [target.root.objectNumber]: kept.replace(/>>\s*$/, `/DSS ${store} 0 R>>`),
      },
    });
  }),
  attack('searches for objects', 'another content in a string of the trailer', (target) =>
    target.write({ trailer: { Note: `(${hiddenContent(target).replace(/[()]/g, '\\$&')})` } }),
  ),
  attack('searches for objects', 'another content in a comment', (target) =>
    target.write({ comment: `%${hiddenContent(target).replaceAll('\n', ' ')}\n` }),
  ),
  attack('searches for objects', 'a number apart from its keyword by many spaces', (target) =>
    target.write({ trailer: { Note: `(${target.content.objectNumber} 0${' '.repeat(300)}obj 1)` } }),
  ),
  attack('takes the last trailer', 'one in a comment', (target) =>
    target.write({ comment: `%trailer <</Root ${target.pages} /Size 9>>\n` }),
  ),
  attack('takes the last trailer', 'one in a string', (target) =>
    target.write({ trailer: { Note: `(trailer<</Root ${target.pages}>>)` } }),
  ),
  attack('takes the last table', 'one in a comment', (target) => target.write({ comment: '%xref 0 1\n' })),
  attack('takes the first startxref near the end', 'one in a comment', (target) =>
    target.write({ comment: '%startxref 9\n' }),
  ),
  attack('ends at the first %%EOF', 'one in a comment', (target) => target.write({ comment: '%%EOF\n' })),
  attack('ends a stream at its keyword', 'less of a stream', (target) =>
    target.write({ objects: { [target.next]: streamSource('', 'a\nendstream\nb') } }),
  ),
];

const REBUILD_ATTACKS = [
  attack('takes the last catalog', 'a second one', (target) =>
    target.write({ objects: { [target.next]: target.source(target.root) } }),
  ),
  attack('takes the last page tree', 'a second one', (target) =>
    target.write({ objects: { [target.next]: target.source(target.pages) } }),
  ),
  attack('takes all pages', 'one more', (target) =>
    target.write({ objects: { [target.next]: target.source(target.page) } }),
  ),
  attack('takes whatever it finds', 'a drawing that nothing needs', (target) =>
    target.write({ objects: { [target.next]: coverContent } }),
  ),
  attack('takes whatever it finds', 'two objects that need each other', (target) =>
    target.write({ objects: { [target.next]: `[${target.next + 1} 0 R]`, [target.next + 1]: `[${target.next} 0 R]` } }),
  ),
  attack('unpacks every object stream', 'another content in one, which no entry leads to', (target) => {
    const page = Buffer.from(target.source(target.page)).toString('latin1');
    const objects = {
      [target.next]: objectStreamSource({ [target.page.objectNumber]: page.replace('/Contents', '/None') }),
    };
    return target.writeStream({ number: target.next + 1, objects });
  }),
  attack('unpacks every object stream', 'another page beside an object that is listed', (target) => {
    const page = Buffer.from(target.source(target.page)).toString('latin1').replace('/Contents', '/None');
    const held = { [target.next]: '<</Type /Font>>', [target.page.objectNumber]: page };
    const objects = { [target.next + 1]: objectStreamSource(held) };
    const rows = { [target.next]: [2, target.next + 1, 1] as const };
    return target.writeStream({ number: target.next + 2, objects, rows });
  }),
];

const STREAMS = [
  attack('takes the last object of a number', 'the cross-reference in place of the content', (target) =>
    target.writeStream({ number: target.content.objectNumber, listsItself: false }),
  ),
  attack('takes the last object of a number', 'the cross-reference in place of the page', (target) =>
    target.writeStream({ number: target.page.objectNumber, listsItself: false }),
  ),
  attack('reads a cross-reference as content', 'what stands behind its entries', (target) =>
    target.writeStream({ number: target.next, surplus: overlay('Euro 1') }),
  ),
  attack('reads a stream from the file that it names', 'another cross-reference', (target) => {
    const entries = Object.entries({ ...target.trailer(target.next + 1), F: '(altro)' });
    const source = entries.map(([key, value]) => `/${key} ${value}`).join(' ');
    return target.writeStream({ number: target.next, entries: source });
  }),
  attack('takes any cross-reference stream', 'one that says something else', (target) => {
    const other = target.writeStream({ number: target.next, rows: { [target.content.objectNumber]: [0, 0, 0] } });
    const source = Buffer.from(other.subarray(target.bytes.length + 1)).toString('latin1');
    const body = source.slice(source.indexOf('obj\n') + 4, source.lastIndexOf('\nendobj'));
    return target.write({ objects: { [target.next]: body } });
  }),
];

const TABLES = [
  attack('counts 20 bytes an entry', 'another number behind a short one', (target) =>
    target.write({
      objects: { [target.next]: '<<>>', [target.next + 1]: `[${target.next} 0 R]` },
      table: (table) =>
        table
          .replaceAll(' n\r\n', ' n\n')
          .replace(`${target.next} 1\n`, `${target.next} 2\n`)
          .replace(`${target.next + 1} 1\n`, ''),
    }),
  ),
  attack('wants a section in a table', 'what a search of the bytes finds', (target) =>
    target.write({ table: () => 'xref\n' }),
  ),
  attack('knows no comments in a table', 'other entries', (target) =>
    target.write({ table: (table) => table.replace('xref\n', `xref\n% ${target.content.objectNumber} 1\n`) }),
  ),
  attack('ignores /Prev', 'a document without the page’s content, all else listed', (target) => {
    const { file } = target.update;
    const listed = file.numbersAt(file.last).filter((number) => number !== target.content.objectNumber);
    const offsets = listed.flatMap((number) => {
      const entry = file.entryAt(file.last, number)?.entry;
      return entry?.type === 'offset' ? [[number, rowAt(entry.offset)] as const] : [];
    });
    return target.write({ rows: () => offsets });
  }),
  attack('ignores /Prev', 'a document whose catalog, page tree and page were written again, and no content', (target) =>
    target.write({
      objects: Object.fromEntries(
        [target.root, target.pages, target.page].map((ref) => [ref.objectNumber, target.source(ref)]),
      ),
    }),
  ),
  attack('ignores generations', 'what a reference by another one leads to', (target) =>
    target.write({
      objects: { [target.next]: `<</Type /Note /Of ${target.content.objectNumber} 7 R>>` },
      trailer: { Note: `${target.next} 0 R` },
    }),
  ),
  attack('wraps numbers to 32 bits', 'what a reference beyond them leads to', (target) =>
    target.write({
      objects: { [target.next]: `<</Of ${4_294_967_296 + target.content.objectNumber} 0 R>>` },
      trailer: { Note: `${target.next} 0 R` },
    }),
  ),
  attack('reads an object to its end', 'one that stands inside another', (target) => {
    const inner = `${target.next + 1} 0 obj\n<<>>\nendobj\n`;
    const outer = `<</Note (${inner})>>`;
    const at = target.bytes.length + 1 + `${target.next} 0 obj\n<</Note (`.length;
    return target.write({
      objects: { [target.next]: outer },
      rows: (rows) => [...rows, [target.next + 1, rowAt(at)]],
      trailer: { Note: `[${target.next} 0 R ${target.next + 1} 0 R]` },
    });
  }),
];

const TITLES = [
  attack('shows the title', 'another one in the first document information', info('<</Title (Altro contratto)>>')),
  attack('shows the producer', 'another one', info('<</Producer (Altro)>>')),
  attack('shows the title', 'none, where there was one', (target) => target.write({ trailer: { Info: 'null' } })),
];

export const READER_ATTACKS: readonly ReaderAttack[] = [
  ...[...HYBRIDS, ...SIZES, ...SEARCH_ATTACKS, ...REBUILD_ATTACKS],
  ...[...STREAMS, ...TABLES],
];

/** A problem where the document is closed; elsewhere titles may be changed, and the change is reported. */
export const TITLE_ATTACKS: readonly ReaderAttack[] = TITLES;
