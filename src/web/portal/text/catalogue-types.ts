/** Types that make a catalogue complete: the keys of the Italian one, with any texts. */
import type { Catalogue } from './catalogue-pieces.ts';

export type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> };

export type English = Words<Catalogue>;
