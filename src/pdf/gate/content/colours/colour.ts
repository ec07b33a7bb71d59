/** Colour spaces (ISO 32000-2, 8.6): an allow list of those that readers show alike. */
import { type PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream, PdfString } from '@libpdf/core';
import { ContentFault, refuse } from '../content-fault.ts';
import type { StreamDecoder } from '../decode.ts';
import type { Access } from '../dictionary-access.ts';
import type { Repairs } from '../repairs.ts';
import { type ColourSpace, DEVICE_SPACES } from '../resource-scope.ts';
import type { Functions } from './functions.ts';
import { hasOwnPrimaries, hasRisingCurves, profileComponents } from './icc.ts';

const MAX_DEPTH = 8;
const MAX_COLORANTS = 32;
/** Per component: paper tints of genuine files. */
const PAPER_TOLERANCE = 0.1;
/** Per component: how far a tint may deviate from the straight line, as genuine inks do. */
const LINEARITY_TOLERANCE = 0.25;

export class Colours {
  readonly #access: Access;
  readonly #decoder: StreamDecoder;
  readonly #functions: Functions;
  readonly #repairs: Repairs;
  readonly #known = new Map<PdfObject, ColourSpace>();

  constructor(access: Access, decoder: StreamDecoder, functions: Functions, repairs: Repairs) {
    this.#access = access;
    this.#decoder = decoder;
    this.#functions = functions;
    this.#repairs = repairs;
  }

  /**
   * The colour space that a value describes. @param resolveName looks up a space in the resources, for names that are not
   * device spaces.
   * @throws ContentFault for a space that readers show differently.
   */
  space(value: PdfObject | undefined, resolveName: (name: string) => ColourSpace | null, depth = 0): ColourSpace {
    if (depth > MAX_DEPTH) refuse('colour spaces nested too deeply');
    if (value instanceof PdfName) return this.#byName(value.value, resolveName);
    const cached = value && this.#known.get(value);
    if (cached) return cached;
    const items = this.#access.items(value);
    const family = items?.[0];
    if (!items || !(family instanceof PdfName)) return refuse('a malformed colour space');
    const space = this.#byFamily(family.value, items, value as PdfArray, resolveName, depth);
    this.#known.set(value as PdfArray, space);
    return space;
  }

  #byName(name: string, resolveName: (name: string) => ColourSpace | null): ColourSpace {
    if (name === 'Pattern') return { components: 0, isPattern: true };
    return resolveName(name) ?? refuse('a colour space that is not there');
  }

  #byFamily(
    family: string,
    items: readonly (PdfObject | undefined)[],
    source: PdfArray,
    resolveName: (name: string) => ColourSpace | null,
    depth: number,
  ): ColourSpace {
    const parameters = items[1];
    switch (family) {
      case 'DeviceGray':
      case 'DeviceRGB':
      case 'DeviceCMYK':
        return resolveName(family) ?? refuse('a colour space that is not there');
      case 'CalGray':
        return this.#calibrated(parameters, 1);
      case 'CalRGB':
        return this.#calibrated(parameters, 3);
      case 'Lab':
        return this.#lab(parameters);
      case 'ICCBased':
        return this.#profile(parameters, source, depth);
      case 'Indexed':
      case 'I':
        return this.#indexed(items, resolveName, depth);
      case 'Pattern':
        return this.#pattern(items, resolveName, depth);
      case 'Separation':
        return this.#separation(items, source, resolveName, depth);
      case 'DeviceN':
        return this.#deviceN(items, source, resolveName, depth);
      default:
        return refuse('an unknown colour space');
    }
  }

  #whitePoint(parameters: PdfObject | undefined): PdfDict {
    if (!(parameters instanceof PdfDict)) return refuse('a calibrated space without parameters');
    const [x = 0, y = 0, z = 0] = this.#access.numbers(parameters, 'WhitePoint', 3) ?? [];
    if (Math.abs(y - 1) > 0.01 || x < 0.7 || x > 1.3 || z < 0.5 || z > 1.6) refuse('a white that is none');
    const black = this.#access.numbers(parameters, 'BlackPoint', 3) ?? [];
    if (black.some((component) => component < 0 || component > 0.2)) refuse('a black that is none');
    return parameters;
  }

  /** Within these bounds, readers with and without calibration show about the same. */
  #calibrated(value: PdfObject | undefined, components: number): ColourSpace {
    const parameters = this.#whitePoint(value);
    const gamma =
      components === 1
        ? [this.#access.number(parameters, 'Gamma') ?? 1]
        : (this.#access.numbers(parameters, 'Gamma', 3) ?? []);
    if (gamma.some((exponent) => !(exponent >= 0.9 && exponent <= 3))) refuse('a gamma beyond that of screens');
    const matrix =
      components === 3 ? (this.#access.numbers(parameters, 'Matrix', 9) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1]) : null;
    if (matrix !== null) refuseExchangedPrimaries(matrix);
    return { components, isPattern: false };
  }

  #lab(value: PdfObject | undefined): ColourSpace {
    const parameters = this.#whitePoint(value);
    const range = this.#access.numbers(parameters, 'Range', 4) ?? [-100, 100, -100, 100];
    if (
      range.some((bound) => Math.abs(bound) > 128) ||
      (range[0] ?? 0) > (range[1] ?? 0) ||
      (range[2] ?? 0) > (range[3] ?? 0)
    ) {
      refuse('a range beyond colours');
    }
    return { components: 3, isPattern: false };
  }

  #profile(stream: PdfObject | undefined, source: PdfArray, depth: number): ColourSpace {
    if (!(stream instanceof PdfStream)) return refuse('a profile that is none');
    const components = this.#access.number(stream, 'N') ?? refuse('a profile without its components');
    if (components !== 1 && components !== 3 && components !== 4) refuse('a profile of impossible components');
    const space: ColourSpace = { components, isPattern: false };
    const alternate = this.#access.get(stream, 'Alternate');
    if (alternate !== undefined) {
      const other = this.space(alternate, (name) => DEVICE_SPACES[name] ?? null, depth + 1);
      if (other.components !== components || other.isPattern) refuse('a profile beside another space');
    }
    const data = this.#decodedProfile(stream);
    const profileComponentCount = data && profileComponents(data);
    if (profileComponentCount === null)
      this.#repairs.add('a profile that no reader can use', () => replaceByDevice(source, components));
    else if (profileComponentCount !== components) refuse('a profile of another space than the file says');
    else if (data && !hasRisingCurves(data)) refuse('a profile that turns light and dark');
    else if (data && components === 3 && !hasOwnPrimaries(data)) refuse('a profile of other primaries');
    return space;
  }

  #decodedProfile(stream: PdfStream): Uint8Array | null {
    try {
      return this.#decoder.decode(stream).bytes;
    } catch (error) {
      if (error instanceof ContentFault) return null;
      throw error;
    }
  }

  #indexed(
    items: readonly (PdfObject | undefined)[],
    resolveName: (name: string) => ColourSpace | null,
    depth: number,
  ): ColourSpace {
    const [, base, high, table] = items;
    const below = this.space(base, resolveName, depth + 1);
    const last = high instanceof PdfNumber ? high.value : Number.NaN;
    if (
      items.length !== 4 ||
      below.isPattern ||
      below.isIndexed ||
      !(Number.isInteger(last) && last >= 0 && last <= 255)
    ) {
      refuse('a malformed palette');
    }
    const bytes =
      table instanceof PdfString ? table.bytes : table instanceof PdfStream ? this.#decoder.decode(table).bytes : null;
    if (bytes === null || bytes.length < (last + 1) * below.components) refuse('a palette with too few colours');
    return { components: 1, isPattern: false, isIndexed: true };
  }

  #pattern(
    items: readonly (PdfObject | undefined)[],
    resolveName: (name: string) => ColourSpace | null,
    depth: number,
  ): ColourSpace {
    if (items.length === 1) return { components: 0, isPattern: true };
    const below = this.space(items[1], resolveName, depth + 1);
    if (below.isPattern) refuse('patterns of patterns');
    return { components: below.components, isPattern: true };
  }

  #tint(
    items: readonly (PdfObject | undefined)[],
    colorants: number,
    resolveName: (name: string) => ColourSpace | null,
    depth: number,
  ): ColourSpace {
    const alternate = this.space(items[2], resolveName, depth + 1);
    if (alternate.isPattern || alternate.isIndexed) refuse('a tint of patterns or palettes');
    this.#functions.check(items[3], colorants, alternate.components);
    this.#refuseUnlikeInk(items, colorants, alternate.components);
    return { components: colorants, isPattern: false };
  }

  /**
   * Readers that mix colorants as printing plates show paper without ink, and half the ink as half the colour; others
   * show what the tint returns.
   */
  #refuseUnlikeInk(items: readonly (PdfObject | undefined)[], colorants: number, components: number): void {
    const family = items[2] instanceof PdfName ? items[2].value : this.#access.items(items[2])?.[0];
    if (family instanceof PdfName && family.value === 'Lab') return;
    const colourOf = (ink: (colorant: number) => number): number[] =>
      this.#functions.valuesOf(
        items[3],
        Array.from({ length: colorants }, (_, index) => ink(index)),
      );
    const blank = colourOf(() => 0);
    const paper = components === 4 ? 0 : 1;
    if (blank.some((level) => Math.abs(level - paper) > PAPER_TOLERANCE)) refuse('a colorant that shows without ink');
    for (let colorant = 0; colorant < colorants; colorant++) {
      const [half, full] = [0.5, 1].map((ink) => colourOf((index) => (index === colorant ? ink : 0)));
      const isUneven = half?.some(
        (one, index) => Math.abs(one - ((full?.[index] ?? 0) + (blank[index] ?? 0)) / 2) > LINEARITY_TOLERANCE,
      );
      if (isUneven) refuse('a colorant of which half the ink is not half the colour');
    }
  }

  #separation(
    items: readonly (PdfObject | undefined)[],
    source: PdfArray,
    resolveName: (name: string) => ColourSpace | null,
    depth: number,
  ): ColourSpace {
    const colorant = items[1];
    if (!(colorant instanceof PdfName) || items.length !== 4) return refuse('a malformed separation');
    if (colorant.value === 'None') refuse('a colorant that shows nothing, or something');
    // Printer's marks: under a different name, every reader shows what the tint returns.
    if (colorant.value === 'All') {
      this.#repairs.add('the colorant of all plates', () => source.set(1, PdfName.of('Registration')));
    }
    const space = this.#tint(items, 1, resolveName, depth);
    // Poppler treats these two as grey paper and black ink, regardless of the tint.
    if (colorant.value === 'Black' && this.#isGrey(items[2]) && !this.#isPlainBlack(items[3])) {
      this.#repairs.add('black with a tint of its own', () => source.set(1, PdfName.of('Nero')));
    }
    return space;
  }

  #isGrey(alternate: PdfObject | undefined): boolean {
    return alternate instanceof PdfName && alternate.value === 'DeviceGray';
  }

  #isPlainBlack(tint: PdfObject | undefined): boolean {
    return [0, 0.25, 0.5, 0.75, 1].every(
      (ink) => Math.abs((this.#functions.valuesOf(tint, [ink])[0] ?? 0) - 1 + ink) < 0.05,
    );
  }

  #deviceN(
    items: readonly (PdfObject | undefined)[],
    source: PdfArray,
    resolveName: (name: string) => ColourSpace | null,
    depth: number,
  ): ColourSpace {
    const names = this.#access.items(items[1]) ?? [];
    const colorants = names.map((item) => (item instanceof PdfName ? item.value : ''));
    if (colorants.length < 1 || colorants.length > MAX_COLORANTS || items.length < 4)
      refuse('a malformed list of colorants');
    if (colorants.some((colorant) => colorant === 'None' || colorant === 'All' || colorant === ''))
      refuse('a colorant that shows nothing, or something');
    if (new Set(colorants).size !== colorants.length) refuse('a colorant twice');
    // Some readers mix colorants by these attributes, others only by the tint.
    if (items.length > 4) {
      this.#repairs.add('attributes of colorants', () => {
        while (source.length > 4) source.remove(source.length - 1);
      });
    }
    return this.#tint(items, colorants.length, resolveName, depth);
  }
}

function replaceByDevice(source: PdfArray, components: number): void {
  const device = components === 1 ? 'DeviceGray' : components === 3 ? 'DeviceRGB' : 'DeviceCMYK';
  while (source.length > 1) source.remove(source.length - 1);
  source.set(0, PdfName.of(device));
}

/**
 * Each of red, green and blue must be dominated by its own component, and together they must be white. @param m rows of
 * X, Y, Z for A, B and C.
 */
function refuseExchangedPrimaries(m: readonly number[]): void {
  const [xa = 0, ya = 0, za = 0, , yb = 0, zb = 0, xc = 0, yc = 0, zc = 0] = m;
  if (Math.abs(ya + yb + yc - 1) > 0.1) refuse('primaries that are no white together');
  if (xa < za || xa < xc || yb < ya || yb < yc || zc < za || zc < zb) refuse('primaries of other colours');
}
