/** Prevents a process or thread from starting further threads, whose own options could lift its permissions. */
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

export function refuseThreads(): void {
  const value = function refused(): never {
    throw new Error('This process starts no further threads.');
  };
  Object.defineProperty(threads, 'Worker', { value, writable: false, configurable: false });
  syncBuiltinESMExports();
}
