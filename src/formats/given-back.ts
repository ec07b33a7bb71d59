/** Frees the memory of files that are no longer needed. */

/**
 * Gives the memory back at once, whoever still holds the bytes: they are empty from here on. The collector would be told
 * of a few such files as of a heap that grows, and look through all of it for each.
 * @param bytes that are the whole of their buffer, and that nothing reads any more: a write under way would go on with
 * what is somebody else's by then.
 */
export function giveBack({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
