/** A result of a `doctor` check: one line about one setting or one outside system. */
import type { Message } from '#domain/errors.ts';

export interface Finding {
  /** The setting, or the item checked. */
  readonly name: string;
  readonly level: Level;
  /** Complete sentences: what is wrong and what to do; contains no secrets. */
  readonly text: Message;
}

/** `failure`: something does not work or is unsafe; `warning`: it works, but needs attention. */
export type Level = 'ok' | 'warning' | 'failure';

const finding =
  (level: Level) =>
  (name: string, text: Message): Finding => ({ name, level, text });
export const ok = finding('ok');
export const warning = finding('warning');
export const failure = finding('failure');

/** The day of an expiry date. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A reason as a sentence of its own. */
export const sentences = ({ it, en }: Message): Message => ({ it: sentence(it), en: sentence(en) });

/** States the problem, then the remedy. */
export const withAdvice = (problem: Message, remedy: Message): Message => ({
  it: `${problem.it} ${remedy.it}`,
  en: `${problem.en} ${remedy.en}`,
});
