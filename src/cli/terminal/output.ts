/** Where a command prints. */

/** Receives text and errors; replaced in tests. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

export const terminal: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
};
