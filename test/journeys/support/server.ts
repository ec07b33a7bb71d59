/** Starts the product for a test: unchanged, except for a clock that the test moves through the pipe between the two processes. */
import { readConfig } from '../../../src/settings/config.ts';
import { start } from '../../../src/start.ts';

let ahead = 0;
process.on('message', (seconds: number) => {
  ahead += seconds * 1000;
  process.send?.(ahead);
});
// The parent process keeps it alive, not the pipe.
process.channel?.unref();

await start(readConfig(process.env), (clock) => ({
  now: () => new Date(clock.now().getTime() + ahead),
  stop: () => clock.stop(),
}));
