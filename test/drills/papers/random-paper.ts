/**
 * Generates random PDFs: objects, references, generations, predictors, annotations, actions and fields in every
 * mixture, valid and invalid.
 */
import { deflateSync } from 'node:zlib';
import { type Bodies, streamOf } from '#pdf/gate/papers.suite.ts';

/** Random decisions from one generator. */
export class Random {
  readonly next: () => number;

  constructor(next: () => number) {
    this.next = next;
  }

  /** From 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  in(share: number): boolean {
    return this.next() < share;
  }

  of<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}

const SUBTYPES = [
  ...([
    'Link',
    'Link',
    'Link',
    'Widget',
    'Widget',
    'FreeText',
    'Highlight',
    'Stamp',
    'Square',
    'Ink',
    'Popup',
  ] as const),
  ...(['Text', 'FileAttachment', 'Screen', '3D', 'Watermark', 'Prova'] as const),
] as const;
const ACTIONS = [
  ...([
    'GoTo',
    'GoTo',
    'URI',
    'URI',
    'URI',
    'Named',
    'Thread',
    'JavaScript',
    'Launch',
    'GoToR',
    'GoToE',
    'Hide',
  ] as const),
  ...(['SubmitForm', 'SetOCGState', 'Domani'] as const),
] as const;
const ADDRESSES = [
  'https://example.org/a',
  'mailto:a@example.org',
  'http://example.org',
  'javascript:x',
  'file:///x',
] as const;
const CATALOG_KEYS = [
  'Threads',
  'PieceInfo',
  'AF',
  'Lang',
  'PageMode',
  'ViewerPreferences',
  'Prova',
  'Metadata',
] as const;

/** A document of one or two pages: `bodies` by object number, and the objects with another generation. */
interface Draft {
  readonly bodies: Bodies;
  readonly generations: Map<number, number>;
}

function draft(chance: Random, wild: boolean): Draft {
  const bodies: Bodies = {};
  let last = 3;
  const add = (body: string | Buffer): number => {
    last += 1;
    bodies[last] = body;
    return last;
  };
  /** A reference, mostly to an existing object with its generation. */
  const ref = (number: number): string => {
    if (wild && chance.in(0.03)) return `${number} ${chance.of([1, 2, 65_535])} R`;
    if (wild && chance.in(0.02)) return `${900 + chance.below(50)} 0 R`;
    return `${number} 0 R`;
  };
  const objectRef = (value: string): string => (chance.in(0.3) ? ref(add(value)) : value);

  const font = add('<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>');
  const drawing = (): number =>
    add(
      streamOf(
        `/Type /XObject /Subtype /Form /BBox [0 0 100 20]${chance.in(0.2) ? ` /OC ${ref(add('<</Type /OCG /Name (L)>>'))}` : ''}${chance.in(0.1) ? ' /PieceInfo <<>>' : ''}`,
        `${chance.below(9)} 0 ${chance.below(90)} 20 re f`,
      ),
    );
  const address = (): string => `/URI (${wild ? chance.of(ADDRESSES) : ADDRESSES[chance.below(2)]})`;
  const action = (page: number): string => {
    const kind = wild && chance.in(0.15) ? chance.of(ACTIONS) : ACTIONS[chance.below(5)];
    const inside =
      kind === 'GoTo'
        ? `/D [${ref(page)} /Fit]`
        : kind === 'URI'
          ? address()
          : kind === 'JavaScript'
            ? '/JS (app.alert\\(1\\))'
            : '/N /Print';
    const next = wild && chance.in(0.05) ? ' /Next <</S /Named /N /Print>>' : '';
    return objectRef(`<</S ${chance.in(0.1) ? ref(add(`/${kind}`)) : `/${kind}`} ${inside}${next}>>`);
  };
  const looks = (): string => {
    const normal = drawing();
    const more = wild && chance.in(0.2) ? ` /${chance.of(['R', 'D'])} ${ref(drawing())}` : '';
    return objectRef(`<</N ${ref(normal)}${more}>>`);
  };
  const fields: number[] = [];
  const annotation = (page: number, n: number): string => {
    const subtype = wild && chance.in(0.3) ? chance.of(SUBTYPES) : SUBTYPES[chance.below(10)];
    const flags = wild ? chance.of([0, 4, 4, 4, 132, 2, 32, 36, 256, 1]) : 4;
    const common = `/Type /Annot /Subtype /${subtype} /Rect [${10 + n * 5} 10 ${90 + n * 5} 30] /F ${objectRef(String(flags))} /P ${ref(page)}`;
    if (subtype === 'Link') return `<<${common} /Border [0 0 0] /A ${action(page)}>>`;
    if (subtype !== 'Widget') return `<<${common}${chance.in(0.9) ? ` /AP ${looks()}` : ''} /Contents (nota ${n})>>`;
    const type = chance.of(['Sig', 'Tx', 'Btn']);
    const value = type === 'Tx' ? ' /V (valore) /DA (/Helv 9 Tf 0 g)' : '';
    const shown = type === 'Sig' && chance.in(0.7) ? '' : ` /AP ${looks()}`;
    return `<<${common} /FT /${type} /T (campo${page}_${n})${value}${shown}>>`;
  };

  const pages = 1 + chance.below(2);
  const kids = Array.from({ length: pages }, () => add(''));
  for (const page of kids) {
    const content = 'BT /F1 12 Tf 40 200 Td (Contratto 25.900 euro) Tj ET';
    const packed = chance.in(0.5);
    const contents = add(
      packed ? streamOf('/Filter /FlateDecode', deflateSync(Buffer.from(content))) : streamOf('', content),
    );
    const annotations = Array.from({ length: chance.below(4) }, (_, n) => {
      const number = add(annotation(page, n));
      if (String(bodies[number]).includes('/Widget')) fields.push(number);
      return ref(number);
    });
    const odd =
      wild && chance.in(0.1)
        ? ` /${chance.of(['AA <</O <</S /Named>>>>', 'Thumb 4 0 R', 'PieceInfo <<>>', 'Prova true'])}`
        : '';
    const images = chance.in(0.3) ? `/XObject <</X ${ref(drawing())}>>` : '';
    const states = chance.in(0.2) ? ` /ExtGState <</G <</CA .5${wild && chance.in(0.3) ? ' /HT 1' : ''}>>>>` : '';
    bodies[page] =
      `<</Type /Page /Parent 2 0 R /MediaBox ${objectRef('[0 0 300 300]')} /Contents ${ref(contents)}${annotations.length > 0 ? ` /Annots ${objectRef(`[${annotations.join(' ')}]`)}` : ''} /Resources <</Font <</F1 ${ref(font)}>> ${images}${states}>>${odd}>>`;
  }
  const form =
    fields.length > 0
      ? ` /AcroForm ${objectRef(`<</Fields [${fields.map((field) => ref(field)).join(' ')}] /DA (/Helv 9 Tf 0 g)>>`)}`
      : '';
  const open = chance.in(0.2)
    ? ` /OpenAction ${chance.in(0.5) ? `[${ref(kids[0] ?? 4)} /Fit]` : action(kids[0] ?? 4)}`
    : '';
  const odd =
    wild && chance.in(0.3)
      ? ` /${chance.of(CATALOG_KEYS)} ${objectRef(chance.of(['(x)', '[]', '<</A 1>>', 'true', '/X']))}`
      : '';
  bodies[1] = `<</Type /Catalog /Pages 2 0 R${form}${open}${odd}>>`;
  bodies[2] = `<</Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${pages}>>`;
  bodies[3] = '<</Title (Contratto) /Producer (Prova)>>';
  const generations = new Map<number, number>();
  if (wild && chance.in(0.2)) generations.set(4 + chance.below(last - 3), chance.of([1, 3]));
  return { bodies, generations };
}

/** Encodes rows with PNG's "Sub" or "Up", for a predictor to decode (ISO 32000-2, 7.4.4.4). */
function predicted(chance: Random, data: Buffer): { coded: Buffer; parameters: string } {
  const colors = chance.of([1, 3, 4]);
  const bits = chance.of([2, 4, 8]);
  const columns = 1 + chance.below(8);
  const width = Math.ceil((columns * colors * bits) / 8);
  const pixel = Math.max(1, Math.ceil((colors * bits) / 8));
  const rows = Math.ceil(data.length / width);
  const padded = Buffer.concat([data, Buffer.alloc(rows * width - data.length, 32)]);
  const encoded: Buffer[] = [];
  for (let row = 0; row < rows; row++) {
    const kind = chance.of([0, 1, 2]);
    const line = padded.subarray(row * width, (row + 1) * width);
    const coded = line.map((byte, at) => {
      const left = at >= pixel ? (line[at - pixel] ?? 0) : 0;
      const up = row > 0 ? (padded[(row - 1) * width + at] ?? 0) : 0;
      return (byte - (kind === 1 ? left : kind === 2 ? up : 0)) & 255;
    });
    encoded.push(Buffer.from([kind]), Buffer.from(coded));
  }
  const parameters = `/DecodeParms <</Predictor ${chance.of([10, 12, 15])} /Colors ${colors} /BitsPerComponent ${bits} /Columns ${columns}>>`;
  return { coded: Buffer.concat(encoded), parameters };
}

const HEAD = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

function write({ bodies, generations }: Draft, chance: Random): Buffer {
  const numbers = Object.keys(bodies).map(Number);
  const packed = chance.in(0.5);
  const isStream = (number: number): boolean => bodies[number] instanceof Buffer;
  const inside = packed ? numbers.filter((one) => !isStream(one) && !generations.has(one) && chance.in(0.6)) : [];
  const parts: Buffer[] = [HEAD];
  const places = new Map<number, number>();
  let at = HEAD.length;
  const put = (number: number, body: string | Buffer): void => {
    places.set(number, at);
    const part = Buffer.concat([
      Buffer.from(`${number} ${generations.get(number) ?? 0} obj\n`),
      Buffer.from(body as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    at += part.length;
  };
  for (const number of numbers) if (!inside.includes(number)) put(number, bodies[number] ?? 'null');
  const size = Math.max(...numbers) + 1;
  if (!packed) {
    const rows = Array.from({ length: size }, (_, number) => {
      const place = places.get(number);
      return place === undefined
        ? '0000000000 65535 f\r\n'
        : `${String(place).padStart(10, '0')} ${String(generations.get(number) ?? 0).padStart(5, '0')} n\r\n`;
    });
    const end = `xref\n0 ${size}\n${rows.join('')}trailer\n<</Root 1 0 R /Info 3 0 R /Size ${size}>>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.concat([...parts, Buffer.from(end)]);
  }
  const holder = size;
  let directory = '';
  let text = '';
  for (const number of inside) {
    directory += `${number} ${text.length} `;
    text += `${bodies[number]} `;
  }
  const plain = Buffer.from(directory + text, 'latin1');
  const { coded, parameters } = chance.in(0.6) ? predicted(chance, plain) : { coded: plain, parameters: '' };
  put(
    holder,
    streamOf(
      `/Type /ObjStm /N ${inside.length} /First ${directory.length} /Filter /FlateDecode ${parameters}`,
      deflateSync(coded),
    ),
  );
  const table = Buffer.alloc((size + 2) * 7);
  const row = (number: number, type: number, second: number, third: number): void => {
    table.writeUInt8(type, number * 7);
    table.writeUInt32BE(second, number * 7 + 1);
    table.writeUInt16BE(third, number * 7 + 5);
  };
  for (const [number, place] of places) row(number, 1, place, generations.get(number) ?? 0);
  for (const [index, number] of inside.entries()) row(number, 2, holder, index);
  row(size + 1, 1, at, 0);
  const rows = chance.in(0.5) ? predicted(chance, table) : { coded: table, parameters: '' };
  const xref = streamOf(
    `/Type /XRef /W [1 4 2] /Size ${size + 2} /Root 1 0 R /Info 3 0 R /Filter /FlateDecode ${rows.parameters}`,
    deflateSync(rows.coded),
  );
  const head = Buffer.from(`${size + 1} 0 obj\n`);
  return Buffer.concat([...parts, head, xref, Buffer.from(`\nendobj\nstartxref\n${at}\n%%EOF\n`)]);
}

/** Damage by a sender's program or a bad line. */
function damaged(bytes: Buffer, chance: Random): Buffer {
  const text = bytes.toString('latin1');
  const kind = chance.below(5);
  if (kind === 0) return Buffer.concat([Buffer.from('junk\n'), bytes]);
  if (kind === 1) return Buffer.concat([bytes, Buffer.from('\nGIF89a')]);
  if (kind === 2) return Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
  if (kind === 3) return Buffer.from(text.replace(/\/Length (\d+)/, '/Length 3'), 'latin1');
  return Buffer.from(text.replace('/MediaBox', '/MediaBox [0 0 1 1] /MediaBox'), 'latin1');
}

/** Half of the documents are like those of honest programs. */
export function randomPaper(chance: Random): Uint8Array {
  const isMalformed = chance.in(0.5);
  const bytes = write(draft(chance, isMalformed), chance);
  return new Uint8Array(isMalformed && chance.in(0.15) ? damaged(bytes, chance) : bytes);
}
