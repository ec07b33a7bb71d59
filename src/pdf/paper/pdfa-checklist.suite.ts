/**
 * The project's own checklist of tagged PDF/A-2b and of PDF/A-3b (ISO 19005-2 and -3, clause 6; ISO 32000-1, 14.7 and
 * 14.8): lists a file's violations, for tests.
 */

import {
  PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { paintedOutside, sequencesOf, tokensOf } from './content-marks.suite.ts';

/** The level that a file claims: tagged PDF/A-2b, or PDF/A-3b, which may have attachments and need not be tagged. */
type Part = 2 | 3;

/** All violations of tagged PDF/A-2b or of PDF/A-3b; empty for a conforming file. */
export async function pdfaProblems(bytes: Uint8Array, part: Part = 2): Promise<string[]> {
  const pdf = await PDF.load(bytes);
  return new Checklist(bytes, pdf, part).run();
}

const FORBIDDEN_ACTIONS = [
  ...['Launch', 'Sound', 'Movie', 'ResetForm', 'ImportData', 'Hide', 'SetOCGState', 'Rendition', 'Trans'],
  ...['GoTo3DView', 'JavaScript', 'SubmitForm', 'GoToR', 'GoToE'],
];
const STANDARD_TYPES = [
  ...['Document', 'Part', 'Sect', 'Div', 'P', 'H1', 'H2', 'H3', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD'],
  ...['Figure', 'Caption', 'Form', 'Span'],
];

class Checklist {
  readonly #problems: string[] = [];
  readonly #bytes: Uint8Array;
  readonly #pdf: PDF;
  readonly #part: Part;

  constructor(bytes: Uint8Array, pdf: PDF, part: Part) {
    this.#bytes = bytes;
    this.#pdf = pdf;
    this.#part = part;
  }

  run(): string[] {
    this.#file();
    this.#catalog();
    this.#metadata();
    this.#outputIntent();
    this.#everyObject();
    this.#pages();
    return [...new Set(this.#problems)];
  }

  #note(problem: string): void {
    this.#problems.push(problem);
  }

  readonly #resolve: Resolve = (ref) => this.#pdf.context.resolve(ref);

  #at(dict: PdfDict | undefined, key: string): PdfObject | undefined {
    const value = dict?.get(key);
    return value instanceof PdfRef ? (this.#resolve(value) ?? undefined) : value;
  }

  #dict(dict: PdfDict | undefined, key: string): PdfDict | undefined {
    const value = this.#at(dict, key);
    return value instanceof PdfDict ? value : undefined;
  }

  get #root(): PdfDict {
    return this.#pdf.context.catalog.getDict();
  }

  /** ISO 19005-2, 6.1.2 and 6.1.3: header with a comment of four high bytes; identifier; no encryption. */
  #file(): void {
    const head = Buffer.from(this.#bytes.subarray(0, 16)).toString('latin1');
    if (!/^%PDF-1\.[0-7](\r\n|\r|\n)%[\x80-\xff]{4}/.test(head)) this.#note('file: header');
    const { trailer } = this.#pdf.context.info;
    if (trailer.has('Encrypt')) this.#note('file: encrypted');
    const id = this.#at(trailer, 'ID');
    if (!(id instanceof PdfArray) || id.length !== 2) this.#note('file: no identifier');
  }

  /** ISO 19005-2, 6.11, 6.4 and 6.5.2: no script, no XFA form; tagged, with language and displayed title. */
  #catalog(): void {
    const root = this.#root;
    for (const key of ['AA', 'OpenAction', 'Requirements']) if (root.has(key)) this.#note(`catalog: ${key}`);
    const names = this.#dict(root, 'Names');
    for (const key of ['JavaScript', 'EmbeddedFiles', 'AlternatePresentations']) {
      if (names?.has(key) && !(this.#part === 3 && key === 'EmbeddedFiles')) this.#note(`names: ${key}`);
    }
    const form = this.#dict(root, 'AcroForm');
    const needs = this.#at(form, 'NeedAppearances');
    if (needs instanceof PdfBool && needs.value) this.#note('form: needs appearances');
    if (form?.has('XFA')) this.#note('form: XFA');
    const marked = this.#at(this.#dict(root, 'MarkInfo'), 'Marked');
    const tagged = this.#part === 2;
    if (tagged && !(marked instanceof PdfBool && marked.value)) this.#note('tags: not marked');
    if (tagged && !this.#dict(root, 'StructTreeRoot')) this.#note('tags: no structure');
    const lang = this.#at(root, 'Lang');
    if (!(lang instanceof PdfString) || !/^[a-z]{2}(-[A-Z]{2})?$/.test(lang.asString()))
      this.#note('tags: no language');
    const preference = this.#at(this.#dict(root, 'ViewerPreferences'), 'DisplayDocTitle');
    if (!(preference instanceof PdfBool && preference.value)) this.#note('tags: the title is not displayed');
  }

  /** ISO 19005-2, 6.6.2 and 6.6.4: XMP uncompressed, part 2 conformance B, consistent with the properties. */
  #metadata(): void {
    const stream = this.#at(this.#root, 'Metadata');
    if (!(stream instanceof PdfStream)) {
      this.#note('metadata: none');
      return;
    }
    if (stream.has('Filter')) this.#note('metadata: filtered');
    const xmp = Buffer.from(stream.data).toString('utf8');
    const one = (pattern: RegExp) => unescaped(pattern.exec(xmp)?.[1]);
    if (one(/<pdfaid:part>(\d)<\/pdfaid:part>/) !== String(this.#part)) this.#note(`metadata: not part ${this.#part}`);
    if (one(/<pdfaid:conformance>(\w)<\/pdfaid:conformance>/) !== 'B') this.#note('metadata: not conformance B');
    if (!/^<\?xpacket begin="\ufeff"/.test(xmp) || !xmp.trimEnd().endsWith('<?xpacket end="w"?>')) {
      this.#note('metadata: packet');
    }
    const { trailer } = this.#pdf.context.info;
    const info = this.#dict(trailer, 'Info');
    const text = (key: string) => {
      const value = this.#at(info, key);
      return value instanceof PdfString ? value.asString() : undefined;
    };
    const named = (name: string) =>
      one(new RegExp(`<${name}>(?:\\s*<rdf:(?:Alt|Seq)>\\s*<rdf:li[^>]*>)?([^<]*)<`, 'u'));
    const pairs: [string, string][] = [
      ['Title', 'dc:title'],
      ['Author', 'dc:creator'],
      ['Subject', 'dc:description'],
      ['Creator', 'xmp:CreatorTool'],
      ['Producer', 'pdf:Producer'],
    ];
    for (const [key, name] of pairs) if (text(key) !== named(name)) this.#note(`metadata: ${key} differs`);
    for (const [key, name] of [
      ['CreationDate', 'xmp:CreateDate'],
      ['ModDate', 'xmp:ModifyDate'],
    ] as const) {
      const time = named(name);
      const expected = time && `D:${time.replace(/[-:T]/g, '')}`;
      if (text(key) !== expected) this.#note(`metadata: ${key} differs`);
    }
    if (!text('Title')) this.#note('metadata: no title');
  }

  /** ISO 19005-2, 6.2.3: one PDF/A output intent with an RGB profile. */
  #outputIntent(): void {
    const intents = this.#at(this.#root, 'OutputIntents');
    const list = intents instanceof PdfArray ? intents.toArray() : [];
    const [intent, ...more] = list.map((one) => (one instanceof PdfRef ? this.#resolve(one) : one));
    if (!(intent instanceof PdfDict) || more.length > 0) {
      this.#note('output intent: not one');
      return;
    }
    const kind = this.#at(intent, 'S');
    if (!(kind instanceof PdfName && kind.value === 'GTS_PDFA1')) this.#note('output intent: kind');
    const profile = this.#at(intent, 'DestOutputProfile');
    if (!(profile instanceof PdfStream)) {
      this.#note('output intent: no profile');
      return;
    }
    const icc = dataOf(profile);
    const channels = this.#at(profile, 'N');
    const rgb = icc.toString('latin1', 16, 20) === 'RGB ' && icc.toString('latin1', 36, 40) === 'acsp';
    if (!rgb || !(channels instanceof PdfNumber && channels.value === 3)) this.#note('output intent: not RGB');
  }

  /** Visits everything reachable from the trailer. */
  #everyObject(): void {
    const seen = new Set<PdfRef>();
    const visit = (value: PdfObject | null): void => {
      if (value instanceof PdfRef) {
        if (seen.has(value)) return;
        seen.add(value);
        visit(this.#resolve(value));
      } else if (value instanceof PdfArray) value.toArray().forEach(visit);
      else if (value instanceof PdfDict) {
        this.#judge(value);
        for (const [, held] of value) visit(held);
      }
    };
    visit(this.#pdf.context.info.trailer);
  }

  #judge(dict: PdfDict): void {
    if (dict instanceof PdfStream) this.#stream(dict);
    const type = nameOf(this.#at(dict, 'Type'));
    const subtype = nameOf(this.#at(dict, 'Subtype'));
    const action = nameOf(this.#at(dict, 'S'));
    if (FORBIDDEN_ACTIONS.includes(action) && type !== 'StructElem') this.#note(`action: ${action}`);
    if (dict.has('AA')) this.#note('action: additional actions');
    if (type === 'Font') this.#font(dict, subtype);
    if (type === 'Filespec' && dict.has('EF')) this.#attachment(dict);
    if (type === 'XObject' || dict.has('BBox')) {
      for (const key of ['OPI', 'PS', 'Ref']) if (dict.has(key)) this.#note(`form: ${key}`);
      if (subtype === 'PS') this.#note('PostScript');
    }
    if (subtype === 'Image') {
      for (const key of ['Alternates', 'OPI']) if (dict.has(key)) this.#note(`image: ${key}`);
      const smooth = this.#at(dict, 'Interpolate');
      if (smooth instanceof PdfBool && smooth.value) this.#note('image: interpolate');
    }
    for (const key of ['TR', 'HTP']) if (type === 'ExtGState' && dict.has(key)) this.#note(`graphics state: ${key}`);
  }

  /**
   * Part 2 has no attachments here; in part 3 (ISO 19005-3, 6.8) one has both names, a relationship, a type and a date,
   * and is associated with something.
   */
  #attachment(specification: PdfDict): void {
    if (this.#part === 2) {
      this.#note('embedded file');
      return;
    }
    for (const key of ['F', 'UF', 'AFRelationship'])
      if (!specification.has(key)) this.#note(`embedded file: no ${key}`);
    const file = this.#dict(this.#dict(specification, 'EF'), 'F');
    if (!nameOf(this.#at(file, 'Subtype')).includes('/')) this.#note('embedded file: no type');
    if (!this.#dict(file, 'Params')?.has('ModDate')) this.#note('embedded file: no date');
    const associated = this.#at(this.#root, 'AF');
    const list = associated instanceof PdfArray ? associated.toArray() : [];
    const known = list.map((one) => (one instanceof PdfRef ? this.#resolve(one) : one));
    if (!known.includes(specification)) this.#note('embedded file: associated with nothing');
  }

  /** ISO 19005-2, 6.1.7: stream data in the file, with allowed filters. */
  #stream(stream: PdfStream): void {
    for (const key of ['F', 'FFilter', 'FDecodeParms']) if (stream.has(key)) this.#note(`stream: ${key}`);
    const filter = this.#at(stream, 'Filter');
    const filters = filter instanceof PdfArray ? filter.toArray() : [filter];
    if (filters.some((one) => ['LZWDecode', 'Crypt'].includes(nameOf(one)))) this.#note('stream: filter');
  }

  /** ISO 19005-2, 6.2.11: every font embedded, with a mapping from its codes to characters. */
  #font(font: PdfDict, subtype: string): void {
    if (subtype === 'CIDFontType0' || subtype === 'CIDFontType2') {
      const descriptor = this.#dict(font, 'FontDescriptor');
      if (!this.#dict(descriptor, 'FontFile2') && !this.#dict(descriptor, 'FontFile3'))
        this.#note('font: not embedded');
      if (subtype === 'CIDFontType2' && !font.has('CIDToGIDMap')) this.#note('font: no map to glyphs');
      if (!font.has('W')) this.#note('font: no widths');
      return;
    }
    if (subtype === 'Type0') {
      if (!this.#dict(font, 'ToUnicode')) this.#note('font: no characters');
      return;
    }
    const descriptor = this.#dict(font, 'FontDescriptor');
    const embedded = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => this.#dict(descriptor, key));
    if (subtype !== 'Type3' && !embedded) this.#note('font: not embedded');
    if (!font.has('ToUnicode')) this.#note('font: no characters');
  }

  #pages(): void {
    const tree = this.#parentTree();
    for (const [index, ref] of this.#pdf.context.pages.getPages().entries()) {
      const page = this.#resolve(ref);
      if (!(page instanceof PdfDict)) continue;
      const where = `page ${index + 1}`;
      this.#content(page, where, tree);
      const annotations = this.#at(page, 'Annots');
      const list = annotations instanceof PdfArray ? annotations.toArray() : [];
      for (const one of list) this.#annotation(one instanceof PdfRef ? this.#resolve(one) : one, where, tree, one);
      if (this.#part === 2 && list.length > 0 && nameOf(this.#at(page, 'Tabs')) !== 'S')
        this.#note(`${where}: tab order`);
    }
  }

  /** ISO 19005-2, 6.2 and 6.7: nothing is painted outside a tag or artifact; every number is in the structure. */
  #content(page: PdfDict, where: string, tree: Map<number, PdfObject>): void {
    const contents = this.#at(page, 'Contents');
    const parts = contents instanceof PdfArray ? contents.toArray() : [contents];
    const streams = parts.map((part) => (part instanceof PdfRef ? this.#resolve(part) : part));
    const text = streams
      .map((stream) => (stream instanceof PdfStream ? dataOf(stream).toString('latin1') : ''))
      .join('\n');
    const tokens = tokensOf(text);
    if (tokens.includes('BI')) this.#note(`${where}: inline image`);
    if (tokens.some((token) => token === 'k' || token === 'K')) this.#note(`${where}: CMYK`);
    if (this.#part === 3) return;
    for (const operator of paintedOutside(tokens)) this.#note(`${where}: ${operator} outside a tag`);
    const { numbers, unbalanced } = sequencesOf(tokens);
    if (unbalanced) this.#note(`${where}: marks do not close`);
    const key = this.#at(page, 'StructParents');
    const parents = key instanceof PdfNumber ? tree.get(key.value) : undefined;
    const owners = parents instanceof PdfArray ? parents.toArray() : [];
    if (new Set(numbers).size !== numbers.length) this.#note(`${where}: a mark twice`);
    for (const number of numbers) {
      const owner = owners[number];
      const element = owner instanceof PdfRef ? this.#resolve(owner) : owner;
      const type = element instanceof PdfDict ? nameOf(this.#at(element, 'S')) : '';
      if (!STANDARD_TYPES.includes(type)) this.#note(`${where}: mark ${number} belongs to ${type || 'nothing'}`);
    }
  }

  /** ISO 19005-2, 6.3.2 and 6.3.3: printed, not hidden, with one normal appearance; a field's widget is in the structure. */
  #annotation(annotation: PdfObject | null, where: string, tree: Map<number, PdfObject>, ref: PdfObject): void {
    if (!(annotation instanceof PdfDict)) {
      this.#note(`${where}: annotation`);
      return;
    }
    const subtype = nameOf(this.#at(annotation, 'Subtype'));
    if (!['Widget', 'Link'].includes(subtype)) this.#note(`${where}: annotation of type ${subtype}`);
    const rect = this.#at(annotation, 'Rect');
    const edges =
      rect instanceof PdfArray ? rect.toArray().map((one) => (one instanceof PdfNumber ? one.value : 0)) : [];
    const flat = edges[0] === edges[2] && edges[1] === edges[3];
    const flags = this.#at(annotation, 'F');
    const set = flags instanceof PdfNumber ? flags.value : 0;
    if (!(set & 4) || set & (1 | 2 | 32 | 256)) this.#note(`${where}: annotation flags ${set}`);
    if (!flat && subtype !== 'Popup' && subtype !== 'Link') {
      const appearance = this.#dict(annotation, 'AP');
      const normal = this.#at(appearance, 'N');
      const keys = appearance ? [...appearance].map(([key]) => key.value) : [];
      const drawn = this.#isButton(annotation)
        ? normal instanceof PdfDict && !(normal instanceof PdfStream) && this.#states(normal)
        : normal instanceof PdfStream;
      if (!drawn || keys.some((key) => key !== 'N')) this.#note(`${where}: no appearance`);
    }
    if (this.#part === 3 || flat || subtype !== 'Widget') return;
    const key = this.#at(annotation, 'StructParent');
    const owner = key instanceof PdfNumber ? tree.get(key.value) : undefined;
    const kids = owner instanceof PdfDict ? this.#at(owner, 'K') : undefined;
    const objects = kids instanceof PdfArray ? kids.toArray() : [kids];
    const named = objects.some((one) => one instanceof PdfDict && one.get('Obj') === ref);
    if (!named) this.#note(`${where}: a widget is not in the structure`);
  }

  /** The field of a button's widget is the widget itself or its parent. */
  #isButton(widget: PdfDict): boolean {
    return [widget, this.#dict(widget, 'Parent')].some((one) => nameOf(this.#at(one, 'FT')) === 'Btn');
  }

  /** A button has one appearance per state. */
  #states(normal: PdfDict): boolean {
    const states = [...normal].map(([key]) => this.#at(normal, key.value));
    return states.length > 1 && states.every((state) => state instanceof PdfStream);
  }

  #parentTree(): Map<number, PdfObject> {
    const entries = new Map<number, PdfObject>();
    const nums = this.#at(this.#dict(this.#dict(this.#root, 'StructTreeRoot'), 'ParentTree'), 'Nums');
    const list = nums instanceof PdfArray ? nums.toArray() : [];
    for (let at = 0; at + 1 < list.length; at += 2) {
      const [key, value] = [list[at], list[at + 1]];
      const held = value instanceof PdfRef ? this.#resolve(value) : value;
      if (key instanceof PdfNumber && held) entries.set(key.value, held);
    }
    return entries;
  }
}

const nameOf = (value: PdfObject | null | undefined): string => (value instanceof PdfName ? value.value : '');

const unescaped = (text: string | undefined): string | undefined =>
  text?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const dataOf = (stream: PdfStream): Buffer => Buffer.from(stream.getDecodedData());
