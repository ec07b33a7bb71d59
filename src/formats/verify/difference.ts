/**
 * What a revision changes, object by object, against the list of what may follow a signature (signing.md rule 2):
 * `/V` and `/AP` of a signature field that is being signed, `/DSS`, `/Extensions`, and new invisible signature fields.
 * Where no signature certifies the document, other products also note the date of the change, and a later signature may
 * bring a field that is seen. Nothing else is harmless; what the signatures do not forbid (`later.ts`) is told by codes of its own.
 */
import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import {
  hasFieldKeys,
  hasWidgetKeys,
  isLocking,
  isUnusedDefault,
  isUpgrade,
  onlyNotes,
  onlyNotesDate,
  onlyNotesDateInMetadata,
} from './harmless.ts';
import {
  drawingsOf,
  isFilledIn,
  isFirstStructure,
  isGrownStructure,
  isMetadata,
  isNote,
  isOffPage,
  isRedrawn,
  isUsedElsewhere,
  type Leave,
  numbersOf,
} from './later.ts';
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
        | 'extensions'
        | 'structure'
        | 'parentTree';
    }
  | { kind: 'filled'; field: FieldNode }
  | { kind: 'drawing'; field: FieldNode; owners: ReadonlySet<number> }
  | { kind: 'field'; field: FieldNode }
  | { kind: 'widget'; field: FieldNode };

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
  readonly #leave: Leave;
  /** What the pages are, to know what lies beside them. */
  readonly #boxes: number[][] = [];
  #onlySignatureFields = true;
  /** Parts of the catalog that may change, by number, with their key. */
  readonly #parts = new Map<number, string>();
  #shared: Set<number> | null = null;
  #oldStore: ValidationStore = { containers: new Set(), items: new Set(), plain: true };

  /**
   * @param referenced numbers that older revisions refer to anywhere.
   * @param leave what the signatures of older revisions leave open.
   */
  constructor(file: StrictFile, index: number, referenced: ReadonlySet<number>, leave: Leave) {
    this.#certified = leave.certified;
    this.#leave = leave;
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
        const { drawings, owners } = drawingsOf(field, this.#old);
        for (const number of drawings) this.#roles.set(number, { kind: 'drawing', field, owners });
        for (const { number } of [field, ...field.widgets])
          if (number !== null) this.#roles.set(number, { kind: 'filled', field });
        continue;
      }
      for (const widget of field.widgets) {
        if (widget.number !== null) this.#roles.set(widget.number, { kind: 'widget', field });
      }
      if (field.number !== null) this.#roles.set(field.number, { kind: 'field', field });
    }
    this.#assignStructure(catalog.get('StructTreeRoot'));
    give(catalog.get('Metadata'), { kind: 'metadata' });
    give(file.revisions[before]?.trailer.get('Info'), { kind: 'information' });
    give(file.revisions[before]?.trailer.get('Root'), { kind: 'catalog' });
  }

  #assignStructure(root: PdfObject | undefined): void {
    const open = [root];
    const seen = new Set<number>();
    for (let next = open.pop(); next; next = open.pop()) {
      if (next instanceof PdfArray) open.push(...next);
      if (!(next instanceof PdfRef) || seen.has(next.objectNumber)) continue;
      seen.add(next.objectNumber);
      const node = this.#old(next);
      if (node instanceof PdfArray) open.push(...node);
      if (!(node instanceof PdfDict)) continue;
      if (!isName(node.get('Type'), 'StructTreeRoot') && !isName(node.get('Type'), 'StructElem')) continue;
      this.#roles.set(next.objectNumber, { kind: 'structure' });
      const tree = node.get('ParentTree');
      if (tree instanceof PdfRef) this.#roles.set(tree.objectNumber, { kind: 'parentTree' });
      open.push(node.get('K'));
    }
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
      const box = numbersOf(node.getArray('MediaBox', this.#old));
      if (box) this.#boxes.push(box);
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
      if (this.#isEmptyField(field)) {
        this.#newFields.add(field.number);
        this.#add('later.emptyField');
        continue;
      }
      const admitted =
        this.#isNew(field.number) &&
        isName(field.dict.get('FT'), 'Sig') &&
        field.dict.get('T') instanceof PdfString &&
        hasFieldKeys(field.dict) &&
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

  /** A place for a later signature that nobody sees, where no certification forbids new fields. */
  #isEmptyField({ dict, number, widgets }: FieldNode): boolean {
    if (this.#certified || number === null || !this.#isNew(number) || dict.has('V')) return false;
    if (!isName(dict.get('FT'), 'Sig') || !(dict.get('T') instanceof PdfString) || !hasFieldKeys(dict)) return false;
    if (dict.has('AP') && !this.#isPlainAppearance(dict.get('AP'))) return false;
    const [widget, ...more] = widgets;
    if (widget?.dict !== dict || more.length > 0) return false;
    return !isVisible(dict, this.#new) || isOffPage(dict, this.#boxes, this.#new);
  }

  /** The field itself, or a widget below it that is nothing else. */
  #isNewWidget(field: FieldNode, { dict, number }: FieldNode['widgets'][number], stamps: boolean): boolean {
    if (dict === field.dict) return this.#mayBeSeen(dict, stamps);
    if (number === null || !this.#isNew(number)) return false;
    return hasWidgetKeys(dict) && this.#mayBeSeen(dict, stamps);
  }

  /** A document timestamp may come after anything, and therefore brings nothing that is seen. */
  #mayBeSeen(widget: PdfDict, stamps: boolean): boolean {
    if (!isVisible(widget, this.#new)) return true;
    if (this.#leave.closed || stamps || !this.#isPlainAppearance(widget.get('AP'))) return false;
    // A certification that lets others sign does not say where: what they draw could lie over anything.
    if (this.#certified) this.#add('later.signature');
    return true;
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
      if (this.#certified) this.#add('change.catalog: Metadata');
      else if (!onlyNotesDateInMetadata(older, newer))
        this.#add(isMetadata(older, newer) ? 'later.metadata' : 'change.catalog: Metadata');
      return;
    }
    if (role.kind === 'structure' || role.kind === 'parentTree') {
      const grown = role.kind === 'parentTree' || isGrownStructure(older, newer, this.#new);
      this.#add(grown && !this.#certified ? 'later.structure' : `change.object: ${number}`);
      return;
    }
    if (role.kind === 'drawing') {
      const { field, owners } = role;
      const fine =
        isRedrawn(older, newer) &&
        this.#isPlainDrawing(newer) &&
        isFilledIn(field, field.dict, field.dict, this.#leave) &&
        !isUsedElsewhere(this.#file, this.#index - 1, number, owners);
      this.#add(fine ? 'later.filledIn' : `change.object: ${number}`);
      return;
    }
    if (!isPlainDict(older) || !isPlainDict(newer)) {
      this.#add(`change.object: ${number}`);
      return;
    }
    if (role.kind === 'filled') {
      const drawn = sameObject(older.get('AP'), newer.get('AP')) || this.#isPlainAppearance(newer.get('AP'));
      const fine = drawn && isFilledIn(role.field, older, newer, this.#leave);
      this.#add(fine ? 'later.filledIn' : `change.object: ${number}`);
    } else if (role.kind === 'catalog') this.#compareCatalogs(older, newer);
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
      } else if (
        key === 'StructTreeRoot' &&
        !this.#certified &&
        isFirstStructure(older.get(key), newer.get(key), this.#new)
      ) {
        this.#add('later.structure');
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
      // With nothing to fill in, it would only have what is signed drawn anew.
      if (!fine && key === 'NeedAppearances' && !this.#leave.closed && !this.#onlySignatureFields)
        this.#add('later.filledIn');
      else if (!fine) this.#add(`change.form: ${key}`);
    }
  }

  #comparePages(older: PdfDict, newer: PdfDict, number: number): void {
    for (const key of changedKeys(older, newer)) {
      if (key === 'Annots') {
        const before = older.getArray(key, this.#old) ?? new PdfArray([]);
        if (!this.#onlyNewFields(before, newer.getArray(key, this.#new), this.#leave.annotating))
          this.#add(`change.annotation: ${number}`);
      } else if (
        key === 'Tabs' || key === 'StructParents'
          ? this.#certified || older.has(key)
          : !this.#isRewritten(key, older, newer)
      ) {
        this.#add(`change.page: ${number}`);
      } else if (key !== 'Resources') this.#add('later.structure');
    }
  }

  /** The resources say the same in an object that was written anew. */
  #isRewritten(key: string, older: PdfDict, newer: PdfDict): boolean {
    const ref = newer.get(key);
    if (key !== 'Resources' || this.#certified || !(ref instanceof PdfRef) || !this.#isNew(ref.objectNumber))
      return false;
    return sameObject(older.getDict(key, this.#old), this.#new(ref));
  }

  /** The new list starts as the old one and goes on with admitted new fields only, and with notes where they may come. */
  #onlyNewFields(older: PdfObject | undefined, newer: PdfObject | undefined, notes = false): boolean {
    if (!(older instanceof PdfArray) || !(newer instanceof PdfArray) || newer.length < older.length) return false;
    return [...newer].every((item, n) => {
      if (n < older.length) return sameObject(older.at(n), item);
      if (!(item instanceof PdfRef)) return false;
      if (this.#newFields.has(item.objectNumber)) return true;
      const noted = notes && this.#isNew(item.objectNumber) && isNote(this.#new(item));
      if (noted) this.#add('later.annotated');
      return noted;
    });
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
    return this.#isPlainDrawing(normal instanceof PdfRef ? this.#new(normal) : null);
  }

  #isPlainDrawing(stream: PdfObject | null): boolean {
    return stream instanceof PdfStream && !stream.has('OC') && !stream.has('Ref');
  }

  #compareValidationData(): void {
    const newer = readValidationStore(this.#file.catalogAt(this.#index).get('DSS'), this.#new);
    const before = this.#file.catalogAt(this.#index - 1).has('DSS');
    const after = this.#file.catalogAt(this.#index).has('DSS');
    if ((!before || after) && (!after || hasOnlyGrown(this.#oldStore, newer))) return;
    const replaced = after && newer.plain && !this.#certified;
    this.#add(replaced ? 'later.validationData' : 'change.validationData');
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
