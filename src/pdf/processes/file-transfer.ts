/** Transfers files to a child process: a message announces them, a pipe carries them, without intermediate copies. */
import { readSync } from 'node:fs';

/** A pool's message to its child. */
export interface TaskMessage<Question = unknown> {
  /** Length of each file sent through the pipe, in order. */
  lengths: number[];
  question: Question;
}

/** File descriptor of the pipe in the child. */
export const FILE_PIPE = 4;

/** In the child: waits for all files. @throws if the pool has ended. */
export const receiveFiles = ({ lengths }: TaskMessage): Uint8Array[] => lengths.map(receiveFile);

function receiveFile(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const read = readSync(FILE_PIPE, bytes, at, length - at, null);
    if (read === 0) throw new Error('The file broke off');
    at += read;
  }
  return bytes;
}
