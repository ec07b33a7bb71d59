/** Prompts for the key's password at the terminal without echo. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { localize } from '../terminal/language.ts';

/** @returns the typed text without its line ending. */
export async function askPassword(): Promise<string> {
  process.stderr.write(localize({ it: 'Password della chiave: ', en: 'Password of the key: ' }));
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}
