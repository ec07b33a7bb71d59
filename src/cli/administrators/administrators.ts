/** `fascicolo admin`: appoints the first administrator, and confirms changes where there is no second administrator (record 0066). */

import { runCommand } from '../run-command.ts';
import { runAdministrators } from './run.ts';

/** @returns 0 when done, 1 with the error, 2 for wrong arguments. */
export const administrators = (args: string[]): Promise<number> =>
  runCommand('administrators', args, runAdministrators);
