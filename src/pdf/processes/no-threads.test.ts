/** A thread and a process that cannot start others. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const refuses = `
  const { parentPort } = require('node:worker_threads');
  import(process.argv[2]).then(async ({ refuseThreads }) => {
    refuseThreads();
    const { Worker } = await import('node:worker_threads');
    const told = [Worker, require('node:worker_threads').Worker].map((Thread) => {
      try {
        new Thread('', { eval: true, execArgv: [] });
        return 'started';
      } catch (error) {
        return error.message;
      }
    });
    parentPort.postMessage(told);
  });`;

it('starts no thread or process, however the class is obtained', async () => {
  const thread = new Worker(refuses, { eval: true, argv: [new URL('./no-threads.ts', import.meta.url).href] });
  const [told] = await once(thread, 'message');
  await thread.terminate();
  expect(told).toEqual(Array(2).fill('This process starts no further threads.'));
});
