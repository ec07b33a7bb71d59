/** Aborts the check of a page: programs would draw it differently. */
export class ContentFault extends Error {
  override readonly name = 'ContentFault';
}

/** @param reason technical, without any text from the file. @throws ContentFault */
export function refuse(reason: string): never {
  throw new ContentFault(reason);
}
