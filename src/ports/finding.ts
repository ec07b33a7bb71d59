/** What a check of `doctor` tells: one line about one setting or one outside system (P-1). */
export interface Finding {
  /** The setting, or the thing that was looked at. */
  readonly name: string;
  readonly level: Level;
  /** Whole sentences in plain English: what is wrong and what to do; without secrets. */
  readonly text: string;
}

/** `failure`: something does not work or is unsafe; `warning`: it works, and somebody should look at it. */
export type Level = 'ok' | 'warning' | 'failure';

const finding =
  (level: Level) =>
  (name: string, text: string): Finding => ({ name, level, text });
export const ok = finding('ok');
export const warning = finding('warning');
export const failure = finding('failure');
