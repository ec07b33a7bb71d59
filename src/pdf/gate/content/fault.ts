/** Aborts the check of a page: programs would draw it differently. */
export class ContentFault extends Error {
  override readonly name = 'ContentFault';
}

/** @param why technical, without any text from the file. @throws ContentFault */
export function differs(why: string): never {
  throw new ContentFault(why);
}
