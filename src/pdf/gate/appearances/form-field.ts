/** Reads a form field as one of its widgets shows it (ISO 32000-2, 12.7.4 and 12.7.5): inherited values, decoded text. */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { follow } from '../reading/follow-references.ts';
import { textOf } from './text-string.ts';

const MAX_TREE_DEPTH = 64;
const MAX_NAME_LENGTH = 60;

/** Field flags (ISO 32000-2, tables 227, 229, 231, 233). */
export const FLAGS = {
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  fileSelect: 1 << 20,
  comb: 1 << 24,
} as const;

export interface Option {
  readonly exported: string;
  readonly display: string;
}

export class FormField {
  readonly widget: PdfDict;
  readonly form: PdfDict | null;
  readonly resolve: Resolve;

  /** @param form the file's AcroForm, from which fields inherit defaults. */
  constructor(widget: PdfDict, form: PdfDict | null, resolve: Resolve) {
    this.widget = widget;
    this.form = form;
    this.resolve = resolve;
  }

  get type(): string {
    const type = this.inherited('FT');
    return type instanceof PdfName ? type.value : '';
  }

  get flags(): number {
    const flags = this.inherited('Ff');
    return flags instanceof PdfNumber ? flags.value : 0;
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  /** Fully qualified name, otherwise the tooltip; no control characters, at most 60 characters. */
  get name(): string {
    const parts: string[] = [];
    for (const node of this.#ancestors()) {
      const part = textOf(follow(node.get('T'), this.resolve));
      if (part) parts.unshift(part);
    }
    const name = parts.join('.') || (textOf(this.inherited('TU')) ?? '');
    const clean = name
      .normalize('NFC')
      .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
      .trim();
    return [...(clean || '…')].slice(0, MAX_NAME_LENGTH).join('');
  }

  /** The value as text, with line feeds between lines; empty if absent. */
  get text(): string {
    const value = this.inherited('V');
    const first = value instanceof PdfArray ? follow(value.at(0), this.resolve) : value;
    return (textOf(first) ?? '').replace(/\r\n?|[\u2028\u2029]/g, '\n');
  }

  /** The selected export values: several in a list box. */
  get chosen(): string[] {
    const value = this.inherited('V');
    const items = value instanceof PdfArray ? [...value].map((item) => follow(item, this.resolve)) : [value];
    return items.map((item) => textOf(item)).filter((item) => item !== null);
  }

  get options(): Option[] {
    const list = this.inherited('Opt');
    return [...(list instanceof PdfArray ? list : [])].map((entry) => {
      const item = follow(entry, this.resolve);
      if (!(item instanceof PdfArray)) return { exported: textOf(item) ?? '', display: textOf(item) ?? '' };
      const exported = textOf(follow(item.at(0), this.resolve)) ?? '';
      return { exported, display: textOf(follow(item.at(1), this.resolve)) ?? exported };
    });
  }

  /** `/DA` of the widget, its field or the form. */
  get defaultAppearance(): string {
    return textOf(this.inherited('DA') ?? this.#ofForm('DA')) ?? '';
  }

  /** 0 left, 1 centred, 2 right. */
  get quadding(): number {
    const value = this.inherited('Q') ?? this.#ofForm('Q');
    return value instanceof PdfNumber ? value.value : 0;
  }

  number(key: string): number | null {
    const value = this.inherited(key);
    return value instanceof PdfNumber && Number.isFinite(value.value) ? value.value : null;
  }

  inherited(key: string): PdfObject | undefined {
    return inherited(this.widget, key, this.resolve);
  }

  /** An entry of the widget itself. */
  ownEntry(key: string): PdfObject | undefined {
    return follow(this.widget.get(key), this.resolve);
  }

  /** All widgets of the field, including this one. */
  get siblings(): PdfDict[] {
    const parent = follow(this.widget.get('Parent'), this.resolve);
    if (this.widget.has('T') || !(parent instanceof PdfDict)) return [this.widget];
    const kids = follow(parent.get('Kids'), this.resolve);
    const widgets = [...(kids instanceof PdfArray ? kids : [])].map((kid) => follow(kid, this.resolve));
    const mergedWidgets = widgets.filter((kid) => kid instanceof PdfDict && !kid.has('T'));
    return mergedWidgets.length > 0 ? (mergedWidgets as PdfDict[]) : [this.widget];
  }

  #ofForm(key: string): PdfObject | undefined {
    return this.form ? follow(this.form.get(key), this.resolve) : undefined;
  }

  *#ancestors(): Generator<PdfDict> {
    let current: PdfObject | undefined = this.widget;
    for (let level = 0; current instanceof PdfDict && level < MAX_TREE_DEPTH; level++) {
      yield current;
      current = follow(current.get('Parent'), this.resolve);
    }
  }
}

/** An inheritable entry of a field (ISO 32000-2, 12.7.4.1). */
export function inherited(dict: PdfDict, key: string, resolve: Resolve): PdfObject | undefined {
  let current: PdfObject | undefined = dict;
  for (let level = 0; current instanceof PdfDict && level < MAX_TREE_DEPTH; level++) {
    const value = follow(current.get(key), resolve);
    if (value) return value;
    current = follow(current.get('Parent'), resolve);
  }
  return undefined;
}

/** An array entry of exactly this many numbers, or null. */
export function numbersAt(dict: PdfDict, key: string, count: number, resolve: Resolve): number[] | null {
  const list = follow(dict.get(key), resolve);
  if (!(list instanceof PdfArray) || list.length < count) return null;
  const values = [...list].slice(0, count).map((item) => {
    const value = item instanceof PdfRef ? follow(item, resolve) : item;
    return value instanceof PdfNumber ? value.value : Number.NaN;
  });
  return values.every(Number.isFinite) ? values : null;
}
