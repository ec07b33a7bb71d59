/** A sentence that ends with a name that has a stop of its own, `Bianchi S.n.c.`, ends with that one. */
export const oneStop = (text: string): string => text.replace(/(?<![.])\.\.(?!\.)/g, '.');
