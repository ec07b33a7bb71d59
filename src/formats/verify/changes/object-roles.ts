/** Assigns roles to the objects of a revision: an update may change only objects with a role, each in its own way. */

import { PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { type FieldNode, fieldsAt, isName } from '../signature-fields.ts';
import type { StrictFile } from '../strict-file.ts';
import type { Resolve } from '../syntax.ts';
import { appearancesOf, rectangleOf } from './allowed.ts';
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
  /** The pages' boxes, to detect content outside them. */
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
  readonly #resolve: Resolve;

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
    this.#assign(catalog.get('Metadata'), { kind: 'metadata' });
    const trailer = file.revisions[revision]?.trailer;
    this.#assign(trailer?.get('Info'), { kind: 'information' });
    this.#assign(trailer?.get('Root'), { kind: 'catalog' });
  }

  #assign(value: PdfObject | undefined | null, role: Role): void {
    if (value instanceof PdfRef) this.byNumber.set(value.objectNumber, role);
  }

  #assignParts(catalog: PdfDict): void {
    for (const number of this.store.containers) {
      this.byNumber.set(number, { kind: 'validationData' });
      this.parts.set(number, 'DSS');
    }
    this.#assign(catalog.get('Extensions'), { kind: 'extensions' });
    const entries: (readonly [string, PdfObject | undefined])[] = [
      ['Extensions', catalog.get('Extensions')],
      ['Metadata', catalog.get('Metadata')],
      ['Info', this.#file.revisions[this.#revision]?.trailer.get('Info')],
    ];
    for (const [key, value] of entries) if (value instanceof PdfRef) this.parts.set(value.objectNumber, key);
  }

  #assignPages(root: PdfObject | undefined): void {
    const pending: { value: PdfObject | undefined; above: PdfDict }[] = [{ value: root, above: new PdfDict() }];
    const visited = new Set<number>();
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { value: ref, above } = next;
      const node = ref instanceof PdfRef ? this.#resolve(ref) : ref;
      if (!(node instanceof PdfDict)) continue;
      if (ref instanceof PdfRef) {
        if (visited.has(ref.objectNumber)) continue;
        visited.add(ref.objectNumber);
      }
      const box = rectangleOf(node.getArray('MediaBox', this.#resolve));
      if (box) this.boxes.push(box);
      const kids = node.getArray('Kids', this.#resolve);
      this.#assign(ref, { kind: kids ? 'pages' : 'page' });
      if (kids) {
        const inherited = inheritedBy(node, above);
        for (const value of kids) pending.push({ value, above: inherited });
      } else if (ref instanceof PdfRef) this.inherited.set(ref.objectNumber, above);
      this.#assign(node.get('Annots'), { kind: 'annotations' });
    }
  }

  #assignForm(catalog: PdfDict): void {
    const form = catalog.getDict('AcroForm', this.#resolve);
    const formEntry = catalog.get('AcroForm');
    if (formEntry instanceof PdfRef) this.defaults.set(formEntry.objectNumber, 'AcroForm');
    const entries = [form?.get('DR')];
    const resources = form?.getDict('DR', this.#resolve);
    for (const [, value] of resources ?? []) entries.push(value);
    for (const value of entries) {
      if (!(value instanceof PdfRef) || !(this.#resolve(value) instanceof PdfDict)) continue;
      this.#assign(value, { kind: 'defaults' });
      this.defaults.set(value.objectNumber, 'AcroForm');
    }
    this.#assign(formEntry, { kind: 'form' });
    this.#assign(form?.get('Fields'), { kind: 'fieldList' });
  }

  #assignFields(): void {
    for (const field of this.fields) {
      const parts = [field, ...field.widgets];
      if (field.type === 'Sig') {
        for (const { number } of parts)
          if (number !== null) this.byNumber.set(number, { kind: number === field.number ? 'field' : 'widget', field });
        continue;
      }
      const { drawings, owners } = appearancesOf(field, this.#resolve);
      for (const number of drawings) this.byNumber.set(number, { kind: 'drawing', field, owners });
      for (const { number } of parts) if (number !== null) this.byNumber.set(number, { kind: 'filled', field });
    }
  }

  #assignStructure(root: PdfObject | undefined): void {
    const pending = [root];
    const visited = new Set<number>();
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (next instanceof PdfArray) pending.push(...next);
      if (!(next instanceof PdfRef) || visited.has(next.objectNumber)) continue;
      visited.add(next.objectNumber);
      const node = this.#resolve(next);
      if (node instanceof PdfArray) pending.push(...node);
      if (!(node instanceof PdfDict)) continue;
      if (!isName(node.get('Type'), 'StructTreeRoot') && !isName(node.get('Type'), 'StructElem')) continue;
      this.byNumber.set(next.objectNumber, { kind: 'structure' });
      this.#assign(node.get('ParentTree'), { kind: 'parentTree' });
      pending.push(node.get('K'));
    }
  }
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

function inheritedBy(node: PdfDict, inherited: PdfDict): PdfDict {
  const entries = new PdfDict([...inherited]);
  for (const key of INHERITED) {
    const value = node.get(key);
    if (value) entries.set(key, value);
  }
  return entries;
}
