/** Writes updates byte by byte, valid or not, including what `Update` would never write. */
import { PdfRef } from '@libpdf/core';
import { objectBytes, syntaxOf } from '#pdf/object-bytes.ts';
import { startxrefOf, Update } from '../files/append-update.ts';

type Row = readonly [number: number, text: string];

export interface RawParts {
  /** Objects by number, without `N 0 obj` and `endobj`. */
  readonly objects?: Readonly<Record<number, string | Uint8Array>>;
  /** Bytes between the objects and the table. */
  readonly notListed?: string;
  /** Changes the rows of the table last; numbers ascending. */
  readonly rows?: (rows: Row[]) => readonly Row[];
  /** Changes the table from `xref` on, without the trailer, last. */
  readonly table?: (table: string) => string;
  /** Entries of the trailer, in place of the usual ones. */
  readonly trailer?: Readonly<Record<string, string>>;
  /** Between trailer and `startxref`. */
  readonly comment?: string;
}

const rowOf = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n\r\n`;

/** The parts of a file that attacks use. */
export class Target {
  readonly update: Update;
  readonly bytes: Uint8Array;
  /** The first free object number. */
  readonly next: number;

  private constructor(update: Update) {
    this.update = update;
    this.bytes = update.bytes;
    this.next = update.file.highestAt(update.file.last) + 1;
  }

  static async of(bytes: Uint8Array): Promise<Target> {
    return new Target(await Update.of(bytes));
  }

  get root(): PdfRef {
    return this.update.root;
  }

  get page(): PdfRef {
    return this.update.page();
  }

  get pages(): PdfRef {
    return this.update.pagesRoot();
  }

  /** The first content stream of the first page. */
  get content(): PdfRef {
    const contents = this.update.copy(this.page).get('Contents');
    const ref =
      contents instanceof PdfRef ? contents : (this.update.copy(this.page).getArray('Contents')?.at(0) ?? null);
    if (!(ref instanceof PdfRef)) throw new Error('no content');
    return ref;
  }

  /** An object's current source, possibly written differently. */
  source(ref: PdfRef): Uint8Array {
    return objectBytes(this.update.copy(ref));
  }

  entryOf(ref: PdfRef): number {
    const entry = this.update.file.entryAt(this.update.file.last, ref.objectNumber)?.entry;
    if (entry?.type !== 'offset') throw new Error('not an object of its own');
    return entry.offset;
  }

  get prev(): number {
    return startxrefOf(this.bytes);
  }

  /** The trailer's usual entries. */
  trailer(size: number): Record<string, string> {
    const kept = Object.fromEntries([...this.update.trailer].map(([key, value]) => [key.value, syntaxOf(value)]));
    return { ...kept, Size: String(size), Prev: String(this.prev) };
  }

  write(parts: RawParts): Uint8Array {
    const chunks = [Buffer.from(this.bytes), Buffer.from('\n')];
    let at = this.bytes.length + 1;
    const put = (chunk: Uint8Array): void => {
      chunks.push(Buffer.from(chunk));
      at += chunk.length;
    };
    const rows: Row[] = [];
    for (const [number, body] of Object.entries(parts.objects ?? {})) {
      rows.push([Number(number), rowOf(at)]);
      const head = Buffer.from(`${number} 0 obj\n`);
      const held = typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body);
      put(Buffer.concat([head, held, Buffer.from('\nendobj\n')]));
    }
    put(Buffer.from(parts.notListed ?? '', 'latin1'));
    const listed = parts.rows?.(rows) ?? rows;
    const size = Math.max(this.next, ...listed.map(([number]) => number + 1));
    const table = `xref\n${listed.map(([number, row]) => `${number} 1\n${row}`).join('') || '0 0\n'}`;
    const entries = Object.entries({ ...this.trailer(size), ...parts.trailer }).filter(([, value]) => value !== '');
    const trailer = `trailer\n<<${entries.map(([key, value]) => `/${key} ${value}`).join(' ')}>>\n`;
    const end = `${parts.comment ?? ''}startxref\n${at}\n%%EOF\n`;
    put(Buffer.from(`${parts.table?.(table) ?? table}${trailer}${end}`, 'latin1'));
    return new Uint8Array(Buffer.concat(chunks));
  }

  /** Writes an update with a cross-reference stream. @param options.rows type, second and third field of each object number. */
  writeStream(options: {
    readonly number: number;
    readonly objects?: Readonly<Record<number, string | Uint8Array>>;
    readonly rows?: Readonly<Record<number, readonly [number, number, number]>>;
    readonly surplus?: string;
    readonly entries?: string;
    readonly listsItself?: boolean;
  }): Uint8Array {
    const chunks = [Buffer.from(this.bytes), Buffer.from('\n')];
    let at = this.bytes.length + 1;
    const rows: Record<number, readonly [number, number, number]> = {};
    for (const [number, body] of Object.entries(options.objects ?? {})) {
      rows[Number(number)] = [1, at, 0];
      const held = typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body);
      const chunk = Buffer.concat([Buffer.from(`${number} 0 obj\n`), held, Buffer.from('\nendobj\n')]);
      chunks.push(chunk);
      at += chunk.length;
    }
    Object.assign(rows, options.rows);
    if (options.listsItself ?? true) rows[options.number] = [1, at, 0];
    const listed = Object.entries(rows);
    const data = Buffer.alloc(listed.length * 8);
    for (const [n, [, [type, second, third]]] of listed.entries()) {
      data.writeUInt8(type, n * 8);
      data.writeUInt32BE(second, n * 8 + 1);
      data.writeUIntBE(third, n * 8 + 5, 3);
    }
    const content = Buffer.concat([data, Buffer.from(options.surplus ?? '', 'latin1')]);
    const size = Math.max(this.next, ...listed.map(([number]) => Number(number) + 1));
    const index = listed.map(([number]) => `${number} 1`).join(' ');
    const usual = Object.entries(this.trailer(size)).map(([key, value]) => `/${key} ${value}`);
    const head = `/Type /XRef /W [1 4 3] /Index [${index}] /Length ${content.length} ${options.entries ?? usual.join(' ')}`;
    chunks.push(
      Buffer.from(`${options.number} 0 obj\n<<${head}>>\nstream\n`, 'latin1'),
      content,
      Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
    );
    return new Uint8Array(Buffer.concat(chunks));
  }
}

export const streamSource = (entries: string, data: string): string =>
  `<<${entries} /Length ${Buffer.byteLength(data, 'latin1')}>>\nstream\n${data}\nendstream`;

export function objectStreamSource(objects: Readonly<Record<number, string>>): string {
  let offset = 0;
  const head = Object.entries(objects).map(([number, body]) => {
    const pair = `${number} ${offset}`;
    offset += body.length + 1;
    return pair;
  });
  const first = `${head.join(' ')} `;
  const entries = `/Type /ObjStm /N ${head.length} /First ${first.length}`;
  return streamSource(entries, `${first}${Object.values(objects).join(' ')} `);
}
