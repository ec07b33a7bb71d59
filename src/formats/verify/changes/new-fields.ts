/** Decides which signature fields a later revision may add: signatures, document timestamps, and empty invisible fields. */

import { PdfDict, PdfRef, PdfString } from '@libpdf/core';
import type { ProblemCode } from '../problems.ts';
import { type FieldNode, fieldsAt, isName } from '../signature-fields.ts';
import type { StrictFile } from '../strict-file.ts';
import type { Resolve } from '../syntax.ts';
import { type AllowedChanges, isOutsidePages } from './allowed.ts';
import type { Roles } from './object-roles.ts';
import {
  flagsOf,
  hasNoAppearance,
  hasNoArea,
  hasNothingToDraw,
  isInvisible,
  isPlainAppearance,
  isPlainDict,
} from './widgets.ts';

export interface Admission {
  /** Numbers of the admitted fields and of their widgets. */
  readonly numbers: ReadonlySet<number>;
  /** Whether there is a signature other than a document timestamp. */
  readonly addsSignature: boolean;
  /** Codes to report for the admitted fields. */
  readonly problems: readonly ProblemCode[];
}

/** Keys allowed in a new signature field. */
const FIELD_KEYS = new Set(
  'Type Subtype FT T TU V F Ff Rect P Lock SV AP DA DR MK M NM Border AS StructParent Kids'.split(' '),
);

/** Keys of a widget that is not itself a field. */
const WIDGET_KEYS = new Set('Type Subtype Parent F Rect P AP MK M NM Border AS StructParent'.split(' '));

/** Any highlight other than none or the default would be visible under the mouse. */
const hasOnly = (dict: PdfDict, keys: ReadonlySet<string>): boolean =>
  [...dict].every(
    ([key, value]) => keys.has(key.value) || (key.value === 'H' && (isName(value, 'N') || isName(value, 'I'))),
  );

export const isTimestamp = (signature: unknown): boolean =>
  signature instanceof PdfDict && isName(signature.get('SubFilter'), 'ETSI.RFC3161');

export class NewFields implements Admission {
  readonly numbers = new Set<number>();
  addsSignature = false;
  readonly problems: ProblemCode[] = [];
  readonly #file: StrictFile;
  readonly #index: number;
  readonly #resolve: Resolve;
  readonly #roles: Roles;
  readonly #rules: AllowedChanges;

  /** @throws SyntaxFault */
  constructor(file: StrictFile, index: number, roles: Roles, allowed: AllowedChanges) {
    this.#file = file;
    this.#index = index;
    this.#resolve = file.resolver(index);
    this.#roles = roles;
    this.#rules = allowed;
    const knownNumbers = new Set(roles.fields.map(({ number }) => number));
    const names = new Set(roles.fields.map(({ name }) => name));
    for (const field of fieldsAt(file, index)) {
      if (field.number === null || knownNumbers.has(field.number)) continue;
      // Some readers treat two fields with the same name as one.
      if (names.has(field.name)) continue;
      names.add(field.name);
      const problems = this.#admit(field);
      if (problems === null) continue;
      this.problems.push(...problems);
      for (const { number } of [field, ...field.widgets]) if (number !== null) this.numbers.add(number);
    }
  }

  /** An invisible signature field that is on a page but missing from the form, as some programs leave behind. */
  isUnlisted(number: number): boolean {
    const dict = this.#isNew(number) ? this.#file.objectAt(this.#index, number) : null;
    if (!isPlainDict(dict) || !isName(dict.get('FT'), 'Sig') || dict.has('Kids') || !hasOnly(dict, FIELD_KEYS))
      return false;
    return !this.#rules.isClosed && hasNoArea(dict) && hasNoAppearance(dict, this.#resolve);
  }

  /** @returns the problems to report, or null when the field may not be added. */
  #admit(field: FieldNode): ProblemCode[] | null {
    const { dict, number } = field;
    if (number === null || !this.#isNew(number) || !hasOnly(dict, FIELD_KEYS)) return null;
    if (!isName(dict.get('FT'), 'Sig') || !(dict.get('T') instanceof PdfString)) return null;
    const value = dict.get('V');
    if (value === undefined) return this.#admitEmpty(field);
    const signature = value instanceof PdfRef && this.#isNew(value.objectNumber) ? this.#resolve(value) : null;
    if (!isPlainDict(signature)) return null;
    const isDocumentTimestamp = isTimestamp(signature);
    // A field with widgets below it can still be drawn itself if a page lists it.
    const separateWidgets = field.widgets.filter((widget) => widget.dict !== dict);
    const widgets = [dict, ...separateWidgets.map((widget) => widget.dict)];
    if (separateWidgets.some((widget) => !this.#isNewWidget(widget))) return null;
    const told = widgets.map((widget) => (isDocumentTimestamp ? this.#tellUnseen(widget) : this.#tellSigned(widget)));
    if (told.some((problems) => problems === null)) return null;
    this.addsSignature ||= !isDocumentTimestamp;
    return told.flatMap((problems) => problems ?? []);
  }

  #isNewWidget({ dict, number }: FieldNode['widgets'][number]): boolean {
    return number !== null && this.#isNew(number) && hasOnly(dict, WIDGET_KEYS);
  }

  /** An invisible empty field for a later signature, if no certification forbids new fields. */
  #admitEmpty({ dict, widgets }: FieldNode): ProblemCode[] | null {
    const [widget, ...more] = widgets;
    if (this.#rules.isCertified || widget?.dict !== dict || more.length > 0) return null;
    const isOutside = isOutsidePages(dict, this.#roles.boxes, this.#resolve) && flagsOf(dict) !== null;
    if (isOutside && this.#isPlain(dict))
      return hasNothingToDraw(dict, this.#resolve) ? ['later.emptyField'] : ['later.emptyField', 'later.fieldLook'];
    const problems = this.#tellUnseen(dict);
    return problems && ['later.emptyField', ...problems];
  }

  /** A document timestamp may follow anything, and must therefore add nothing visible. */
  #tellUnseen(widget: PdfDict): ProblemCode[] | null {
    if (isInvisible(widget, this.#resolve)) return [];
    if (this.#rules.isClosed || !hasNoArea(widget)) return null;
    return this.#isPlain(widget) ? ['later.fieldLook'] : null;
  }

  /** A signature may be visible if no certification forbids new content on the pages. */
  #tellSigned(widget: PdfDict): ProblemCode[] | null {
    if (hasNoArea(widget) && hasNoAppearance(widget, this.#resolve)) return [];
    if (this.#rules.isClosed || flagsOf(widget) === null || !this.#isPlain(widget)) return null;
    // A certification that permits further signatures does not restrict where: their appearance could cover anything.
    return this.#rules.isCertified ? ['later.signature'] : [];
  }

  #isPlain(widget: PdfDict): boolean {
    return !widget.has('AP') || isPlainAppearance(widget.get('AP'), this.#resolve);
  }

  #isNew(number: number): boolean {
    return this.#file.objectAt(this.#index - 1, number) === null;
  }
}
