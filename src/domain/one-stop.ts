/** Removes the second full stop of a sentence that ends with a name such as `Bianchi S.n.c.`. */
export const oneStop = (text: string): string => text.replace(/(?<![.])\.\.(?!\.)/g, '.');
