/** Frees the memory of files that are no longer needed. */

/**
 * Releases the memory immediately, even while references to the bytes remain: they are empty afterwards. The garbage
 * collector would treat a few such files as a growing heap and scan all of it for each.
 * @param buffer used as a whole by these bytes, with no reader left: a write still under way would continue with
 * memory that is already reused.
 */
export function releaseBuffer({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
