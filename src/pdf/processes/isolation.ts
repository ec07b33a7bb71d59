/** Starts a process in an empty network namespace where the system permits it (Linux); elsewhere only no-network.ts applies. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const UNSHARE = '/usr/bin/unshare';
const OWN_NETWORK = ['--map-root-user', '--net', '--'];

let possible: boolean | undefined;

/** Whether this machine permits it; checked once, since containers often do not. */
function isPossible(): boolean {
  possible ??=
    existsSync(UNSHARE) && spawnSync(UNSHARE, [...OWN_NETWORK, '/bin/true'], { timeout: 5_000 }).status === 0;
  return possible;
}

/**
 * @param execArgv options of Node. @returns the options with which `fork` starts a child without a network, where
 * the system supports it.
 */
export const withoutNetwork = (execArgv: readonly string[]): { execPath: string; execArgv: string[] } =>
  isPossible()
    ? { execPath: UNSHARE, execArgv: [...OWN_NETWORK, process.execPath, ...execArgv] }
    : { execPath: process.execPath, execArgv: [...execArgv] };
