/** Starts the product for a test: unchanged, except for a clock that the test moves through the pipe between the two processes. */
import { readConfig } from '../../../src/settings/config.ts';
import { start } from '../../../src/start.ts';

let offsetMs = 0;
process.on('message', (seconds: number) => {
  offsetMs += seconds * 1000;
  process.send?.(offsetMs);
});
// The parent process keeps it alive, not the pipe.
process.channel?.unref();

await start(readConfig(process.env), (clock) => ({
  now: () => new Date(clock.now().getTime() + offsetMs),
  stop: () => clock.stop(),
}));
