/** Copies from a file only what may be signed, by the grammar of such files; reports what it dropped. */
import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import type { INCOMING, Keys, Kind } from './file-grammar.ts';
import { Refused } from './gate-result.ts';
import { follow } from './reading/follow-references.ts';

/** A file in memory: the input of `writePdf`. */
export interface PlainFile {
  /** By object number, from 1 without gaps; every generation is 0. */
  readonly objects: readonly PdfObject[];
  readonly root: PdfRef;
  readonly info: PdfRef | null;
}

/** A page's structure refers to a signature field or link that is no longer on the page. */
export const MISSING_TARGET = 'structure: a place that is gone';

/** Deeper than any producer nests, and within the call stack. */
const MAX_DEPTH = 150;
/** Objects and parts of objects: far more than 25 MiB of genuine documents contain. */
const MAX_PARTS = 6_000_000;

/** Never part of an appearance; for a stream also the keys that would load its data from elsewhere. */
const FOREIGN_KEYS = new Set(['AA', 'JS', 'EF', 'RF', 'AF', 'OC', 'Ref', 'OPI', 'Alternates', 'DestOutputProfileRef']);
const FOREIGN_STREAM_KEYS = new Set(['F', 'FFilter', 'FDecodeParms']);
const FOREIGN_TYPES = new Set('Page Pages Catalog Annot Action Filespec EmbeddedFile OCG OCMD'.split(' '));

/** URLs that a link may lead to (art. 56 g: no active content). */
const ALLOWED_URLS = /^(?:https:\/\/|mailto:)[\x21-\x7e]+$/i;

/** Whether an appearance has no content; an empty compressed stream still takes a few bytes. */
export const drawsNothing = (target: PdfObject | undefined): boolean =>
  target instanceof PdfStream && target.data.length <= 16 && target.getDecodedData().length === 0;

/** `[0 0 0]` as an annotation's border. */
const isZeroBorder = (border: PdfObject | undefined): boolean =>
  border instanceof PdfArray &&
  border.length === 3 &&
  [...border].every((side) => side instanceof PdfNumber && side.value === 0);

export class PlainCopy {
  /** What was dropped, to explain why a file is rewritten; contains no text of the file. */
  readonly dropped = new Set<string>();
  readonly #resolve: Resolve;
  readonly #grammar: typeof INCOMING | null;
  readonly #objects: (PdfObject | null)[] = [];
  readonly #numbers = new Map<string, PdfRef>();
  readonly #waiting: { target: PdfObject; kind: Kind; index: number }[] = [];
  /** Leaves of the page tree and their annotations, by number. */
  readonly #pages = new Set<number>();
  readonly #annotations = new Map<number, Kind>();
  #parts = 0;

  /** @param grammar null to copy everything that is reachable. */
  constructor(resolve: Resolve, grammar: typeof INCOMING | null) {
    this.#resolve = resolve;
    this.#grammar = grammar;
  }

  /** @throws Refused pdf.broken if the file is nested or multiplied beyond reason. */
  copy(trailer: PdfDict): PlainFile {
    const catalog = follow(trailer.get('Root'), this.#resolve);
    if (!(catalog instanceof PdfDict)) throw new Refused('pdf.broken', 'no catalog');
    this.#readPages(catalog);
    const rootRef = trailer.get('Root');
    if (!(rootRef instanceof PdfRef)) throw new Refused('pdf.broken', 'no catalog');
    const root = this.#numbered(rootRef, this.#grammar ? 'catalog' : 'everything');
    const infoRef = trailer.get('Info');
    const info = infoRef instanceof PdfRef ? this.#numbered(infoRef, this.#grammar ? 'scalars' : 'everything') : null;
    for (let index = 0; index < this.#waiting.length; index++) {
      const next = this.#waiting[index];
      if (next) this.#objects[next.index] = this.#build(next.target, next.kind, 0) ?? null;
    }
    if (!root) throw new Refused('pdf.broken', 'no catalog');
    return { objects: this.#objects.map((object) => object ?? PdfNull.instance), root, info: info ?? null };
  }

  #drop(reason: string): undefined {
    this.dropped.add(reason);
    return undefined;
  }

  /** Collects the pages, and the annotations that are signature fields and links: other objects may only refer to these. */
  #readPages(catalog: PdfDict): void {
    const pending: (PdfObject | undefined)[] = [catalog.get('Pages')];
    const visited = new Set<PdfObject>();
    while (pending.length > 0) {
      const entry = pending.pop();
      const node = follow(entry, this.#resolve);
      if (!(node instanceof PdfDict) || visited.has(node)) continue;
      visited.add(node);
      const kids = follow(node.get('Kids'), this.#resolve);
      if (kids instanceof PdfArray) {
        pending.push(...kids);
        continue;
      }
      const last = this.#lastRef(entry);
      if (last) this.#pages.add(last.objectNumber);
      const annotations = follow(node.get('Annots'), this.#resolve);
      for (const item of annotations instanceof PdfArray ? annotations : []) {
        const ref = this.#lastRef(item);
        const kind = this.#annotationKind(follow(item, this.#resolve));
        if (ref && kind) this.#annotations.set(ref.objectNumber, kind);
      }
    }
  }

  #annotationKind(dict: PdfObject | undefined): 'link' | 'field' | null {
    if (!(dict instanceof PdfDict)) return null;
    const subtype = dict.getName('Subtype', this.#resolve)?.value;
    return subtype === 'Link' ? 'link' : subtype === 'Widget' ? 'field' : null;
  }

  /** The last of a chain of references: the one to the object itself. */
  #lastRef(value: PdfObject | undefined): PdfRef | null {
    let last: PdfRef | null = null;
    for (let current: PdfObject | null | undefined = value, step = 0; current instanceof PdfRef && step < 32; step++) {
      last = current;
      current = this.#resolve(current);
    }
    return last;
  }

  #numbered(ref: PdfRef, kind: Kind): PdfRef | undefined {
    const last = this.#lastRef(ref);
    const target = follow(ref, this.#resolve);
    if (!last || target === undefined) return this.#drop('a reference to nothing');
    const actual = this.#actual(kind, target);
    const key = `${last.objectNumber} ${last.generation} ${actual}`;
    const existing = this.#numbers.get(key);
    if (existing) return existing;
    if (!this.#fits(target, actual)) return this.#drop(`${kind}: another kind of object`);
    const newRef = PdfRef.of(this.#objects.length + 1, 0);
    this.#numbers.set(key, newRef);
    this.#waiting.push({ target, kind: actual, index: this.#objects.length });
    this.#objects.push(null);
    return newRef;
  }

  /** The type of a page tree node follows from its children. */
  #actual(kind: Kind, target: PdfObject): Kind {
    if (kind !== 'pages' || !(target instanceof PdfDict)) return kind;
    return follow(target.get('Kids'), this.#resolve) instanceof PdfArray ? 'pages' : 'page';
  }

  /** Whether any of it would be copied; otherwise it gets no number. */
  #fits(target: PdfObject, kind: Kind): boolean {
    if (kind === 'everything') return true;
    if (kind === 'action') return this.#isQuiet(target);
    if (kind === 'property') return target instanceof PdfDict && !this.#isForeign(target);
    if (kind === 'data') return !(target instanceof PdfDict && this.#isForeign(target));
    if (kind === 'graphic') return this.#isGraphic(target);
    if (kind === 'structure') return !(target instanceof PdfStream);
    if (kind === 'destination' || kind === 'content' || kind === 'mask' || kind === 'look' || kind === 'annotations')
      return true;
    if (kind.startsWith('list:') || kind === 'gstateFont') return target instanceof PdfArray;
    return target instanceof PdfDict;
  }

  #isGraphic(target: PdfObject): boolean {
    if (!(target instanceof PdfStream)) return false;
    const subtype = target.getName('Subtype', this.#resolve)?.value;
    return subtype === 'Form' || subtype === 'Image' || (subtype === undefined && target.has('BBox'));
  }

  #isForeign(dict: PdfDict): boolean {
    return FOREIGN_TYPES.has(dict.getName('Type', this.#resolve)?.value ?? '');
  }

  /** GoTo within the file, or a web or mail address; nothing chained to it. */
  #isQuiet(target: PdfObject): boolean {
    if (target instanceof PdfArray || target instanceof PdfString || target instanceof PdfName) return true;
    if (!(target instanceof PdfDict) || target.has('Next')) return false;
    const kind = target.getName('S', this.#resolve)?.value;
    if (kind === 'GoTo' || (kind === undefined && target.has('D'))) return true;
    const address = follow(target.get('URI'), this.#resolve);
    return (
      kind === 'URI' && address instanceof PdfString && ALLOWED_URLS.test(Buffer.from(address.bytes).toString('latin1'))
    );
  }

  /** A value in a position of this kind; undefined if nothing is to be copied. */
  #take(value: PdfObject | undefined, kind: Kind, depth: number): PdfObject | undefined {
    this.#parts += 1;
    if (depth > MAX_DEPTH || this.#parts > MAX_PARTS)
      throw new Refused('pdf.broken', 'nested or multiplied beyond reason');
    if (value === undefined) return undefined;
    if (kind === 'pageReference') return this.#page(value);
    if (!(value instanceof PdfRef)) {
      if (kind !== 'scalar' && !this.#fitsInside(value, kind)) return this.#drop(`${kind}: another kind of object`);
      return this.#build(value, this.#actual(kind, value), depth);
    }
    if (kind === 'scalar') return this.#take(follow(value, this.#resolve) ?? undefined, kind, depth + 1);
    const target = follow(value, this.#resolve);
    // Small values that are never shared are written inline.
    if (target !== undefined && this.#isInlined(target, kind)) return this.#take(target, kind, depth + 1);
    return this.#numbered(value, kind);
  }

  #isInlined(target: PdfObject, kind: Kind): boolean {
    return (
      !(target instanceof PdfDict || target instanceof PdfArray) ||
      (target instanceof PdfArray && kind !== 'data' && kind !== 'structure' && kind !== 'everything')
    );
  }

  #fitsInside(value: PdfObject, kind: Kind): boolean {
    if (kind === 'structure' || kind === 'data' || kind === 'destination' || kind === 'action') {
      return value instanceof PdfDict ? this.#fits(value, kind) : true;
    }
    // A value other than a dictionary, array or stream only has meaning where such a type is allowed.
    return kind === 'softMask' && value instanceof PdfName ? true : this.#fits(value, kind);
  }

  #page(value: PdfObject): PdfObject | undefined {
    const last = this.#lastRef(value);
    if (!last || !this.#pages.has(last.objectNumber)) return this.#drop('a page outside the document');
    return this.#numbered(last, 'pages');
  }

  #build(target: PdfObject, kind: Kind, depth: number): PdfObject | undefined {
    if (kind === 'everything') return this.#everything(target, depth);
    if (kind === 'scalar') return this.#scalar(target, depth);
    if (kind === 'scalars') return this.#map(target, 'scalar', depth);
    if (kind === 'data' || kind === 'property') return this.#data(target, depth);
    if (kind.startsWith('map:')) return this.#map(target, kind.slice(4) as Kind, depth);
    if (kind.startsWith('list:')) return this.#list(target, kind.slice(5) as Kind, depth);
    if (kind === 'destination') return this.#destination(target, depth);
    if (kind === 'action' && !(target instanceof PdfDict)) return this.#destination(target, depth);
    if (kind === 'annotations') return this.#annotationList(target, depth);
    if (kind === 'gstateFont') return this.#fontOf(target, depth);
    if (kind === 'mask')
      return target instanceof PdfArray ? this.#scalar(target, depth) : this.#keys(target, 'graphic', depth);
    if (kind === 'content' && target instanceof PdfArray) return this.#list(target, 'content', depth);
    if (kind === 'look') {
      return target instanceof PdfStream ? this.#keys(target, 'graphic', depth) : this.#map(target, 'graphic', depth);
    }
    if (kind === 'emptyLook') return this.#emptyLook(target, depth);
    if (kind === 'softMask' && target instanceof PdfName) return target;
    if (kind === 'structure') return this.#structure(target, depth);
    if (kind === 'link') return this.#link(target, depth);
    return this.#keys(target, kind, depth);
  }

  #everything(target: PdfObject, depth: number): PdfObject | undefined {
    if (target instanceof PdfArray) {
      return PdfArray.of(...[...target].map((item) => this.#take(item, 'everything', depth + 1) ?? PdfNull.instance));
    }
    if (!(target instanceof PdfDict)) return target;
    const copy = target instanceof PdfStream ? new PdfStream([], target.data) : new PdfDict();
    for (const [key, value] of target) {
      const copied = this.#take(value, 'everything', depth + 1);
      if (copied) copy.set(key.value, copied);
    }
    return copy;
  }

  #scalar(target: PdfObject, depth: number): PdfObject | undefined {
    if (target instanceof PdfDict) return this.#drop('a dictionary instead of a simple value');
    return target instanceof PdfArray ? this.#list(target, 'scalar', depth) : target;
  }

  #list(target: PdfObject, kind: Kind, depth: number): PdfObject | undefined {
    if (!(target instanceof PdfArray)) return this.#drop('no list where one should be');
    // Names and destinations form pairs: keep the positions.
    const placeholder = kind === 'destination' ? PdfNull.instance : [];
    return PdfArray.of(...[...target].flatMap((item) => this.#take(item, kind, depth + 1) ?? placeholder));
  }

  #map(target: PdfObject, kind: Kind, depth: number): PdfObject | undefined {
    if (!(target instanceof PdfDict)) return this.#drop('no dictionary where one should be');
    const copy = new PdfDict();
    for (const [key, value] of target) {
      const copied = this.#take(value, kind, depth + 1);
      if (copied) copy.set(key.value, copied);
    }
    return copy;
  }

  #keys(target: PdfObject, kind: Kind, depth: number): PdfObject | undefined {
    const keys: Keys | undefined = this.#grammar?.[kind];
    if (!keys) return this.#drop(`${kind} has no place here`);
    if (!(target instanceof PdfDict)) return this.#drop(`${kind}: another kind of object`);
    const copy = target instanceof PdfStream ? new PdfStream([], target.data) : new PdfDict();
    for (const [key, value] of target) {
      const childKind = Object.hasOwn(keys, key.value) ? keys[key.value] : undefined;
      if (childKind === undefined) {
        if (!(target instanceof PdfStream && key.value === 'Length')) this.#drop(`${kind}: /${key.value}`);
        continue;
      }
      const copied = this.#take(value, childKind, depth + 1);
      if (copied) copy.set(key.value, copied);
    }
    return copy;
  }

  /** Without its border: some readers draw one around a link, even if the file requests none by omitting it. */
  #link(target: PdfObject, depth: number): PdfObject | undefined {
    const copy = this.#keys(target, 'link', depth);
    if (!(copy instanceof PdfDict)) return copy;
    if (!isZeroBorder(copy.get('Border'))) this.#drop('link: a frame');
    copy.set('Border', PdfArray.of(PdfNumber.of(0), PdfNumber.of(0), PdfNumber.of(0)));
    return copy;
  }

  #data(target: PdfObject, depth: number): PdfObject | undefined {
    if (target instanceof PdfArray) {
      return PdfArray.of(...[...target].map((item) => this.#take(item, 'data', depth + 1) ?? PdfNull.instance));
    }
    if (!(target instanceof PdfDict)) return target;
    if (this.#isForeign(target)) return this.#drop('data: a forbidden type of dictionary');
    const isStream = target instanceof PdfStream;
    const copy = isStream ? new PdfStream([], target.data) : new PdfDict();
    for (const [key, value] of target) {
      if (isStream && key.value === 'Length') continue;
      if (FOREIGN_KEYS.has(key.value) || (isStream && FOREIGN_STREAM_KEYS.has(key.value))) {
        this.#drop(`data: /${key.value}`);
        continue;
      }
      const copied = this.#take(value, 'data', depth + 1);
      if (copied) copy.set(key.value, copied);
    }
    return copy;
  }

  #emptyLook(target: PdfObject, depth: number): PdfObject | undefined {
    const normal = target instanceof PdfDict ? target.get('N') : undefined;
    if (!(target instanceof PdfDict) || target.size !== 1 || !drawsNothing(follow(normal, this.#resolve))) {
      return this.#drop('field: /AP');
    }
    const appearance = this.#take(normal, 'graphic', depth + 1);
    return appearance && PdfDict.of({ N: appearance });
  }

  #destination(target: PdfObject, depth: number): PdfObject | undefined {
    if (target instanceof PdfDict)
      return this.#map(new PdfDict([...target].filter(([key]) => key.value === 'D')), 'destination', depth);
    if (!(target instanceof PdfArray)) return target;
    const [page, ...view] = [...target];
    const first = page instanceof PdfRef ? this.#page(page) : page;
    if (first === undefined) return undefined;
    const viewItems = view.map((item) => this.#take(item, 'scalar', depth + 1) ?? PdfNull.instance);
    return PdfArray.of(first, ...viewItems);
  }

  #annotationList(target: PdfObject, depth: number): PdfObject | undefined {
    if (!(target instanceof PdfArray)) return this.#drop('no list where one should be');
    const copies = [...target].flatMap((item) => {
      const kind = this.#annotationKind(follow(item, this.#resolve));
      if (kind === null) return this.#drop('an annotation other than a link') ?? [];
      return this.#take(item, kind, depth + 1) ?? [];
    });
    return PdfArray.of(...copies);
  }

  #fontOf(target: PdfObject, depth: number): PdfObject | undefined {
    if (!(target instanceof PdfArray) || target.length !== 2) return this.#drop('no font where one should be');
    const font = this.#take(target.at(0), 'font', depth + 1);
    const size = this.#take(target.at(1), 'scalar', depth + 1);
    return font && size ? PdfArray.of(font, size) : undefined;
  }

  #structure(target: PdfObject, depth: number): PdfObject | undefined {
    if (target instanceof PdfArray) {
      return PdfArray.of(...[...target].map((item) => this.#take(item, 'structure', depth + 1) ?? PdfNull.instance));
    }
    if (!(target instanceof PdfDict)) return target;
    const named = this.#lastRef(target.get('Obj'));
    const kind = named ? this.#annotations.get(named.objectNumber) : undefined;
    if (!named || (!kind && this.#resolve(named) instanceof PdfStream)) return this.#keys(target, 'structure', depth);
    if (!kind) this.#drop(MISSING_TARGET);
    const withoutObject = new PdfDict([...target].filter(([key]) => key.value !== 'Obj'));
    const copy = this.#keys(withoutObject, 'structure', depth);
    const ref = kind && this.#numbered(named, kind);
    if (copy instanceof PdfDict && ref) copy.set('Obj', ref);
    return copy;
  }
}
