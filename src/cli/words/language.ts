/** The language of what start and commands print on a terminal; the log is in English. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language, Message } from '#domain/errors.ts';

export type { Message };

const chosen = new AsyncLocalStorage<Language>();

/** The first of the three that is set decides (POSIX, Environment Variables). */
export function languageOf({ LC_ALL, LC_MESSAGES, LANG }: Readonly<Record<string, string | undefined>>): Language {
  return /^it(?![a-z])/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'it' : 'en';
}

/** The language of this process, or of the command that it works for. */
export const terminalLanguage = (): Language => chosen.getStore() ?? languageOf(process.env);

/** A running installation answers a command in the language of the command's terminal. */
export const inLanguage = <T>(language: Language, run: () => T): T => chosen.run(language, run);

/** An error whose message is written for the person at the terminal. */
export class WordedError extends Error {
  constructor(message: Message | string, options?: ErrorOptions) {
    super(typeof message === 'string' ? message : say(message), options);
  }
}

export const say = (message: Message): string => message[terminalLanguage()];
