/** `npm run dev`: the server starts anew when its sources change, and the web pages are built anew when theirs do. */
import { spawn } from 'node:child_process';
import { commandOf, ensurePackages, environmentWith, root } from './packages.mjs';
import { passSignals, StepFailed } from './progress.mjs';
import { ensureWebBuilt, viteArguments } from './web-build.mjs';

try {
  const node = await ensurePackages();
  await ensureWebBuilt(node);
  const run = (args) => spawn(node, args, { cwd: root, env: environmentWith(node), stdio: 'inherit' });
  const children = [
    run([commandOf('vite'), ...viteArguments, '--watch']),
    run(['--watch', 'src/main.ts', ...process.argv.slice(2)]),
  ];
  for (const child of children) {
    passSignals(child);
    // One without the other is no use: when either ends, so does the other.
    child.once('exit', () => {
      for (const other of children) if (other !== child) other.kill('SIGTERM');
    });
  }
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
