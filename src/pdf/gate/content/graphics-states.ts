/** Graphics states (ISO 32000-2, table 57) and soft masks: removes or refuses what screens and printers draw differently. */
import { PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core';
import type { Functions } from './colours/functions.ts';
import { refuse } from './content-fault.ts';
import { isDash } from './dash.ts';
import type { Access } from './dictionary-access.ts';
import { boundsOf, invert } from './groups/inverse-mask.ts';
import type { Register, Repairs } from './repairs.ts';

/** Blend modes (ISO 32000-2, tables 134 and 135). */
const BLEND_MODES = new Set([
  ...['Normal', 'Compatible', 'Multiply', 'Screen', 'Overlay', 'Darken', 'Lighten', 'ColorDodge', 'ColorBurn'],
  ...['HardLight', 'SoftLight', 'Difference', 'Exclusion', 'Hue', 'Saturation', 'Color', 'Luminosity'],
]);

/**
 * No effect on screen: conversion of colours to inks, overprint, and shape versus opacity in knockout groups, which are
 * refused.
 */
const WITHOUT_EFFECT = ['BG', 'BG2', 'UCR', 'UCR2', 'OPM'];
const FLAGS_WITHOUT_EFFECT = ['OP', 'op', 'AIS'];

/** Tolerance for computed values beyond their bounds. */
const ROUNDING = 0.001;

const NUMBER_RANGES: Readonly<Record<string, readonly [number, number]>> = {
  LW: [0, 1e6],
  LC: [0, 2],
  LJ: [0, 2],
  CA: [0, 1],
  ca: [0, 1],
};

export class GraphicsStates {
  readonly #access: Access;
  readonly #functions: Functions;
  readonly #repairs: Repairs;
  readonly #register: Register | null;
  readonly #checked = new Set<PdfDict>();

  /** @param register null when the file must not be changed. */
  constructor(access: Access, functions: Functions, repairs: Repairs, register: Register | null) {
    this.#register = register;
    this.#access = access;
    this.#functions = functions;
    this.#repairs = repairs;
  }

  /** @param drawMask checks the content of a soft mask. @throws ContentFault */
  check(state: PdfDict, drawMask: (form: PdfStream) => void): void {
    if (this.#checked.has(state)) return;
    this.#checked.add(state);
    this.#dropNeutral(state);
    for (const [key, [minimum, maximum]] of Object.entries(NUMBER_RANGES)) this.#number(state, key, minimum, maximum);
    this.#dash(state);
    this.#blendMode(state);
    const mask = this.#access.get(state, 'SMask');
    if (mask instanceof PdfDict) this.#softMask(mask, drawMask);
    else if (mask !== undefined && !(mask instanceof PdfName && mask.value === 'None')) refuse('a malformed soft mask');
  }

  isTransparent(state: PdfDict): boolean {
    const [stroke, fill] = [this.#access.number(state, 'CA') ?? 1, this.#access.number(state, 'ca') ?? 1];
    const mode = this.#access.name(state, 'BM') ?? (state.has('BM') ? '' : 'Normal');
    return stroke < 1 || fill < 1 || mode !== 'Normal' || this.#access.get(state, 'SMask') instanceof PdfDict;
  }

  #dropNeutral(state: PdfDict): void {
    for (const key of ['TR', 'TR2']) {
      const value = this.#access.get(state, key);
      if (value === undefined) continue;
      const isNeutral = value instanceof PdfArray ? this.#areNeutral(value) : this.#functions.isNeutral(value);
      if (!isNeutral) refuse('a transfer function');
      this.#delete(state, key);
    }
    for (const key of WITHOUT_EFFECT) if (state.has(key)) this.#delete(state, key);
    for (const key of FLAGS_WITHOUT_EFFECT) {
      const value = this.#access.get(state, key);
      if (value === undefined) continue;
      if (!(value instanceof PdfBool)) refuse(`a malformed /${key}`);
      if (value.value) this.#delete(state, key);
    }
  }

  #areNeutral(list: PdfArray): boolean {
    return (this.#access.items(list) ?? []).every((item) => this.#functions.isNeutral(item));
  }

  #delete(dict: PdfDict, key: string): void {
    this.#repairs.add(`graphics state: /${key}`, () => dict.delete(key));
  }

  #number(state: PdfDict, key: string, minimum: number, maximum: number): void {
    const value = this.#access.get(state, key);
    if (value === undefined) return;
    if (!(value instanceof PdfNumber)) refuse(`a malformed /${key}`);
    const nearest = Math.min(maximum, Math.max(minimum, value.value));
    if (Math.abs(nearest - value.value) > ROUNDING) refuse(`a /${key} beyond its values`);
    if (nearest !== value.value)
      this.#repairs.add(`graphics state: /${key}`, () => state.set(key, PdfNumber.of(nearest)));
  }

  #dash(state: PdfDict): void {
    const value = this.#access.items(state.get('D'));
    if (value === undefined) return;
    const dashes = this.#access.numbersOf(value[0]);
    const [, phase] = value;
    if (value.length !== 2 || dashes === undefined || !(phase instanceof PdfNumber)) refuse('a malformed dash');
    if (!isDash(dashes, phase.value)) refuse('a dash of impossible lengths');
  }

  #blendMode(state: PdfDict): void {
    const value = this.#access.get(state, 'BM');
    if (value === undefined) return;
    const names = (value instanceof PdfArray ? (this.#access.items(value) ?? []) : [value]).map((item) =>
      item instanceof PdfName ? item.value : '',
    );
    const chosen = names.find((name) => BLEND_MODES.has(name)) ?? 'Normal';
    const isPlain = value instanceof PdfName && value.value === chosen;
    if (!isPlain) this.#repairs.add('a list of blend modes', () => state.set('BM', PdfName.of(chosen)));
  }

  #softMask(mask: PdfDict, drawMask: (form: PdfStream) => void): void {
    const kind = this.#access.name(mask, 'S');
    if (kind !== 'Alpha' && kind !== 'Luminosity') refuse('a soft mask of an unknown kind');
    const transfer = this.#access.get(mask, 'TR');
    if (transfer !== undefined) {
      if (this.#functions.isNeutral(transfer)) this.#delete(mask, 'TR');
      else this.#inverse(mask, kind, transfer);
    }
    const form = this.#access.get(mask, 'G');
    if (!(form instanceof PdfStream)) refuse('a soft mask without a drawing');
    if (this.#access.dict(form, 'Group') === undefined) refuse('a soft mask that is no group');
    this.#backdrop(mask, kind);
    drawMask(form);
  }

  /** A mask of the area outside a shape, drawn without a transfer function. */
  #inverse(mask: PdfDict, kind: string, transfer: PdfObject): void {
    if (kind !== 'Alpha' || !this.#functions.isInverse(transfer)) refuse('a transfer function of a soft mask');
    this.#functions.check(transfer, 1, 1);
    const form = this.#access.get(mask, 'G');
    const box = form instanceof PdfStream ? this.#access.numbers(form, 'BBox', 4) : undefined;
    if (!(form instanceof PdfStream) || box === undefined) refuse('a soft mask without a drawing');
    const matrix = this.#access.numbers(form, 'Matrix', 6) ?? [1, 0, 0, 1, 0, 0];
    this.#repairs.add('a soft mask that is inverted', () => invert(mask, boundsOf(box, matrix), this.#register));
  }

  #backdrop(mask: PdfDict, kind: string): void {
    const backdrop: PdfObject | undefined = this.#access.get(mask, 'BC');
    if (backdrop === undefined) return;
    const numbers = this.#access.numbersOf(backdrop);
    if (numbers === undefined || ![1, 3, 4].includes(numbers.length)) refuse('a malformed backdrop');
    if (kind === 'Alpha') this.#delete(mask, 'BC');
  }
}
