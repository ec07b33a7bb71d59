/** Shadings (ISO 32000-2, 8.7.4.5), types 1 to 7. */
import { PdfDict, type PdfObject, PdfStream } from '@libpdf/core';
import { refuse } from '../content-fault.ts';
import type { StreamDecoder } from '../decode.ts';
import type { Access } from '../dictionary-access.ts';
import type { ColourSpace } from '../resource-scope.ts';
import type { Colours } from './colour.ts';
import type { Functions } from './functions.ts';

export class Shadings {
  readonly #access: Access;
  readonly #colours: Colours;
  readonly #functions: Functions;
  readonly #decoder: StreamDecoder;
  readonly #checked = new Set<PdfObject>();

  constructor(access: Access, colours: Colours, functions: Functions, decoder: StreamDecoder) {
    this.#access = access;
    this.#colours = colours;
    this.#functions = functions;
    this.#decoder = decoder;
  }

  /** @throws ContentFault if it is not well-formed. */
  check(value: PdfObject | undefined, resolveName: (name: string) => ColourSpace | null): void {
    if (!(value instanceof PdfDict)) refuse('no shading where one should be');
    if (this.#checked.has(value)) return;
    const space = this.#colours.space(this.#access.get(value, 'ColorSpace'), resolveName);
    if (space.isPattern || space.isIndexed) refuse('a shading of patterns or palettes');
    this.#access.numbers(value, 'Background', space.components);
    this.#access.numbers(value, 'BBox', 4);
    this.#byType(value, space.components);
    this.#checked.add(value);
  }

  #byType(shading: PdfDict, components: number): void {
    const type = this.#access.number(shading, 'ShadingType') ?? 0;
    if (type === 1) {
      this.#access.numbers(shading, 'Domain', 4);
      this.#access.numbers(shading, 'Matrix', 6);
      this.#functions.check(this.#access.get(shading, 'Function'), 2, components);
    } else if (type === 2 || type === 3) this.#gradient(shading, type, components);
    else if (type >= 4 && type <= 7) this.#mesh(shading, type, components);
    else refuse('a shading of an unknown type');
  }

  #gradient(shading: PdfDict, type: number, components: number): void {
    const coordinates =
      this.#access.numbers(shading, 'Coords', type === 2 ? 4 : 6) ?? refuse('a gradient without a place');
    if (type === 3 && ((coordinates[2] as number) < 0 || (coordinates[5] as number) < 0)) refuse('a circle of no size');
    this.#access.numbers(shading, 'Domain', 2);
    const extend = this.#access.items(shading.get('Extend'));
    if (extend !== undefined && extend.length !== 2) refuse('a malformed /Extend');
    this.#functions.check(this.#access.get(shading, 'Function'), 1, components);
  }

  #mesh(shading: PdfDict, type: number, components: number): void {
    if (!(shading instanceof PdfStream)) refuse('a mesh without data');
    const bits = (key: string, allowed: readonly number[]): number => {
      const value = this.#access.number(shading, key) ?? 0;
      return allowed.includes(value) ? value : refuse(`a mesh with an impossible /${key}`);
    };
    bits('BitsPerCoordinate', [1, 2, 4, 8, 12, 16, 24, 32]);
    bits('BitsPerComponent', [1, 2, 4, 8, 12, 16]);
    if (type !== 5) bits('BitsPerFlag', [2, 4, 8]);
    else if (!((this.#access.number(shading, 'VerticesPerRow') ?? 0) >= 2)) refuse('a mesh without rows');
    const fn = this.#access.get(shading, 'Function');
    if (fn !== undefined) this.#functions.check(fn, 1, components);
    const decode = this.#access.numbers(shading, 'Decode') ?? [];
    if (decode.length !== 4 + 2 * (fn === undefined ? components : 1)) refuse('a mesh with another /Decode');
    if (this.#decoder.decode(shading).bytes.length === 0) refuse('a mesh without data');
  }
}
