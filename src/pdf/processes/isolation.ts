/** A process of its own network, with nothing in it, where the system gives one (Linux namespaces); elsewhere no-network.ts must do. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const UNSHARE = '/usr/bin/unshare';
const OWN_NETWORK = ['--map-root-user', '--net', '--'];

let possible: boolean | undefined;

/** Whether this machine lets us; asked once, for containers often do not. */
function isPossible(): boolean {
  possible ??=
    existsSync(UNSHARE) && spawnSync(UNSHARE, [...OWN_NETWORK, '/bin/true'], { timeout: 5_000 }).status === 0;
  return possible;
}

/** @param execArgv options of Node. @returns what `fork` takes to start a child with them and without a network. */
export const withoutNetwork = (execArgv: readonly string[]): { execPath: string; execArgv: string[] } =>
  isPossible()
    ? { execPath: UNSHARE, execArgv: [...OWN_NETWORK, process.execPath, ...execArgv] }
    : { execPath: process.execPath, execArgv: [...execArgv] };
