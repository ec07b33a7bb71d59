/** A result of a `doctor` check: one line about one setting or one outside system. */
export interface Finding {
  /** The setting, or the item checked. */
  readonly name: string;
  readonly level: Level;
  /** Complete sentences in plain English: what is wrong and what to do; contains no secrets. */
  readonly text: string;
}

/** `failure`: something does not work or is unsafe; `warning`: it works, but needs attention. */
export type Level = 'ok' | 'warning' | 'failure';

const finding =
  (level: Level) =>
  (name: string, text: string): Finding => ({ name, level, text });
export const ok = finding('ok');
export const warning = finding('warning');
export const failure = finding('failure');
