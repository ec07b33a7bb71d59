/** Assigns roles to the objects of a revision: an update may change only objects with a role, each in its own way. */
import { PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { type FieldNode, fieldsAt, isName } from '../signature-fields.ts';
import type { StrictFile } from '../strict-file.ts';
import { drawingsOf, numbersOf } from './later.ts';
import { readValidationStore, type ValidationStore } from './validation-data.ts';

export type Role =
  | {
      kind:
        | 'information'
        | 'metadata'
        | 'catalog'
        | 'form'
        | 'defaults'
        | 'fieldList'
        | 'pages'
        | 'page'
        | 'annotations'
        | 'validationData'
        | 'extensions'
        | 'structure'
        | 'parentTree';
    }
  | { kind: 'filled'; field: FieldNode }
  | { kind: 'drawing'; field: FieldNode; owners: ReadonlySet<number> }
  | { kind: 'field'; field: FieldNode }
  | { kind: 'widget'; field: FieldNode };

export class Roles {
  readonly byNumber = new Map<number, Role>();
  readonly fields: readonly FieldNode[];
  /** The pages' boxes, to detect what lies outside them. */
  readonly boxes: number[][] = [];
  /** What each page inherits from its ancestors. */
  readonly inherited = new Map<number, PdfDict>();
  /** Changeable parts of the catalog, and the document information, by number, with their key. */
  readonly parts = new Map<number, string>();
  /** The form and its default resources, with their key. */
  readonly defaults = new Map<number, string>();
  readonly onlySignatureFields: boolean;
  readonly store: ValidationStore;
  readonly #file: StrictFile;
  readonly #revision: number;
  readonly #resolve: (ref: PdfRef) => PdfObject | null;

  /** @throws SyntaxFault */
  constructor(file: StrictFile, revision: number) {
    this.#file = file;
    this.#revision = revision;
    this.#resolve = file.resolver(revision);
    const catalog = file.catalogAt(revision);
    this.fields = fieldsAt(file, revision);
    this.onlySignatureFields = this.fields.every(({ type }) => type === 'Sig');
    this.store = readValidationStore(catalog.get('DSS'), this.#resolve);
    this.#assignParts(catalog);
    this.#assignPages(catalog.get('Pages'));
    this.#assignForm(catalog);
    this.#assignFields();
    this.#assignStructure(catalog.get('StructTreeRoot'));
    this.#give(catalog.get('Metadata'), { kind: 'metadata' });
    const trailer = file.revisions[revision]?.trailer;
    this.#give(trailer?.get('Info'), { kind: 'information' });
    this.#give(trailer?.get('Root'), { kind: 'catalog' });
  }

  #give(value: PdfObject | undefined | null, role: Role): void {
    if (value instanceof PdfRef) this.byNumber.set(value.objectNumber, role);
  }

  #assignParts(catalog: PdfDict): void {
    for (const number of this.store.containers) {
      this.byNumber.set(number, { kind: 'validationData' });
      this.parts.set(number, 'DSS');
    }
    this.#give(catalog.get('Extensions'), { kind: 'extensions' });
    const named: (readonly [string, PdfObject | undefined])[] = [
      ['Extensions', catalog.get('Extensions')],
      ['Metadata', catalog.get('Metadata')],
      ['Info', this.#file.revisions[this.#revision]?.trailer.get('Info')],
    ];
    for (const [key, value] of named) if (value instanceof PdfRef) this.parts.set(value.objectNumber, key);
  }

  #assignPages(root: PdfObject | undefined): void {
    const open: { value: PdfObject | undefined; above: PdfDict }[] = [{ value: root, above: new PdfDict() }];
    const seen = new Set<number>();
    for (let next = open.pop(); next; next = open.pop()) {
      const { value: ref, above } = next;
      const node = ref instanceof PdfRef ? this.#resolve(ref) : ref;
      if (!(node instanceof PdfDict)) continue;
      if (ref instanceof PdfRef) {
        if (seen.has(ref.objectNumber)) continue;
        seen.add(ref.objectNumber);
      }
      const box = numbersOf(node.getArray('MediaBox', this.#resolve));
      if (box) this.boxes.push(box);
      const kids = node.getArray('Kids', this.#resolve);
      this.#give(ref, { kind: kids ? 'pages' : 'page' });
      if (kids) {
        const below = inheritedBy(node, above);
        for (const value of kids) open.push({ value, above: below });
      } else if (ref instanceof PdfRef) this.inherited.set(ref.objectNumber, above);
      this.#give(node.get('Annots'), { kind: 'annotations' });
    }
  }

  #assignForm(catalog: PdfDict): void {
    const form = catalog.getDict('AcroForm', this.#resolve);
    const held = catalog.get('AcroForm');
    if (held instanceof PdfRef) this.defaults.set(held.objectNumber, 'AcroForm');
    const open = [form?.get('DR')];
    const resources = form?.getDict('DR', this.#resolve);
    for (const [, value] of resources ?? []) open.push(value);
    for (const value of open) {
      if (!(value instanceof PdfRef) || !(this.#resolve(value) instanceof PdfDict)) continue;
      this.#give(value, { kind: 'defaults' });
      this.defaults.set(value.objectNumber, 'AcroForm');
    }
    this.#give(held, { kind: 'form' });
    this.#give(form?.get('Fields'), { kind: 'fieldList' });
  }

  #assignFields(): void {
    for (const field of this.fields) {
      const parts = [field, ...field.widgets];
      if (field.type === 'Sig') {
        for (const { number } of parts)
          if (number !== null) this.byNumber.set(number, { kind: number === field.number ? 'field' : 'widget', field });
        continue;
      }
      const { drawings, owners } = drawingsOf(field, this.#resolve);
      for (const number of drawings) this.byNumber.set(number, { kind: 'drawing', field, owners });
      for (const { number } of parts) if (number !== null) this.byNumber.set(number, { kind: 'filled', field });
    }
  }

  #assignStructure(root: PdfObject | undefined): void {
    const open = [root];
    const seen = new Set<number>();
    for (let next = open.pop(); next; next = open.pop()) {
      if (next instanceof PdfArray) open.push(...next);
      if (!(next instanceof PdfRef) || seen.has(next.objectNumber)) continue;
      seen.add(next.objectNumber);
      const node = this.#resolve(next);
      if (node instanceof PdfArray) open.push(...node);
      if (!(node instanceof PdfDict)) continue;
      if (!isName(node.get('Type'), 'StructTreeRoot') && !isName(node.get('Type'), 'StructElem')) continue;
      this.byNumber.set(next.objectNumber, { kind: 'structure' });
      this.#give(node.get('ParentTree'), { kind: 'parentTree' });
      open.push(node.get('K'));
    }
  }
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

function inheritedBy(node: PdfDict, above: PdfDict): PdfDict {
  const below = new PdfDict([...above]);
  for (const key of INHERITED) {
    const value = node.get(key);
    if (value) below.set(key, value);
  }
  return below;
}
