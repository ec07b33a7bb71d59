/** `npm run dev`: restarts the server when its sources change, and rebuilds the web pages when theirs do. */
import { spawn } from 'node:child_process';
import { commandOf, ensurePackages, environmentWith, root } from './packages.mjs';
import { passSignals } from './progress.mjs';
import { ending, serverEnvironment, serverOptions } from './run-node.mjs';
import { ensureWebBuilt, forgetWebBuild, watchArguments } from './web-build.mjs';

await ending(async () => {
  const node = await ensurePackages();
  // The server needs pages to start; vite builds them again at once, because only then it knows what to watch.
  await ensureWebBuilt(node);
  forgetWebBuild();
  const run = (args) =>
    spawn(node, args, { cwd: root, env: environmentWith(node, serverEnvironment), stdio: 'inherit' });
  const children = [
    run([commandOf('vite'), ...watchArguments]),
    run([...serverOptions, '--watch', 'src/main.ts', ...process.argv.slice(2)]),
  ];
  for (const child of children) {
    passSignals(child);
    // When either process ends, stop the other.
    child.once('exit', () => {
      for (const other of children) if (other !== child) other.kill('SIGTERM');
    });
  }
});
