/**
 * Reads the page tree (ISO 32000-2, 7.7.3) like the most tolerant readers, and rewrites it if readers count or measure
 * differently. The type of a node, the number of pages and the inherited values must not depend on the reader.
 */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import type { Rectangle } from '#domain/signing/places.ts';
import { sameObject } from '#formats/verify/same-object.ts';
import type { Resolve } from '#formats/verify/syntax.ts';
import { Refused } from '../gate-result.ts';
import { follow } from '../reading/follow-references.ts';
import { boxAt, intersection, LETTER } from './page-boxes.ts';

/** Also stated in the refusal's message. */
export const MAX_PAGES = 2000;
/** Nodes without pages also take time; one node may be referenced many times. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 200;

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
type Inherited = (typeof INHERITED)[number];

/** Dictionaries of these types are never pages, even if referenced as such. */
const NON_PAGE_TYPES = new Set(
  (
    'Catalog Font FontDescriptor XObject ExtGState Pattern Annot Action Outlines Metadata Sig ' +
    'StructTreeRoot StructElem OCG OCMD ObjStm XRef Filespec EmbeddedFile'
  ).split(' '),
);

/** A page in its position in the tree. */
export interface Leaf {
  readonly dict: PdfDict;
  /** Null for a page that is a direct object in its parent's list. */
  readonly ref: PdfRef | null;
  /** Effective entries of the page: its own, then those inherited. */
  readonly attributes: ReadonlyMap<Inherited, PdfObject>;
}

export interface PageTree {
  /** In order, one per time a page is shown. Pages beyond `MAX_PAGES` are not read. */
  readonly leaves: readonly Leaf[];
  /** What readers interpret differently; null for an unambiguous tree. */
  readonly fault: string | null;
}

interface Node {
  readonly dict: PdfDict;
  readonly ref: PdfRef | null;
  readonly attributes: ReadonlyMap<Inherited, PdfObject>;
  readonly ancestors: ReadonlySet<PdfDict>;
}

/** @throws Refused pdf.broken, pdf.ambiguous if no reading is right */
export function readPageTree(catalog: PdfDict, resolve: Resolve): PageTree {
  const reader = new TreeReader(resolve);
  reader.read(catalog);
  return reader;
}

class TreeReader implements PageTree {
  readonly leaves: Leaf[] = [];
  fault: string | null = null;
  readonly #resolve: Resolve;
  readonly #seen = new Set<PdfDict>();
  #nodes = 0;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  read(catalog: PdfDict): void {
    if (nameAt(catalog, 'Type') !== 'Catalog') this.#deviates('the catalog has another type');
    const entry = catalog.get('Pages');
    const root = follow(entry, this.#resolve);
    if (!(root instanceof PdfDict) || root instanceof PdfStream) return;
    // Readers treat any root with /Kids as a node, regardless of its /Type.
    const isTree = follow(root.get('Kids'), this.#resolve) instanceof PdfArray || this.#isNode(root);
    if (!isTree) {
      this.#deviates('a page instead of the page tree');
      this.#page(root, this.#directRef(entry, root), this.#inheritedBy(root, new Map()));
      return;
    }
    if (root.has('Parent')) this.#deviates('the root of the tree has a parent');
    const ref = this.#directRef(entry, root);
    this.#node({ dict: root, ref, attributes: this.#inheritedBy(root, new Map()), ancestors: new Set() });
  }

  #deviates(fault: string): void {
    this.fault ??= fault;
  }

  /** The reference that leads directly to the dictionary; only some readers accept anything else. */
  #directRef(entry: PdfObject | undefined, dict: PdfDict): PdfRef | null {
    if (entry instanceof PdfRef && this.#resolve(entry) === dict) return entry;
    this.#deviates('a node of the tree is not named by one reference');
    let last: PdfRef | null = null;
    for (let at: PdfObject | null | undefined = entry; at instanceof PdfRef; at = this.#resolve(at)) last = at;
    return last;
  }

  /** @returns the number of pages below the node. */
  #node({ dict, ref, attributes: inherited, ancestors: above }: Node): number {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES || above.size > MAX_DEPTH)
      throw new Refused('pdf.broken', 'the page tree is too large');
    if (this.#seen.has(dict)) this.#deviates('a node occurs twice in the tree');
    this.#seen.add(dict);
    if (nameAt(dict, 'Type') !== 'Pages') this.#deviates('a node of the tree has another type');
    if (!(dict.get('Kids') instanceof PdfArray)) this.#deviates('the list of kids is not a direct array');
    const kids = follow(dict.get('Kids'), this.#resolve);
    const path = new Set([...above, dict]);
    const before = this.leaves.length;
    let invalidEntries = 0;
    for (const entry of kids instanceof PdfArray ? kids : []) {
      if (this.leaves.length > MAX_PAGES) break;
      if (!this.#kid(entry, { dict, ref, attributes: inherited, ancestors: path })) invalidEntries += 1;
    }
    const count = this.leaves.length - before;
    this.#checkCount(dict, count, invalidEntries);
    return count;
  }

  #checkCount(dict: PdfDict, count: number, lost: number): void {
    const entry = dict.get('Count');
    const resolved = follow(entry, this.#resolve);
    if (lost > 0) {
      this.#deviates('an entry of the tree is not a page');
      if (resolved instanceof PdfNumber && resolved.value > count) throw new Refused('pdf.broken', 'a page is missing');
    }
    if (count === 0) this.#deviates('a node of the tree without pages');
    if (!(entry instanceof PdfNumber) || entry.value !== count) this.#deviates('a wrong number of pages');
  }

  /** @returns false for an entry that is neither a page nor a node. */
  #kid(entry: PdfObject, parent: Node): boolean {
    const dict = follow(entry, this.#resolve);
    if (!(dict instanceof PdfDict) || dict instanceof PdfStream) return false;
    if (parent.ancestors.has(dict)) throw new Refused('pdf.broken', 'the page tree is circular');
    const isNode = this.#isNode(dict);
    if (!isNode && !isPage(dict)) return false;
    const ref = this.#directRef(entry, dict);
    const inherited = this.#inheritedBy(dict, parent.attributes);
    if (!this.#isParent(dict.get('Parent'), parent)) {
      this.#deviates('a node names another parent');
      this.#mergeParent(dict, inherited);
    }
    if (isNode) this.#node({ dict, ref, attributes: inherited, ancestors: parent.ancestors });
    else this.#page(dict, ref, inherited);
    return true;
  }

  #isParent(entry: PdfObject | undefined, { ref, dict }: Node): boolean {
    return entry instanceof PdfRef && entry.objectNumber === ref?.objectNumber && this.#resolve(entry) === dict;
  }

  /** Most readers decide by the children. For a node with both, some show the page and some its children. */
  #isNode(dict: PdfDict): boolean {
    const kids = follow(dict.get('Kids'), this.#resolve);
    const type = nameAt(dict, 'Type');
    if (!(kids instanceof PdfArray)) return type === 'Pages' && !dict.has('Contents');
    if (type !== 'Page') return kids.length > 0 || !dict.has('Contents');
    if ([...kids].some((kid) => follow(kid, this.#resolve) instanceof PdfDict)) {
      throw new Refused('pdf.ambiguous', 'a page with pages below it');
    }
    return false;
  }

  #page(dict: PdfDict, ref: PdfRef | null, inherited: ReadonlyMap<Inherited, PdfObject>): void {
    if (this.#seen.has(dict)) this.#deviates('a page occurs twice in the tree');
    this.#seen.add(dict);
    if (nameAt(dict, 'Type') !== 'Page') this.#deviates('a page has another type');
    if (dict.has('Kids')) this.#deviates('a page with a list of pages');
    const shape = geometryOf({ dict, ref, attributes: inherited }, this.#resolve);
    if (!shape.isUnambiguous) this.#deviates('a page with an ambiguous size or rotation');
    this.leaves.push({ dict, ref, attributes: inherited });
  }

  /** Unusable entries are ignored, so that the inherited value applies. */
  #inheritedBy(dict: PdfDict, inheritedAttributes: ReadonlyMap<Inherited, PdfObject>): Map<Inherited, PdfObject> {
    const attributes = new Map(inheritedAttributes);
    for (const key of INHERITED) {
      const entry = dict.get(key);
      if (entry === undefined) continue;
      if (isUsable(key, entry, this.#resolve)) attributes.set(key, entry);
      else this.#deviates(`an unusable /${key}`);
    }
    return attributes;
  }

  /** Some readers inherit through /Parent. Values that only they find are adopted; a contradiction with the tree is refused. */
  #mergeParent(dict: PdfDict, attributes: Map<Inherited, PdfObject>): void {
    const theirs = new Map<Inherited, PdfObject>();
    let node: PdfObject | undefined = dict;
    for (let level = 0; node instanceof PdfDict && level < MAX_DEPTH; level++) {
      for (const key of INHERITED) {
        const entry = node.get(key);
        if (entry && !theirs.has(key) && isUsable(key, entry, this.#resolve)) theirs.set(key, entry);
      }
      node = follow(node.get('Parent'), this.#resolve);
    }
    for (const [key, value] of theirs) {
      const mine = attributes.get(key);
      if (mine === undefined) attributes.set(key, value);
      else if (!this.#isSame(mine, value)) throw new Refused('pdf.ambiguous', `a page inherits /${key} in two ways`);
    }
  }

  #isSame(a: PdfObject, b: PdfObject): boolean {
    return sameObject(a, b) || sameObject(follow(a, this.#resolve), follow(b, this.#resolve));
  }
}

const nameAt = (dict: PdfDict, key: string): string | undefined => {
  const value = dict.get(key);
  return value instanceof PdfName ? value.value : undefined;
};

const isPage = (dict: PdfDict): boolean =>
  dict.has('Contents') || dict.has('MediaBox') || !NON_PAGE_TYPES.has(nameAt(dict, 'Type') ?? '');

function isUsable(key: Inherited, entry: PdfObject, resolve: Resolve): boolean {
  const value = follow(entry, resolve);
  if (key === 'Resources') return value instanceof PdfDict;
  return key === 'Rotate' ? value instanceof PdfNumber : boxAt(value, resolve) !== null;
}

interface PageGeometry {
  media: Rectangle;
  /** Null if nothing is cropped. */
  crop: Rectangle | null;
  rotate: number;
  unit: number | null;
  /** Whether every reader interprets it this way as written. */
  isUnambiguous: boolean;
}

/** The size of a page: as in pdf.js, Poppler, MuPDF and PDFium where the standard leaves it open. */
function geometryOf({ dict, attributes: inherited }: Leaf, resolve: Resolve): PageGeometry {
  const media = boxAt(follow(inherited.get('MediaBox'), resolve), resolve);
  const crop = boxAt(follow(inherited.get('CropBox'), resolve), resolve);
  const rotation = follow(inherited.get('Rotate'), resolve);
  const degrees = rotation instanceof PdfNumber ? rotation.value : 0;
  const userUnit = follow(dict.get('UserUnit'), resolve);
  const unit = userUnit instanceof PdfNumber && userUnit.value > 0 ? userUnit.value : null;
  const mediaBox = media?.box ?? LETTER;
  const visibleBox = crop && intersection(mediaBox, crop.box);
  return {
    media: mediaBox,
    crop: visibleBox && crop.box,
    rotate: degrees % 90 === 0 ? degrees : 0,
    unit,
    isUnambiguous:
      media?.written === true &&
      (crop === null || (crop.written && visibleBox !== null)) &&
      degrees % 90 === 0 &&
      (unit !== null || !dict.has('UserUnit')),
  };
}

/** A document in memory whose tree is to be rewritten. */
export interface OpenFile {
  readonly catalog: PdfDict;
  readonly resolve: Resolve;
  add(object: PdfObject): PdfRef;
  /** Replaces the object that a reference names. */
  replace(ref: PdfRef, object: PdfObject): void;
}

/** Writes the tree as one flat list of pages, each with its effective entries; nothing else changes. */
export function writePageTree(file: OpenFile, { leaves }: PageTree): void {
  const { catalog, resolve } = file;
  const root = new PdfDict();
  const rootRef = file.add(root);
  const shared = new Map<PdfObject, PdfRef>();
  const placedDicts = new Set<PdfDict>();
  const pages = leaves.map((leaf) => {
    const page = copyPage(leaf, rootRef, resolve);
    const resources = leaf.attributes.get('Resources');
    if (resources) page.set('Resources', resources instanceof PdfRef ? resources : sharedRef(file, shared, resources));
    const isRepeated = placedDicts.has(leaf.dict);
    placedDicts.add(leaf.dict);
    if (isRepeated) makeRepeatedPage(page, resolve);
    if (isRepeated || leaf.ref === null) return file.add(page);
    file.replace(leaf.ref, page);
    return leaf.ref;
  });
  root.set('Type', PdfName.Pages);
  root.set('Kids', PdfArray.of(...pages));
  root.set('Count', PdfNumber.of(pages.length));
  catalog.set('Type', PdfName.of('Catalog'));
  catalog.set('Pages', rootRef);
}

function sharedRef(file: OpenFile, refs: Map<PdfObject, PdfRef>, object: PdfObject): PdfRef {
  const ref = refs.get(object) ?? file.add(object);
  refs.set(object, ref);
  return ref;
}

function copyPage(leaf: Leaf, parent: PdfRef, resolve: Resolve): PdfDict {
  const page = new PdfDict([...leaf.dict]);
  const { media, crop, rotate, unit } = geometryOf(leaf, resolve);
  for (const key of [...INHERITED, 'Kids', 'Count', 'UserUnit']) page.delete(key);
  page.set('Type', PdfName.Page);
  page.set('Parent', parent);
  page.set('MediaBox', boxArray(media));
  if (crop) page.set('CropBox', boxArray(crop));
  if (rotate !== 0) page.set('Rotate', PdfNumber.of(rotate));
  if (unit !== null) page.set('UserUnit', PdfNumber.of(unit));
  return page;
}

const boxArray = (box: Rectangle): PdfArray => PdfArray.of(...box.map((value) => PdfNumber.of(value)));

/**
 * A page shown a second time is not part of the structure, and has no second signature field: a field has one position.
 * The appearance of an empty field stays visible there.
 */
function makeRepeatedPage(page: PdfDict, resolve: Resolve): void {
  page.delete('StructParents');
  const annotations = follow(page.get('Annots'), resolve);
  if (!(annotations instanceof PdfArray)) return;
  const remaining = [...annotations].flatMap((entry) => {
    const dict = follow(entry, resolve);
    if (!(dict instanceof PdfDict)) return [];
    const isSignature = isSignatureWidget(dict, resolve);
    if (!isSignature && dict.getName('Subtype', resolve)?.value !== 'Link') return entry;
    if (isSignature && !dict.has('AP')) return [];
    const copy = new PdfDict([...dict]);
    for (const key of ['P', 'StructParent']) copy.delete(key);
    if (isSignature) copy.set('Subtype', PdfName.of('Stamp'));
    return copy;
  });
  if (remaining.length === 0) page.delete('Annots');
  else page.set('Annots', PdfArray.of(...remaining));
}

function isSignatureWidget(widget: PdfDict, resolve: Resolve): boolean {
  if (widget.getName('Subtype', resolve)?.value !== 'Widget') return false;
  let field: PdfObject | undefined = widget;
  for (let level = 0; field instanceof PdfDict && level < MAX_DEPTH; level++) {
    const type = field.getName('FT', resolve)?.value;
    if (type !== undefined) return type === 'Sig';
    field = follow(field.get('Parent'), resolve);
  }
  return false;
}
