/** Appends incremental updates to a PDF, as anyone can without a key: the tool of most attacks. */
import { deflateSync } from 'node:zlib';
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { StrictFile } from '#formats/verify/strict-file.ts';
import { objectBytes, syntaxOf } from '#pdf/object-bytes.ts';

export const name = (text: string): PdfName => PdfName.of(text);
export const number = (value: number): PdfNumber => PdfNumber.of(value);
export const text = (value: string): PdfString => PdfString.fromString(value);
export const list = (...items: PdfObject[]): PdfArray => PdfArray.of(...items);
export const dict = (entries: Record<string, PdfObject>): PdfDict => PdfDict.of(entries);
export const stream = (entries: Record<string, PdfObject>, data: string | Uint8Array): PdfStream =>
  new PdfStream(Object.entries(entries), typeof data === 'string' ? Buffer.from(data, 'latin1') : data);

/** Draws a filled white box and a text over the existing content. */
export const overlay = (words: string): string =>
  `q 1 g 50 600 400 150 re f 0 g BT /F1 14 Tf 60 650 Td (${words}) Tj ET Q`;

export class Update {
  readonly bytes: Uint8Array;
  readonly file: StrictFile;
  readonly #objects = new Map<number, PdfObject | Buffer>();
  readonly #freed = new Set<number>();
  #next: number;
  readonly trailer: PdfDict;

  private constructor(bytes: Uint8Array, file: StrictFile) {
    this.bytes = bytes;
    this.file = file;
    this.#next = Math.max(...file.numbersAt(file.last)) + 1;
    const old = file.revisions[file.last]?.trailer;
    this.trailer = new PdfDict();
    for (const key of ['Root', 'Info', 'ID']) {
      const value = old?.get(key);
      if (value) this.trailer.set(key, value);
    }
  }

  static async of(bytes: Uint8Array): Promise<Update> {
    return new Update(bytes, await StrictFile.open(bytes));
  }

  readonly resolve = (ref: PdfRef): PdfObject | null => this.file.resolveAt(this.file.last, ref);

  /** A copy of a dictionary of the file, to be changed and written back. */
  copy(ref: PdfRef): PdfDict {
    const object = this.resolve(ref);
    if (object instanceof PdfStream) return new PdfStream([...object], object.data);
    if (!(object instanceof PdfDict)) throw new Error(`no dictionary behind ${ref}`);
    return new PdfDict([...object]);
  }

  get root(): PdfRef {
    const ref = this.trailer.get('Root');
    if (!(ref instanceof PdfRef)) throw new Error('no root');
    return ref;
  }

  page(index = 0): PdfRef {
    const pages = this.file.catalogAt(this.file.last).getDict('Pages', this.resolve)?.getArray('Kids', this.resolve);
    const ref = pages?.at(index);
    if (!(ref instanceof PdfRef)) throw new Error('no such page');
    return ref;
  }

  pagesRoot(): PdfRef {
    const ref = this.file.catalogAt(this.file.last).get('Pages');
    if (!(ref instanceof PdfRef)) throw new Error('no pages');
    return ref;
  }

  /** The form's dictionary and the number of the object that contains it: its own, or the catalog's. */
  form(): PdfDict {
    const form = this.file.catalogAt(this.file.last).getDict('AcroForm', this.resolve);
    if (!form) throw new Error('no form');
    return new PdfDict([...form]);
  }

  putForm(form: PdfDict): this {
    const held = this.file.catalogAt(this.file.last).get('AcroForm');
    if (held instanceof PdfRef) return this.put(held, form);
    const catalog = this.copy(this.root);
    catalog.set('AcroForm', form);
    return this.put(this.root, catalog);
  }

  field(title: string): PdfRef {
    for (const ref of this.form().getArray('Fields', this.resolve) ?? []) {
      if (!(ref instanceof PdfRef)) continue;
      const field = this.resolve(ref);
      if (field instanceof PdfDict && field.getString('T')?.asString() === title) return ref;
    }
    throw new Error(`no field ${title}`);
  }

  put(ref: PdfRef, object: PdfObject | Buffer): this {
    this.#objects.set(ref.objectNumber, object);
    return this;
  }

  /** Changes a dictionary of the file in place. */
  change(ref: PdfRef, change: (copy: PdfDict) => void): this {
    const copy = this.copy(ref);
    change(copy);
    return this.put(ref, copy);
  }

  add(object: PdfObject): PdfRef {
    const ref = PdfRef.of(this.#next++, 0);
    this.#objects.set(ref.objectNumber, object);
    return ref;
  }

  free(ref: PdfRef): this {
    this.#freed.add(ref.objectNumber);
    return this;
  }

  /** Writes with a classic cross-reference table. @param beside bytes put between the objects and the table. */
  write(beside = ''): Uint8Array {
    const parts: Buffer[] = [Buffer.from('\n')];
    let at = this.bytes.length + 1;
    const rows = new Map<number, string>();
    for (const [ref, object] of this.#objects) {
      rows.set(ref, `${String(at).padStart(10, '0')} 00000 n\r\n`);
      const body = Buffer.concat([
        Buffer.from(`${ref} 0 obj\n`),
        Buffer.isBuffer(object) ? object : objectBytes(object),
        Buffer.from('\nendobj\n'),
      ]);
      parts.push(body);
      at += body.length;
    }
    for (const ref of this.#freed) rows.set(ref, '0000000000 00001 f\r\n');
    parts.push(Buffer.from(beside, 'latin1'));
    at += beside.length;
    const size = Math.max(this.#next, ...[...this.#objects.keys(), ...this.#freed].map((ref) => ref + 1));
    if (!this.trailer.has('Size')) this.trailer.set('Size', number(size));
    if (!this.trailer.has('Prev')) this.trailer.set('Prev', number(startxrefOf(this.bytes)));
    const table = [...rows].sort(([a], [b]) => a - b).map(([ref, row]) => `${ref} 1\n${row}`);
    parts.push(
      Buffer.from(
        `xref\n${table.join('') || '0 0\n'}trailer\n${syntaxOf(this.trailer)}\nstartxref\n${at}\n%%EOF\n`,
        'latin1',
      ),
    );
    return new Uint8Array(Buffer.concat([this.bytes, ...parts]));
  }

  /** The same with the objects hidden in an object stream and a cross-reference stream. */
  writeCompressed(): Uint8Array {
    const numbers = [...this.#objects.keys()];
    const bodies = [...this.#objects.values()].map((object) =>
      Buffer.isBuffer(object) ? object : objectBytes(object),
    );
    const container = this.#next++;
    const section = this.#next++;
    let offset = 0;
    const head = numbers.map((ref, n) => {
      const pair = `${ref} ${offset}`;
      offset += (bodies[n]?.length ?? 0) + 1;
      return pair;
    });
    const first = `${head.join(' ')} `;
    const data = deflateSync(
      Buffer.concat([Buffer.from(first), ...bodies.flatMap((body) => [body, Buffer.from(' ')])]),
    );
    const holder = stream(
      { Type: name('ObjStm'), N: number(numbers.length), First: number(first.length), Filter: name('FlateDecode') },
      data,
    );
    const one = Buffer.concat([Buffer.from(`\n${container} 0 obj\n`), objectBytes(holder), Buffer.from('\nendobj\n')]);
    const at = this.bytes.length + one.length;
    const rows: [number, number[]][] = numbers.map((ref, n) => [ref, [2, container, n]]);
    rows.push([container, [1, this.bytes.length + 1, 0]], [section, [1, at, 0]]);
    rows.sort(([a], [b]) => a - b);
    const table = Buffer.alloc(rows.length * 7);
    for (const [n, [, [type = 0, second = 0, third = 0]]] of rows.entries()) {
      table.writeUInt8(type, n * 7);
      table.writeUInt32BE(second, n * 7 + 1);
      table.writeUInt16BE(third, n * 7 + 5);
    }
    const xref = stream(
      {
        Type: name('XRef'),
        W: list(number(1), number(4), number(2)),
        Index: list(...rows.flatMap(([ref]) => [number(ref), number(1)])),
        Size: number(section + 1),
        Prev: number(startxrefOf(this.bytes)),
      },
      table,
    );
    for (const [key, value] of this.trailer) xref.set(key, value);
    const two = Buffer.concat([
      Buffer.from(`${section} 0 obj\n`),
      objectBytes(xref),
      Buffer.from(`\nendobj\nstartxref\n${at}\n%%EOF\n`),
    ]);
    return new Uint8Array(Buffer.concat([this.bytes, one, two]));
  }
}

export function startxrefOf(bytes: Uint8Array): number {
  const match = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(Buffer.from(bytes.slice(-200)).toString('latin1'));
  if (!match) throw new Error('no startxref');
  return Number(match[1]);
}

/** Replaces text in place, byte for byte; both texts must have the same length. */
export function replaceBytes(
  bytes: Uint8Array,
  find: string,
  replace: string,
  occurrence: 'first' | 'last' = 'last',
): Uint8Array {
  if (find.length !== replace.length) throw new Error('a patch must keep the length');
  const copy = Buffer.from(bytes);
  const at = occurrence === 'last' ? copy.lastIndexOf(find, copy.length, 'latin1') : copy.indexOf(find, 0, 'latin1');
  if (at < 0) throw new Error(`not found: ${find}`);
  copy.write(replace, at, 'latin1');
  return new Uint8Array(copy);
}
