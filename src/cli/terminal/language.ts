/** The language of terminal output of the start and of commands; the log is in English. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language, Message } from '#domain/errors.ts';

export type { Message };

const uiLanguage = new AsyncLocalStorage<Language>();

/** The first of the three that is set decides (POSIX, Environment Variables). */
export function languageOf({ LC_ALL, LC_MESSAGES, LANG }: Readonly<Record<string, string | undefined>>): Language {
  return /^it(?![a-z])/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'it' : 'en';
}

/** The language of this process, or of the command being executed. */
export const terminalLanguage = (): Language => uiLanguage.getStore() ?? languageOf(process.env);

/** A running installation answers a command in the language of the command's terminal. */
export const withLanguage = <T>(language: Language, run: () => T): T => uiLanguage.run(language, run);

/** An error whose message is written for the person at the terminal. */
export class LocalizedError extends Error {
  constructor(message: Message | string, options?: ErrorOptions) {
    super(typeof message === 'string' ? message : localize(message), options);
  }
}

export const localize = (message: Message): string => message[terminalLanguage()];
