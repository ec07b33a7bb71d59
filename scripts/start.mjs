/** `npm start`: installs what is missing, builds the web pages, starts the server; works on Node 20 and on Node 24. */
import { spawn } from 'node:child_process';
import { ensurePackages, environmentWith, root } from './packages.mjs';
import { exitCodeOf, passSignals, StepFailed } from './progress.mjs';
import { ensureWebBuilt } from './web-build.mjs';

try {
  const node = await ensurePackages();
  await ensureWebBuilt(node);
  process.exitCode = await serve(node);
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

/** @returns {Promise<number>} the server's own exit code. */
function serve(node) {
  return new Promise((resolve, reject) => {
    const server = spawn(node, ['src/main.ts', ...process.argv.slice(2)], {
      cwd: root,
      env: environmentWith(node),
      stdio: 'inherit',
    });
    const release = passSignals(server);
    server.once('error', (error) => reject(new StepFailed(`Il server non parte: ${error.message}`)));
    server.once('exit', (code, signal) => {
      release();
      resolve(exitCodeOf({ code, signal }));
    });
  });
}
