/** How files reach a child process: a message announces them, a pipe carries them, and no copy is made on the way. */
import { readSync } from 'node:fs';

/** What a pool tells its child. */
export interface Announced<Question = unknown> {
  /** Bytes of each file that comes through the pipe, in order. */
  lengths: number[];
  question: Question;
}

/** Number of the pipe among the files that a child is started with. */
export const FILE_PIPE = 4;

/** In the child: waits for all files. @throws when the pool has gone. */
export const receiveFiles = ({ lengths }: Announced): Uint8Array[] => lengths.map(receiveFile);

function receiveFile(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const read = readSync(FILE_PIPE, bytes, at, length - at, null);
    if (read === 0) throw new Error('The file broke off');
    at += read;
  }
  return bytes;
}
