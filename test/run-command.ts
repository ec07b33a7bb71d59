/** Runs a command as a user does: with only these settings, and returns its output. */
import { vi } from 'vitest';
import type { Output } from '../src/cli/terminal/output.ts';
import { headsFields } from '../src/settings/heads.ts';

/** Settings in the environment of the test run that would otherwise reach a command. */
const UNSET_SETTINGS = [
  ...['DATA_DIR', 'DATABASE_URL', 'MIGRATE_DATABASE_URL', 'BACKUP_RECIPIENTS', 'BACKUP_KEY_PASSWORD'],
  ...Object.keys(headsFields),
];

/** @returns the result, and every line of output in order, from both streams. */
export async function runCommand(
  command: (args: string[]) => Promise<number>,
  args: string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<{ code: number; said: string }> {
  for (const name of UNSET_SETTINGS) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const lines: unknown[] = [];
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
  for (const spy of spies) spy.mockImplementation((...values: unknown[]) => void lines.push(...values));
  try {
    return { code: await command(args), said: lines.join('\n') };
  } finally {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}

/** @returns the result of a command that is given where to print, and what it printed there. */
export async function runWithOutput(
  command: (args: string[], output: Output) => Promise<number>,
  args: string[],
): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const append = (stream: 'out' | 'err') => (text: string) => {
    printed[stream] += `${text}\n`;
  };
  const code = await command(args, { out: append('out'), err: append('err') });
  return { code, ...printed };
}
