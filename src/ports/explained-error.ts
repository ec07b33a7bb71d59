/** Errors that an operator reads: the reason in both languages. */
import type { Message } from '#domain/errors.ts';

/** `message` is the English reason, as in the log. */
export class ExplainedError extends Error {
  readonly reason: Message;

  /** @param reason a text that has no translation, such as a program's, stays as it is. */
  constructor(reason: Message | string, options?: ErrorOptions) {
    const { it, en } = typeof reason === 'string' ? { it: reason, en: reason } : reason;
    super(en, options);
    this.reason = { it, en };
  }
}

/** The reason of any error; another error's message is the same in both languages. */
export function reasonOf(error: unknown): Message {
  if (error instanceof ExplainedError) return error.reason;
  const text = error instanceof Error ? error.message : String(error);
  const { code, path } = error as Partial<NodeJS.ErrnoException>;
  return path === undefined ? { it: text, en: text } : { it: `${path} non si può leggere (${code})`, en: text };
}
