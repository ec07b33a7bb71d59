/**
 * Lists every place in a file where a reader may show a signature field (ISO 32000-2, 12.7.5.5): fields of the form,
 * each of their widgets, and widgets missing from every field list. The form and the pages may disagree; both are read.
 */

import { type PDF, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import type { Rectangle } from '#domain/signing/places.ts';
import type { Resolve } from '#formats/verify/syntax.ts';

export interface ExistingField {
  /** Unique in the file: a further widget of the same field gets a number, an unnamed one gets a name. */
  readonly name: string;
  readonly tip: string | null;
  /** 1-based; 0 if no page shows it. */
  readonly page: number;
  /** Normalised: left, bottom, right, top. */
  readonly box: Rectangle;
  /** `/F` as in the file; NaN if it is not a number. */
  readonly flags: number;
  readonly signed: boolean;
  /** A single dictionary in the field list, on one page: it can be signed as it is. Any other is replaced by a new field. */
  readonly isPlain: boolean;
  /** The field and all of its widgets. */
  readonly dicts: ReadonlySet<PdfDict>;
}

interface Field {
  readonly dict: PdfDict;
  readonly name: string;
  /** In file order; the field itself if it is its own widget. */
  readonly widgets: Set<PdfDict>;
  /** Present in the field list. */
  readonly isListed: boolean;
}

interface PageOccurrence {
  readonly page: number;
  readonly ref: PdfRef;
}

const MAX_DEPTH = 64;
/** Characters not allowed in a new field's name: a full stop would split it into two partial names. */
const FORBIDDEN_CHARACTERS = /[^\x21-\x2d\x2f-\x7e]/g;

/** In form order, then in page order. */
export const existingFields = (pdf: PDF): ExistingField[] => new Inventory(pdf).places();

class Inventory {
  readonly #pdf: PDF;
  readonly #fields = new Map<PdfDict, Field>();
  readonly #owners = new Map<PdfDict, Field>();
  /** Dictionaries referenced more than once by the form or a page. */
  readonly #repeated = new Set<PdfDict>();
  /** The pages where each widget is shown; the same page counts once. */
  readonly #shown = new Map<PdfDict, PageOccurrence[]>();

  constructor(pdf: PDF) {
    this.#pdf = pdf;
    this.#readForm();
    this.#readPages();
  }

  places(): ExistingField[] {
    const names = new Set<string>();
    const count = new Map<string, number>();
    for (const { name } of this.#fields.values()) count.set(name, (count.get(name) ?? 0) + 1);
    return [...this.#fields.values()].flatMap((field) => {
      const places = this.#placesOf(field);
      const isOnly = places.length === 1 && count.get(field.name) === 1 && field.name !== '';
      return places.map((place) => {
        const isPlain = isOnly && place.isPlain;
        const name = isPlain ? field.name : freeName(field.name, names, count);
        names.add(name);
        return { ...place, name, isPlain };
      });
    });
  }

  #resolve: Resolve = (ref) => this.#pdf.context.resolve(ref);

  #dict(object: PdfObject | null | undefined): PdfDict | undefined {
    const target = object instanceof PdfRef ? this.#resolve(object) : object;
    return target instanceof PdfDict ? target : undefined;
  }

  #list(dict: PdfDict, key: string): PdfObject[] {
    return dict.getArray(key, this.#resolve)?.toArray() ?? [];
  }

  #readForm(): void {
    const form = this.#pdf.context.catalog.getDict().getDict('AcroForm', this.#resolve);
    const seen = new Set<PdfDict>();
    const visit = (entry: PdfObject, prefix: string, inherited: string | undefined, depth: number): void => {
      const dict = this.#dict(entry);
      if (!dict || depth > MAX_DEPTH) return;
      if (seen.has(dict)) {
        this.#repeated.add(dict);
        return;
      }
      seen.add(dict);
      const name = [prefix, this.#partial(dict)].filter(Boolean).join('.');
      const type = dict.getName('FT', this.#resolve)?.value ?? inherited;
      const kids = this.#list(dict, 'Kids').flatMap((kid) => this.#dict(kid) ?? []);
      if (kids.some((kid) => kid.has('T'))) {
        for (const kid of this.#list(dict, 'Kids')) visit(kid, name, type, depth + 1);
        return;
      }
      if (type !== 'Sig') return;
      for (const kid of kids) seen.add(kid);
      const widgets = new Set(kids.length > 0 ? kids : isWidget(dict) ? [dict] : []);
      const field = { dict, name, widgets, isListed: true };
      this.#fields.set(dict, field);
      for (const widget of widgets) this.#owners.set(widget, field);
    };
    for (const entry of form ? this.#list(form, 'Fields') : []) visit(entry, '', undefined, 0);
  }

  #readPages(): void {
    for (const [index, ref] of this.#pdf.context.pages.getPages().entries()) {
      const page = this.#dict(ref);
      for (const entry of page ? this.#list(page, 'Annots') : []) {
        const widget = this.#dict(entry);
        if (widget?.getName('Subtype', this.#resolve)?.value !== 'Widget') continue;
        if (this.#typeOf(widget) !== 'Sig') continue;
        const occurrences = this.#shown.get(widget) ?? [];
        if (occurrences.some((occurrence) => occurrence.page === index + 1)) this.#repeated.add(widget);
        else occurrences.push({ page: index + 1, ref });
        this.#shown.set(widget, occurrences);
        const field = this.#fieldOf(widget);
        field.widgets.add(widget);
        this.#owners.set(widget, field);
      }
    }
  }

  /** The field of a widget on a page; a new one if the form has none. */
  #fieldOf(widget: PdfDict): Field {
    const owner = this.#owners.get(widget);
    if (owner) return owner;
    const line = this.#ancestry(widget);
    const dict = line.find((ancestor) => this.#fields.has(ancestor)) ?? line.find((one) => one.has('T')) ?? widget;
    const existing = this.#fields.get(dict);
    if (existing) return existing;
    const name = line
      .flatMap((ancestor) => this.#partial(ancestor) || [])
      .toReversed()
      .join('.');
    const field = { dict, name, widgets: new Set<PdfDict>(), isListed: false };
    this.#fields.set(dict, field);
    return field;
  }

  /** A dictionary and its ancestors, the nearest first. */
  #ancestry(dict: PdfDict): PdfDict[] {
    const ancestors: PdfDict[] = [];
    for (let node: PdfDict | undefined = dict; node && !ancestors.includes(node) && ancestors.length < MAX_DEPTH; ) {
      ancestors.push(node);
      node = node.getDict('Parent', this.#resolve);
    }
    return ancestors;
  }

  #typeOf(widget: PdfDict): string | undefined {
    const typedDict = this.#ancestry(widget).find((dict) => dict.has('FT'));
    return typedDict?.getName('FT', this.#resolve)?.value;
  }

  #partial(dict: PdfDict): string {
    return dict.getString('T', this.#resolve)?.asString() ?? '';
  }

  #placesOf(field: Field): ExistingField[] {
    const { dict, name } = field;
    const signed = this.#ancestry(dict).some((ancestor) => ancestor.get('V', this.#resolve) instanceof PdfDict);
    const tipOf = (source: PdfDict) => source.getString('TU', this.#resolve)?.asString() ?? null;
    const widgets = field.widgets.size > 0 ? [...field.widgets] : [dict];
    const dicts = new Set([dict, ...widgets]);
    return widgets.flatMap((widget) => {
      const occurrences = this.#shown.get(widget) ?? [];
      const common = {
        ...{ name, tip: tipOf(widget) ?? tipOf(dict), signed },
        ...{ box: boxOf(widget, this.#resolve), flags: this.#flags(widget), dicts },
      };
      const [first] = occurrences;
      if (!first) return [{ ...common, page: 0, isPlain: false }];
      const isOnce = occurrences.length === 1 && !this.#repeated.has(widget);
      const isSignable = field.isListed && widget === dict && isOnce && this.#isNamedBy(widget, first.ref);
      return occurrences.map(({ page }) => ({ ...common, page, isPlain: isSignable }));
    });
  }

  /** `/P` is optional; if present, readers go to the page it names. */
  #isNamedBy(widget: PdfDict, page: PdfRef): boolean {
    return !widget.has('P') || this.#dict(widget.get('P')) === this.#dict(page);
  }

  #flags(widget: PdfDict): number {
    if (!widget.has('F')) return 0;
    return widget.getNumber('F', this.#resolve)?.value ?? Number.NaN;
  }
}

const isWidget = (dict: PdfDict): boolean => dict.has('Rect') || dict.has('Subtype');

/** A valid name that no other field has. */
function freeName(requested: string, takenNames: ReadonlySet<string>, nameCounts: ReadonlyMap<string, number>): string {
  const base = requested.replace(FORBIDDEN_CHARACTERS, '_') || 'Campo_firma';
  const isFree = (name: string) => !takenNames.has(name) && (name === requested || !nameCounts.has(name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (isFree(name)) return name;
  }
}

function boxOf(dict: PdfDict, resolve: Resolve): Rectangle {
  const list = dict.getArray('Rect', resolve)?.toArray() ?? [];
  const values = list.map((value) => (value instanceof PdfRef ? resolve(value) : value));
  const [a, b, c, d] = values.map((value) => (value instanceof PdfNumber ? value.value : Number.NaN));
  if (values.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined) return EMPTY;
  const box: Rectangle = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box.every(Number.isFinite) ? box : EMPTY;
}

const EMPTY: Rectangle = [0, 0, 0, 0];
