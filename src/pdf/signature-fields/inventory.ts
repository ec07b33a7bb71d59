/**
 * Lists every place in a file where a reader may show a signature field (ISO 32000-2, 12.7.5.5): fields of the form,
 * each of their widgets, and widgets missing from every field list. The form and the pages may disagree; both are read.
 */
import { type PDF, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import type { Rectangle } from '#domain/signing/places.ts';

export interface FieldPlace {
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

interface Sighting {
  readonly page: number;
  readonly ref: PdfRef;
}

const MAX_DEPTH = 64;
/** Characters not allowed in a new field's name: a full stop would split it into two partial names. */
const UNFIT = /[^\x21-\x2d\x2f-\x7e]/g;

/** In form order, then in page order. */
export const fieldPlaces = (pdf: PDF): FieldPlace[] => new Inventory(pdf).places();

class Inventory {
  readonly #pdf: PDF;
  readonly #fields = new Map<PdfDict, Field>();
  readonly #owners = new Map<PdfDict, Field>();
  /** Dictionaries referenced more than once by the form or a page. */
  readonly #repeated = new Set<PdfDict>();
  /** The pages where each widget is shown; the same page counts once. */
  readonly #shown = new Map<PdfDict, Sighting[]>();

  constructor(pdf: PDF) {
    this.#pdf = pdf;
    this.#readForm();
    this.#readPages();
  }

  places(): FieldPlace[] {
    const names = new Set<string>();
    const count = new Map<string, number>();
    for (const { name } of this.#fields.values()) count.set(name, (count.get(name) ?? 0) + 1);
    return [...this.#fields.values()].flatMap((field) => {
      const places = this.#placesOf(field);
      const isAlone = places.length === 1 && count.get(field.name) === 1 && field.name !== '';
      return places.map((place) => {
        const isPlain = isAlone && place.isPlain;
        const name = isPlain ? field.name : freeName(field.name, names, count);
        names.add(name);
        return { ...place, name, isPlain };
      });
    });
  }

  #resolve = (ref: PdfRef): PdfObject | null => this.#pdf.context.resolve(ref);

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
        const sightings = this.#shown.get(widget) ?? [];
        if (sightings.some((one) => one.page === index + 1)) this.#repeated.add(widget);
        else sightings.push({ page: index + 1, ref });
        this.#shown.set(widget, sightings);
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
    const dict = line.find((one) => this.#fields.has(one)) ?? line.find((one) => one.has('T')) ?? widget;
    const known = this.#fields.get(dict);
    if (known) return known;
    const name = line
      .flatMap((one) => this.#partial(one) || [])
      .toReversed()
      .join('.');
    const field = { dict, name, widgets: new Set<PdfDict>(), isListed: false };
    this.#fields.set(dict, field);
    return field;
  }

  /** A dictionary and its ancestors, the nearest first. */
  #ancestry(dict: PdfDict): PdfDict[] {
    const line: PdfDict[] = [];
    for (let at: PdfDict | undefined = dict; at && !line.includes(at) && line.length < MAX_DEPTH; ) {
      line.push(at);
      at = at.getDict('Parent', this.#resolve);
    }
    return line;
  }

  #typeOf(widget: PdfDict): string | undefined {
    const holder = this.#ancestry(widget).find((dict) => dict.has('FT'));
    return holder?.getName('FT', this.#resolve)?.value;
  }

  #partial(dict: PdfDict): string {
    return dict.getString('T', this.#resolve)?.asString() ?? '';
  }

  #placesOf(field: Field): FieldPlace[] {
    const { dict, name } = field;
    const signed = this.#ancestry(dict).some((one) => one.get('V', this.#resolve) instanceof PdfDict);
    const tipOf = (one: PdfDict) => one.getString('TU', this.#resolve)?.asString() ?? null;
    const widgets = field.widgets.size > 0 ? [...field.widgets] : [dict];
    const dicts = new Set([dict, ...widgets]);
    return widgets.flatMap((widget) => {
      const sightings = this.#shown.get(widget) ?? [];
      const facts = {
        ...{ name, tip: tipOf(widget) ?? tipOf(dict), signed },
        ...{ box: boxOf(widget, this.#resolve), flags: this.#flags(widget), dicts },
      };
      const [first] = sightings;
      if (!first) return [{ ...facts, page: 0, isPlain: false }];
      const isOnce = sightings.length === 1 && !this.#repeated.has(widget);
      const isOwn = field.isListed && widget === dict && isOnce && this.#isNamedBy(widget, first.ref);
      return sightings.map(({ page }) => ({ ...facts, page, isPlain: isOwn }));
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
function freeName(wanted: string, taken: ReadonlySet<string>, listed: ReadonlyMap<string, number>): string {
  const base = wanted.replace(UNFIT, '_') || 'Campo_firma';
  const isFree = (name: string) => !taken.has(name) && (name === wanted || !listed.has(name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (isFree(name)) return name;
  }
}

function boxOf(dict: PdfDict, resolve: (ref: PdfRef) => PdfObject | null): Rectangle {
  const list = dict.getArray('Rect', resolve)?.toArray() ?? [];
  const values = list.map((value) => (value instanceof PdfRef ? resolve(value) : value));
  const [a, b, c, d] = values.map((value) => (value instanceof PdfNumber ? value.value : Number.NaN));
  if (values.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined) return EMPTY;
  const box: Rectangle = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box.every(Number.isFinite) ? box : EMPTY;
}

const EMPTY: Rectangle = [0, 0, 0, 0];
