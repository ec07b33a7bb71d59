/** Removes the second full stop of a sentence that ends with a name such as `Bianchi S.n.c.`. */
export const singleFullStop = (text: string): string => text.replace(/(?<![.])\.\.(?!\.)/g, '.');
