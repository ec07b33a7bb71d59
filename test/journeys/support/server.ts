/** The product as a test starts it: the same, but for a clock that the test moves through the pipe between the two processes. */
import { readConfig } from '../../../src/settings/config.ts';
import { start } from '../../../src/start.ts';

let ahead = 0;
process.on('message', (seconds: number) => {
  ahead += seconds * 1000;
  process.send?.(ahead);
});
// Whoever started it keeps it alive, not the pipe.
process.channel?.unref();

await start(readConfig(process.env), (clock) => ({
  now: () => new Date(clock.now().getTime() + ahead),
  stop: () => clock.stop(),
}));
