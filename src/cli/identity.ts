/** `fascicolo identity`: the operator releases a user for another sign-in, or gives a technical account its password. */

import { runIdentity } from './identity/run.ts';
import { runCommand } from './run-command.ts';

/** @returns 0 when done, 1 with the error, 2 for wrong arguments. */
export const identity = (args: string[]): Promise<number> => runCommand('identity', args, runIdentity);
