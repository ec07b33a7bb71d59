/**
 * Compares a revision with the one before it, object by object, against the changes allowed after a signature: `/V` and
 * `/AP` of a signature field being signed, `/DSS`, `/Extensions`, and new invisible signature fields. Other products
 * also update the modification date and rewrite the form's defaults. No other change is harmless; changes that the
 * signatures do not forbid (`allowed.ts`) are reported with separate codes.
 */

import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import type { Problem } from '../problems.ts';
import { changedKeys, sameObject } from '../same-object.ts';
import type { FieldNode } from '../signature-fields.ts';
import { eachReference, type StrictFile } from '../strict-file.ts';
import type { Resolve } from '../syntax.ts';
import { sameEntry } from '../xref.ts';
import {
  type AllowedChanges,
  areXmpMetadata,
  hasOnlyNewChildren,
  isAddedStructureTree,
  isFilledIn,
  isMarkupAnnotation,
  isNumberTree,
  isRedrawn,
  isUsedElsewhere,
} from './allowed.ts';
import { formProblems, hasOnlyAddedResources } from './forms.ts';
import { changesOnlyInfoDates, changesOnlyXmpDates, hasOnlyDatesAndProducers, isVersionUpgrade } from './harmless.ts';
import { isTimestamp, NewFields } from './new-fields.ts';
import { type Role, Roles } from './object-roles.ts';
import { sharedParts } from './shared-parts.ts';
import { hasOnlyGrown, isExtensionsTable, readValidationStore } from './validation-data.ts';
import { isUnusedFont, readingFaults, unneededObjects } from './weakest-reader.ts';
import {
  hasNoArea,
  isEmptyForm,
  isInvisible,
  isPlainAppearance,
  isPlainDict,
  isPlainDrawing,
  isSameRectangle,
  isSigningChange,
} from './widgets.ts';

/** Compares one revision (1 or later) with the previous one. */
export class RevisionComparison {
  readonly problems: Problem[] = [];
  /** Whether it adds a signature that is not a document timestamp. */
  addsSignature = false;
  readonly #file: StrictFile;
  readonly #index: number;
  readonly #old: Resolve;
  readonly #new: Resolve;
  readonly #roles: Roles;
  readonly #newFields: NewFields;
  readonly #rules: AllowedChanges;
  /**
   * Whether dates and a version may be updated too: under a certification only together with a signature, a timestamp
   * or validation data.
   */
  readonly #mayNote: boolean;
  #shared: Set<number> | null = null;

  /**
   * @param referenced object numbers referenced anywhere in older revisions.
   * @param rules the changes that the signatures of older revisions permit.
   */
  constructor(file: StrictFile, index: number, referenced: ReadonlySet<number>, rules: AllowedChanges) {
    this.#rules = rules;
    this.#file = file;
    this.#index = index;
    this.#old = file.resolver(index - 1);
    this.#new = file.resolver(index);
    const stray = file.strayBytes(index);
    if (stray) this.#add(`change.stray: ${stray}`);
    for (const fault of readingFaults(file, index, referenced)) this.#add(`change.reading: ${fault}`);
    if (file.revisions[index]?.section.hybrid !== null) this.#add(rules.isClosed ? 'change.reading' : 'later.reading');
    for (const number of unneededObjects(file, index, referenced)) {
      const object = file.objectAt(index, number);
      const isBlank = isUnusedFont(object) || isEmptyForm(object);
      if (rules.isClosed && !isBlank) this.#add(`change.unneeded: ${number}`);
      else if (rules.isClosed || !isBlank) this.#add('later.unneeded');
    }
    this.#roles = new Roles(file, index - 1);
    this.#newFields = new NewFields(file, index, this.#roles, rules);
    for (const problem of this.#newFields.problems) this.#add(problem);
    this.addsSignature = this.#newFields.addsSignature;
    this.#mayNote = !rules.isCertified || this.#newFields.numbers.size > 0 || this.#signsOrArchives();
    this.#compareTrailers();
    this.#compareObjects(referenced);
  }

  #add(problem: Problem): void {
    if (!this.problems.includes(problem)) this.problems.push(problem);
  }

  /** Whether the revision signs an existing field or adds validation data. */
  #signsOrArchives(): boolean {
    const store = this.#file.catalogAt(this.#index).get('DSS');
    if (!sameObject(store, this.#file.catalogAt(this.#index - 1).get('DSS'))) return true;
    const written = this.#file.revisions[this.#index]?.entries;
    if ([...this.#roles.store.containers].some((number) => written?.has(number))) return true;
    return this.#roles.fields.some(
      (field) => field.type === 'Sig' && !field.dict.has('V') && this.#signatureIn(field) !== null,
    );
  }

  /** The signature that this revision put into a field. */
  #signatureIn(field: FieldNode): PdfDict | null {
    const object = field.number === null ? null : this.#file.objectAt(this.#index, field.number);
    const value = object instanceof PdfDict ? object.get('V') : undefined;
    if (field.dict.has('V') || !(value instanceof PdfRef) || !this.#isNew(value.objectNumber)) return null;
    const signature = this.#new(value);
    return signature instanceof PdfDict ? signature : null;
  }

  #compareObjects(referenced: ReadonlySet<number>): void {
    const file = this.#file;
    const index = this.#index;
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
      const role = this.#roles.byNumber.get(number);
      validationData ||= role?.kind === 'validationData' || role?.kind === 'catalog';
      if (!newer || !sameGeneration || !role) this.#add(`change.object: ${number}`);
      else this.#compare(role, older, newer, number);
    }
    if (validationData) this.#compareValidationData();
  }

  #compareTrailers(): void {
    const older = this.#file.revisions[this.#index - 1]?.trailer;
    const newer = this.#file.revisions[this.#index]?.trailer;
    if (!older || !newer) return;
    if (!sameObject(older.get('Root'), newer.get('Root'))) this.#add('change.trailer');
    const [first, second] = [older.getArray('ID')?.at(0), newer.getArray('ID')?.at(0)];
    if (first && second && !sameObject(first, second)) this.#add('change.trailer');
    const [before, after] = [older.get('Info'), newer.get('Info')];
    if (sameObject(before, after)) return;
    if (after === undefined) this.#add(this.#rules.isCertified ? 'change.trailer' : 'later.metadata');
    else this.#compareInformation(older.getDict('Info', this.#old), newer.getDict('Info', this.#new));
  }

  /**
   * Changed titles and authors are reported; in a closed document even dates are. Under a certification anything but
   * dates is a forbidden change.
   */
  #compareInformation(older: PdfDict | undefined, newer: PdfDict | undefined): void {
    const onlyDates = newer !== undefined && changesOnlyInfoDates(older, newer);
    if (!this.#mayNote || !newer || (this.#rules.isCertified && !onlyDates)) this.#add('change.catalog: Info');
    else if (this.#rules.isClosed || !onlyDates) this.#add('later.metadata');
  }

  #isNew(number: number): boolean {
    return this.#file.objectAt(this.#index - 1, number) === null;
  }

  #isShared(number: number): boolean {
    const { parts, defaults } = this.#roles;
    if (parts.has(number)) {
      this.#shared ??= sharedParts(this.#file, this.#index - 1, parts);
      return this.#shared.has(number);
    }
    return (
      this.#roles.byNumber.get(number)?.kind === 'defaults' &&
      sharedParts(this.#file, this.#index - 1, defaults).has(number)
    );
  }

  #compare(role: Role, older: PdfObject, newer: PdfObject, number: number): void {
    if (this.#isShared(number)) this.#add(`change.object: ${number}`);
    if (role.kind === 'validationData') return;
    if (role.kind === 'extensions') {
      if (!isExtensionsTable(newer, this.#new)) this.#add('change.catalog: Extensions');
    } else if (role.kind === 'fieldList' || role.kind === 'annotations') {
      if (!this.#onlyNewFields(older, newer, role.kind === 'annotations'))
        this.#add(role.kind === 'fieldList' ? 'change.form' : `change.annotation: ${number}`);
    } else if (role.kind === 'metadata') this.#compareMetadata(older, newer);
    else if (role.kind === 'structure' || role.kind === 'parentTree') {
      const isAllowed =
        role.kind === 'parentTree'
          ? isNumberTree(older) && isNumberTree(newer)
          : hasOnlyNewChildren(older, newer, this.#new);
      this.#add(isAllowed && !this.#rules.isClosed ? 'later.structure' : `change.object: ${number}`);
    } else if (role.kind === 'drawing') this.#compareDrawings(role, older, newer, number);
    else if (!isPlainDict(older) || !isPlainDict(newer)) this.#add(`change.object: ${number}`);
    else this.#compareDictionaries(role, older, newer, number);
  }

  #compareDictionaries(role: Role, older: PdfDict, newer: PdfDict, number: number): void {
    if (role.kind === 'filled') {
      const drawn = sameObject(older.get('AP'), newer.get('AP')) || isPlainAppearance(newer.get('AP'), this.#new);
      const isAllowed = drawn && isFilledIn(role.field, older, newer, this.#rules);
      this.#add(isAllowed ? 'later.filledIn' : `change.object: ${number}`);
    } else if (role.kind === 'catalog') this.#compareCatalogs(older, newer);
    else if (role.kind === 'information') this.#compareInformation(older, newer);
    else if (role.kind === 'form') this.#compareForms(older, newer);
    else if (role.kind === 'defaults') this.#compareDefaults(older, newer, number);
    else if (role.kind === 'pages') this.#add(`change.pages: ${number}`);
    else if (role.kind === 'page') this.#comparePages(older, newer, number);
    else if (role.kind === 'field' || role.kind === 'widget') this.#compareFields(role, older, newer, number);
  }

  /** The default resources, or one of their tables, in a separate object. */
  #compareDefaults(older: PdfDict, newer: PdfDict, number: number): void {
    // A single table is compared as resources with only that table.
    const wrap = (table: PdfDict): PdfDict => (isTable(older) ? table : new PdfDict([['Table', table]]));
    const isAllowed = hasOnlyAddedResources(wrap(older), wrap(newer), this.#roles, [this.#old, this.#new]);
    if (!isAllowed) this.#add(this.#rules.isClosed ? `change.object: ${number}` : 'later.filledIn');
  }

  #compareDrawings(role: Role & { kind: 'drawing' }, older: PdfObject, newer: PdfObject, number: number): void {
    const { field, owners } = role;
    const isAllowed =
      isRedrawn(older, newer) &&
      newer instanceof PdfStream &&
      isPlainDrawing(newer) &&
      isFilledIn(field, field.dict, field.dict, this.#rules) &&
      !isUsedElsewhere(this.#file, this.#index - 1, number, owners);
    this.#add(isAllowed ? 'later.filledIn' : `change.object: ${number}`);
  }

  #compareMetadata(older: PdfObject, newer: PdfObject): void {
    const onlyDates = changesOnlyXmpDates(older, newer);
    if (onlyDates && this.#mayNote && !this.#rules.isClosed) return;
    const isAllowed = this.#rules.isClosed ? onlyDates && this.#mayNote : areXmpMetadata(older, newer);
    this.#add(isAllowed ? 'later.metadata' : 'change.catalog: Metadata');
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
        this.#compareNewMetadata(older.get(key), newer.get(key));
      } else if (
        key === 'StructTreeRoot' &&
        !this.#rules.isClosed &&
        isAddedStructureTree(older.get(key), newer.get(key), this.#new)
      ) {
        this.#add('later.structure');
      } else if (key === 'Version' && this.#mayNote) {
        if (!isVersionUpgrade(older.get(key), newer.get(key))) this.#add(`change.catalog: ${key}`);
      } else if (key !== 'DSS') {
        this.#add(`change.catalog: ${key}`);
      }
    }
  }

  /** Metadata in a new object, or the first metadata. */
  #compareNewMetadata(older: PdfObject | undefined, newer: PdfObject | undefined): void {
    const after = newer instanceof PdfRef && this.#isNew(newer.objectNumber) ? this.#new(newer) : null;
    if (after === null) this.#add('change.catalog: Metadata');
    else if (older instanceof PdfRef) this.#compareMetadata(this.#old(older) ?? older, after);
    else if (!hasOnlyDatesAndProducers(after) || !this.#mayNote || this.#rules.isClosed)
      this.#add(!this.#rules.isClosed && areXmpMetadata(after, after) ? 'later.metadata' : 'change.catalog: Metadata');
  }

  #compareForms(older: PdfDict, newer: PdfDict): void {
    const [before, after] = [older.getArray('Fields', this.#old), newer.getArray('Fields', this.#new)];
    if (!sameObject(before, after) && !this.#onlyNewFields(before, after)) this.#add('change.form: Fields');
    const resolve = [this.#old, this.#new] as const;
    for (const problem of formProblems(older, newer, this.#roles, this.#rules, resolve)) this.#add(problem);
  }

  #comparePages(older: PdfDict, newer: PdfDict, number: number): void {
    for (const key of changedKeys(older, newer)) {
      if (key === 'Annots') {
        const before = older.getArray(key, this.#old) ?? new PdfArray([]);
        if (!this.#onlyNewFields(before, newer.getArray(key, this.#new), true))
          this.#add(`change.annotation: ${number}`);
      } else if (key === 'Tabs' || key === 'StructParents') {
        this.#add(this.#rules.isClosed || older.has(key) ? `change.page: ${number}` : 'later.structure');
      } else if (!this.#isRewritten(key, older, newer, number)) this.#add(`change.page: ${number}`);
    }
  }

  /** The page now states a value that it inherited before, or has its resources in a rewritten object. */
  #isRewritten(key: string, older: PdfDict, newer: PdfDict, page: number): boolean {
    const before = older.get(key) ?? this.#roles.inherited.get(page)?.get(key);
    const after = newer.get(key);
    if (sameObject(before, after) || (key.endsWith('Box') && isSameRectangle(before, after))) return true;
    if (key !== 'Resources' || !after) return false;
    if (after instanceof PdfRef && !this.#isNew(after.objectNumber)) return false;
    const [olderResources, newerResources] = [
      before instanceof PdfRef ? this.#old(before) : before,
      after instanceof PdfRef ? this.#new(after) : after,
    ];
    return sameObject(olderResources, newerResources);
  }

  /** The new list keeps the old entries in order; between them are only admitted new fields, and annotations where allowed. */
  #onlyNewFields(older: PdfObject | undefined, newer: PdfObject | undefined, annotations = false): boolean {
    const allowsMarkup = annotations && this.#rules.allowsAnnotations;
    if (!(older instanceof PdfArray) || !(newer instanceof PdfArray) || newer.length < older.length) return false;
    let matched = 0;
    for (const item of newer) {
      if (matched < older.length && sameObject(older.at(matched), item)) matched++;
      else if (!(item instanceof PdfRef)) return false;
      else if (this.#newFields.numbers.has(item.objectNumber)) continue;
      else if (annotations && this.#newFields.isUnlisted(item.objectNumber)) this.#add('later.unlistedField');
      else {
        if (!(allowsMarkup && this.#isNew(item.objectNumber) && isMarkupAnnotation(this.#new(item)))) return false;
        this.#add('later.annotated');
      }
    }
    return matched === older.length;
  }

  #compareFields(role: Role & { field: FieldNode }, older: PdfDict, newer: PdfDict, number: number): void {
    const signature = this.#signatureIn(role.field);
    const isDocumentTimestamp = isTimestamp(signature);
    const isPage = ({ objectNumber }: PdfRef): boolean => this.#roles.byNumber.get(objectNumber)?.kind === 'page';
    for (const key of changedKeys(older, newer)) {
      if (key === 'V' && role.kind === 'field') {
        if (!signature) this.#add(`change.signature: ${number}`);
        else this.addsSignature ||= !isDocumentTimestamp;
      } else if (!signature) this.#add(`change.field: ${number}`);
      else if (key === 'AP') this.#compareLooks(newer, isDocumentTimestamp, number);
      else if (key === 'DR' ? newer.getDict(key, this.#new) === undefined : !isSigningChange(key, older, newer, isPage))
        this.#add(`change.field: ${number}`);
    }
  }

  /** A document timestamp is allowed even where nothing else is, and must therefore not draw in a rectangle with an area. */
  #compareLooks(widget: PdfDict, stamps: boolean, number: number): void {
    const isPlain = isPlainAppearance(widget.get('AP'), this.#new);
    if (!isPlain || (stamps && (this.#rules.isClosed || !hasNoArea(widget)) && !isInvisible(widget, this.#new)))
      this.#add(`change.field: ${number}`);
    else if (stamps && !isInvisible(widget, this.#new)) this.#add('later.fieldLook');
  }

  #compareValidationData(): void {
    const newer = readValidationStore(this.#file.catalogAt(this.#index).get('DSS'), this.#new);
    const before = this.#file.catalogAt(this.#index - 1).has('DSS');
    const after = this.#file.catalogAt(this.#index).has('DSS');
    if ((!before || after) && (!after || hasOnlyGrown(this.#roles.store, newer))) return;
    const isReplacement = after && newer.plain && !this.#rules.isCertified;
    this.#add(isReplacement ? 'later.validationData' : 'change.validationData');
  }
}

/** Whether a dictionary of default resources contains tables, rather than being one itself. */
const isTable = (resources: PdfDict): boolean =>
  ['Font', 'XObject', 'Encoding', 'ProcSet', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'].some(
    (key) => resources.has(key),
  ) || [...resources.keys()].length === 0;

/** Adds every number referenced by a revision's own objects and trailer. */
export function collectReferences(file: StrictFile, index: number, into: Set<number>): void {
  const visit = (ref: PdfRef): void => void into.add(ref.objectNumber);
  for (const number of file.revisions[index]?.entries.keys() ?? []) {
    const object = file.objectAt(index, number);
    if (object) eachReference(object, visit);
  }
  const trailer = file.revisions[index]?.trailer;
  if (trailer) eachReference(trailer, visit);
}
