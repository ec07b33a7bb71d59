/** How a file reaches a child of the gate: a message announces it, a pipe hands it over, and nobody makes copies of it on the way. */
import { readSync } from 'node:fs';

/** What a pool says to its child. */
export interface Announced {
  /** Bytes of the file that comes through the pipe. */
  length: number;
}

/** Number of the pipe among the files that a child is started with. */
export const FILE_PIPE = 4;

/** In the child: waits for the whole file. @throws when the pool has gone. */
export function receiveFile({ length }: Announced): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const read = readSync(FILE_PIPE, bytes, at, length - at, null);
    if (read === 0) throw new Error('The file broke off');
    at += read;
  }
  return bytes;
}
