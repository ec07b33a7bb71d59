/** `npm start`: installs missing packages, builds the web pages, starts the server; works on Node 20 and on Node 26. */
import { say } from './language.mjs';
import { ensurePackages } from './packages.mjs';
import { StepFailed } from './progress.mjs';
import { ending, runNode, serverEnvironment, serverOptions } from './run-node.mjs';
import { ensureWebBuilt } from './web-build.mjs';

await ending(async () => {
  const node = await ensurePackages();
  await ensureWebBuilt(node);
  const args = [...serverOptions, 'src/main.ts', ...process.argv.slice(2)];
  return runNode(node, args, serverEnvironment).catch((error) => {
    const { message } = error;
    throw new StepFailed(say({ it: `Il server non parte: ${message}`, en: `The server does not start: ${message}` }));
  });
});
