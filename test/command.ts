/** Runs a command as a user does: with only these settings, and returns its output. */
import { vi } from 'vitest';
import { headsFields } from '../src/settings/heads.ts';

/** Settings in the environment of the test run that would otherwise reach a command. */
const ELSEWHERE = [
  ...['DATA_DIR', 'DATABASE_URL', 'MIGRATE_DATABASE_URL', 'BACKUP_RECIPIENTS', 'BACKUP_KEY_PASSWORD'],
  ...Object.keys(headsFields),
];

/** @returns the result, and every line of output in order, from both streams. */
export async function runCommand(
  command: (args: string[]) => Promise<number>,
  args: string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<{ code: number; said: string }> {
  for (const name of ELSEWHERE) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const lines: unknown[] = [];
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
  for (const spy of spies) spy.mockImplementation((...said: unknown[]) => void lines.push(...said));
  try {
    return { code: await command(args), said: lines.join('\n') };
  } finally {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}
