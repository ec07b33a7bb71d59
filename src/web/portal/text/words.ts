/** The type that makes a catalogue complete: the same keys as the Italian one, any text. */
export type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
