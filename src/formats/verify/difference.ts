/**
 * What a revision changes, object by object, against the list of what may follow a signature (signing.md rule 2):
 * `/V` and `/AP` of a signature field that is being signed, `/DSS`, `/Extensions`, and new invisible signature fields.
 * Where no signature certifies the document, other products also note the date of the change, and a later signature may
 * bring a field that is seen. Nothing else.
 */
import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import {
  isLocking,
  isUnusedDefault,
  isUpgrade,
  onlyNotes,
  onlyNotesDate,
  onlyNotesDateInMetadata,
} from './harmless.ts';
import type { Problem } from './problems.ts';
import { changedKeys, sameObject } from './same-object.ts';
import { sharedParts } from './shared-parts.ts';
import { type FieldNode, fieldsAt, isName, isVisible } from './signature-fields.ts';
import { eachReference, type StrictFile } from './strict-file.ts';
import { hasOnlyGrown, isExtensionsTable, readValidationStore, type ValidationStore } from './validation-data.ts';
import { sameEntry } from './xref.ts';

type Role =
  | {
      kind:
        | 'information'
        | 'metadata'
        | 'catalog'
        | 'form'
        | 'fieldList'
        | 'pages'
        | 'page'
        | 'annotations'
        | 'validationData'
        | 'extensions';
    }
  | { kind: 'field'; field: FieldNode }
  | { kind: 'widget'; field: FieldNode };

const NEW_FIELD_KEYS = new Set([
  'Type',
  'Subtype',
  'FT',
  'T',
  'TU',
  'V',
  'F',
  'Ff',
  'Rect',
  'P',
  'Lock',
  'SV',
  'AP',
  'DA',
  'DR',
  'MK',
]);

/** Of a widget that is no field itself. */
const WIDGET_KEYS = new Set(['Type', 'Subtype', 'Parent', 'F', 'Rect', 'P', 'AP', 'MK']);

/** Looks at one revision (1 or later) against the one before it. */
export class Difference {
  readonly problems: Problem[] = [];
  /** Whether it adds a signature that is not a document timestamp. */
  addsSignature = false;
  readonly #file: StrictFile;
  readonly #index: number;
  readonly #old: (ref: PdfRef) => PdfObject | null;
  readonly #new: (ref: PdfRef) => PdfObject | null;
  readonly #roles = new Map<number, Role>();
  /** New signature fields that are as they must be, with their widgets. */
  readonly #newFields = new Set<number>();
  readonly #certified: boolean;
  #onlySignatureFields = true;
  /** Parts of the catalog that may change, by number, with their key. */
  readonly #parts = new Map<number, string>();
  #shared: Set<number> | null = null;
  #oldStore: ValidationStore = { containers: new Set(), items: new Set(), plain: true };

  /**
   * @param referenced numbers that older revisions refer to anywhere.
   * @param certified whether a signature of an older revision certifies the document.
   */
  constructor(file: StrictFile, index: number, referenced: ReadonlySet<number>, certified: boolean) {
    this.#certified = certified;
    this.#file = file;
    this.#index = index;
    this.#old = file.resolver(index - 1);
    this.#new = file.resolver(index);
    const stray = file.strayBytes(index);
    if (stray) this.#add(`change.stray: ${stray}`);
    this.#compareTrailers();
    this.#assignRoles();
    this.#admitNewFields();
    let validationData = false;
    for (const [number, entry] of file.revisions[index]?.entries ?? []) {
      const before = file.entryAt(index - 1, number);
      if (before && sameEntry(before.entry, entry)) continue;
      const older = file.objectAt(index - 1, number);
      const newer = file.objectAt(index, number);
      if (!older && !newer) continue;
      if (!older) {
        if (referenced.has(number)) this.#add(`change.filledIn: ${number}`);
        continue;
      }
      const sameGeneration =
        (before?.entry.type === 'offset' ? before.entry.generation : 0) ===
        (entry.type === 'offset' ? entry.generation : 0);
      if (newer && sameGeneration && sameObject(older, newer)) continue;
      const role = this.#roles.get(number);
      validationData ||= role?.kind === 'validationData' || role?.kind === 'catalog';
      if (!newer || !sameGeneration || !role) this.#add(`change.object: ${number}`);
      else this.#compare(role, older, newer, number);
    }
    if (validationData) this.#compareValidationData();
  }

  #add(problem: Problem): void {
    if (!this.problems.includes(problem)) this.problems.push(problem);
  }

  #compareTrailers(): void {
    const older = this.#file.revisions[this.#index - 1]?.trailer;
    const newer = this.#file.revisions[this.#index]?.trailer;
    if (!older || !newer) return;
    if (!sameObject(older.get('Root'), newer.get('Root'))) this.#add('change.trailer');
    if (older.has('Info') && !sameObject(older.get('Info'), newer.get('Info'))) this.#add('change.trailer');
    const [first, second] = [older.getArray('ID')?.at(0), newer.getArray('ID')?.at(0)];
    if (first && second && !sameObject(first, second)) this.#add('change.trailer');
  }

  #assignRoles(): void {
    const file = this.#file;
    const before = this.#index - 1;
    const give = (value: PdfObject | undefined | null, role: Role): void => {
      if (value instanceof PdfRef) this.#roles.set(value.objectNumber, role);
    };
    const catalog = file.catalogAt(before);
    this.#oldStore = readValidationStore(catalog.get('DSS'), this.#old);
    for (const number of this.#oldStore.containers) {
      this.#roles.set(number, { kind: 'validationData' });
      this.#parts.set(number, 'DSS');
    }
    give(catalog.get('Extensions'), { kind: 'extensions' });
    for (const key of ['Extensions', 'Metadata']) {
      const value = catalog.get(key);
      if (value instanceof PdfRef) this.#parts.set(value.objectNumber, key);
    }
    this.#assignPages(catalog.get('Pages'), new Set());
    give(catalog.get('AcroForm'), { kind: 'form' });
    give(catalog.getDict('AcroForm', this.#old)?.get('Fields'), { kind: 'fieldList' });
    for (const field of fieldsAt(file, before)) {
      if (field.type !== 'Sig') {
        this.#onlySignatureFields = false;
        continue;
      }
      for (const widget of field.widgets) {
        if (widget.number !== null) this.#roles.set(widget.number, { kind: 'widget', field });
      }
      if (field.number !== null) this.#roles.set(field.number, { kind: 'field', field });
    }
    give(catalog.get('Metadata'), { kind: 'metadata' });
    give(file.revisions[before]?.trailer.get('Info'), { kind: 'information' });
    give(file.revisions[before]?.trailer.get('Root'), { kind: 'catalog' });
  }

  #assignPages(root: PdfObject | undefined, seen: Set<number>): void {
    const open: (PdfObject | undefined)[] = [root];
    while (open.length > 0) {
      const ref = open.pop();
      const node = ref instanceof PdfRef ? this.#old(ref) : ref;
      if (!(node instanceof PdfDict)) continue;
      if (ref instanceof PdfRef) {
        if (seen.has(ref.objectNumber)) continue;
        seen.add(ref.objectNumber);
      }
      const kids = node.getArray('Kids', this.#old);
      if (ref instanceof PdfRef) this.#roles.set(ref.objectNumber, { kind: kids ? 'pages' : 'page' });
      if (kids) open.push(...kids);
      const annotations = node.get('Annots');
      if (annotations instanceof PdfRef) this.#roles.set(annotations.objectNumber, { kind: 'annotations' });
    }
  }

  /**
   * A new field must be a signature field with a signature, in one dictionary that holds nothing that acts; it may be
   * seen only where no certification forbids new things on the pages.
   */
  #admitNewFields(): void {
    const known = new Set(fieldsAt(this.#file, this.#index - 1).map(({ number }) => number));
    for (const field of fieldsAt(this.#file, this.#index)) {
      if (field.number === null || known.has(field.number)) continue;
      const value = field.dict.get('V');
      const signature = value instanceof PdfRef ? this.#new(value) : null;
      const stamps = signature instanceof PdfDict && isName(signature.get('SubFilter'), 'ETSI.RFC3161');
      const admitted =
        this.#isNew(field.number) &&
        isName(field.dict.get('FT'), 'Sig') &&
        field.dict.get('T') instanceof PdfString &&
        [...field.dict.keys()].every((key) => NEW_FIELD_KEYS.has(key.value) || key.value === 'Kids') &&
        // What has widgets below it can still be drawn itself where a page names it.
        this.#mayBeSeen(field.dict, stamps) &&
        field.widgets.every((widget) => this.#isNewWidget(field, widget, stamps)) &&
        value instanceof PdfRef &&
        this.#isNew(value.objectNumber) &&
        signature instanceof PdfDict;
      if (!admitted) continue;
      this.#newFields.add(field.number);
      for (const { number } of field.widgets) if (number !== null) this.#newFields.add(number);
      this.addsSignature ||= !stamps;
    }
  }

  /** The field itself, or a widget below it that is nothing else. */
  #isNewWidget(field: FieldNode, { dict, number }: FieldNode['widgets'][number], stamps: boolean): boolean {
    if (dict === field.dict) return this.#mayBeSeen(dict, stamps);
    if (number === null || !this.#isNew(number)) return false;
    return [...dict.keys()].every((key) => WIDGET_KEYS.has(key.value)) && this.#mayBeSeen(dict, stamps);
  }

  /** A document timestamp may come after anything, and therefore brings nothing that is seen. */
  #mayBeSeen(widget: PdfDict, stamps: boolean): boolean {
    if (!isVisible(widget, this.#new)) return true;
    return !this.#certified && !stamps && this.#isPlainAppearance(widget.get('AP'));
  }

  #isNew(number: number): boolean {
    return this.#file.objectAt(this.#index - 1, number) === null;
  }

  #compare(role: Role, older: PdfObject, newer: PdfObject, number: number): void {
    if (this.#parts.has(number)) {
      this.#shared ??= sharedParts(this.#file, this.#index - 1, this.#parts);
      if (this.#shared.has(number)) this.#add(`change.object: ${number}`);
    }
    if (role.kind === 'validationData') return;
    if (role.kind === 'extensions') {
      if (!isExtensionsTable(newer, this.#new)) this.#add('change.catalog: Extensions');
      return;
    }
    if (role.kind === 'fieldList' || role.kind === 'annotations') {
      if (!this.#onlyNewFields(older, newer))
        this.#add(role.kind === 'fieldList' ? 'change.form' : `change.annotation: ${number}`);
      return;
    }
    if (role.kind === 'metadata') {
      if (this.#certified || !onlyNotesDateInMetadata(older, newer)) this.#add('change.catalog: Metadata');
      return;
    }
    if (!isPlainDict(older) || !isPlainDict(newer)) {
      this.#add(`change.object: ${number}`);
      return;
    }
    if (role.kind === 'catalog') this.#compareCatalogs(older, newer);
    else if (role.kind === 'information') {
      if (this.#certified || !onlyNotesDate(older, newer)) this.#add('change.catalog: Info');
    } else if (role.kind === 'form') this.#compareForms(older, newer);
    else if (role.kind === 'pages') this.#add(`change.pages: ${number}`);
    else if (role.kind === 'page') this.#comparePages(older, newer, number);
    else if (role.kind === 'field' || role.kind === 'widget') this.#compareFields(role, older, newer, number);
  }

  #compareCatalogs(older: PdfDict, newer: PdfDict): void {
    for (const key of changedKeys(older, newer)) {
      if (key === 'AcroForm') {
        const [before, after] = [older.getDict(key, this.#old), newer.getDict(key, this.#new)];
        if (before && after) this.#compareForms(before, after);
        else this.#add('change.form');
      } else if (key === 'Extensions') {
        if (!isExtensionsTable(newer.get(key), this.#new)) this.#add('change.catalog: Extensions');
      } else if (key === 'Pages') {
        this.#add('change.pages');
      } else if (key === 'Metadata') {
        if (!this.#mayBeNoted(older, newer.get(key))) this.#add('change.catalog: Metadata');
      } else if (key !== 'DSS' && !(key === 'Version' && this.#mayUpgrade(older, newer))) {
        this.#add(`change.catalog: ${key}`);
      }
    }
  }

  #mayBeNoted(older: PdfDict, metadata: PdfObject | undefined): boolean {
    if (this.#certified || older.has('Metadata') || !(metadata instanceof PdfRef)) return false;
    return this.#isNew(metadata.objectNumber) && onlyNotes(this.#new(metadata));
  }

  #mayUpgrade(older: PdfDict, newer: PdfDict): boolean {
    return !this.#certified && isUpgrade(older.get('Version'), newer.get('Version'));
  }

  #compareForms(older: PdfDict, newer: PdfDict): void {
    for (const key of changedKeys(older, newer)) {
      const fine =
        key === 'Fields'
          ? this.#onlyNewFields(older.getArray(key, this.#old), newer.getArray(key, this.#new))
          : (!this.#certified && isUnusedDefault(key, older, this.#onlySignatureFields)) ||
            (key === 'SigFlags' && newer.getNumber(key)?.value === 3);
      if (!fine) this.#add(`change.form: ${key}`);
    }
  }

  #comparePages(older: PdfDict, newer: PdfDict, number: number): void {
    for (const key of changedKeys(older, newer)) {
      if (key !== 'Annots') this.#add(`change.page: ${number}`);
      else if (
        !this.#onlyNewFields(older.getArray(key, this.#old) ?? new PdfArray([]), newer.getArray(key, this.#new))
      ) {
        this.#add(`change.annotation: ${number}`);
      }
    }
  }

  /** The new list starts as the old one and goes on with admitted new fields only. */
  #onlyNewFields(older: PdfObject | undefined, newer: PdfObject | undefined): boolean {
    if (!(older instanceof PdfArray) || !(newer instanceof PdfArray) || newer.length < older.length) return false;
    return [...newer].every((item, n) =>
      n < older.length
        ? sameObject(older.at(n), item)
        : item instanceof PdfRef && this.#newFields.has(item.objectNumber),
    );
  }

  #compareFields(role: Role & { field: FieldNode }, older: PdfDict, newer: PdfDict, number: number): void {
    const held = role.field.number === null ? null : this.#file.objectAt(this.#index, role.field.number);
    const value = held instanceof PdfDict ? held.get('V') : undefined;
    const beingSigned =
      !role.field.dict.has('V') &&
      value instanceof PdfRef &&
      this.#isNew(value.objectNumber) &&
      this.#new(value) instanceof PdfDict;
    const signature = value instanceof PdfRef ? this.#new(value) : null;
    const stamps = signature instanceof PdfDict && isName(signature.get('SubFilter'), 'ETSI.RFC3161');
    for (const key of changedKeys(older, newer)) {
      if (key === 'V' && role.kind === 'field') {
        if (!beingSigned) this.#add(`change.signature: ${number}`);
        else this.addsSignature ||= !stamps;
      } else if (!beingSigned || !(isLocking(key, older, newer) || this.#mayBeDrawn(key, older, newer, stamps))) {
        this.#add(`change.field: ${number}`);
      }
    }
  }

  /** A document timestamp is allowed where nothing else is, and therefore draws in no box that has an area. */
  #mayBeDrawn(key: string, older: PdfDict, newer: PdfDict, stamps: boolean): boolean {
    return (
      this.#isNewAppearance(key, newer) && !(stamps && (isVisible(older, this.#old) || isVisible(newer, this.#new)))
    );
  }

  #isNewAppearance(key: string, newer: PdfDict): boolean {
    return key === 'AP' && this.#isPlainAppearance(newer.get(key));
  }

  /** One normal appearance, drawn for the field: no other states, no layers, nothing taken from another file. */
  #isPlainAppearance(value: PdfObject | undefined): boolean {
    const dict = value instanceof PdfRef ? this.#new(value) : value;
    if (!isPlainDict(dict) || [...dict.keys()].some((key) => key.value !== 'N')) return false;
    const normal = dict.get('N');
    const stream = normal instanceof PdfRef ? this.#new(normal) : null;
    return stream instanceof PdfStream && !stream.has('OC') && !stream.has('Ref');
  }

  #compareValidationData(): void {
    const newer = readValidationStore(this.#file.catalogAt(this.#index).get('DSS'), this.#new);
    const before = this.#file.catalogAt(this.#index - 1).has('DSS');
    const after = this.#file.catalogAt(this.#index).has('DSS');
    if ((before && !after) || (after && !hasOnlyGrown(this.#oldStore, newer))) this.#add('change.validationData');
  }
}

const isPlainDict = (value: PdfObject | null | undefined): value is PdfDict =>
  value instanceof PdfDict && !(value instanceof PdfStream);

/** Adds every number that a revision's own objects and trailer refer to. */
export function collectReferences(file: StrictFile, index: number, into: Set<number>): void {
  const visit = (ref: PdfRef): void => void into.add(ref.objectNumber);
  for (const number of file.revisions[index]?.entries.keys() ?? []) {
    const object = file.objectAt(index, number);
    if (object) eachReference(object, visit);
  }
  const trailer = file.revisions[index]?.trailer;
  if (trailer) eachReference(trailer, visit);
}
