/**
 * `npm run screenshots`: a picture of every page and dialog, 1440, 820 and 390 px wide, light and dark, into screenshots/.
 * `npm run screenshots -- wizard signer` takes those of the parts that have these words in their names, and keeps the others.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureForeignPrograms } from './foreign-programs.mjs';
import { commandOf, ensurePackages, environmentWith, root } from './packages.mjs';
import { exitCodeOf, passSignals, StepFailed } from './progress.mjs';
import { ensureWebBuilt } from './web-build.mjs';

const folder = join(root, 'screenshots');
/** Journeys that look at their pages themselves: generated papers and their templates, handwriting, places of signatures, papers of several. */
const BESIDE = [
  'generated.spec',
  'handwriting.spec',
  'papers.spec',
  'qr-scan.spec',
  'signature-places.spec',
  'several.spec',
];
const parts = process.argv.slice(2).map((word) => `crawl-${word}`);

try {
  const node = await ensurePackages();
  const found = await ensureForeignPrograms();
  await ensureWebBuilt(node);
  if (parts.length === 0) rmSync(folder, { recursive: true, force: true });
  process.exitCode = await crawl(node, found);
  console.log(`Le immagini sono in ${folder}`);
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

/** The crawl that judges every page also takes their pictures. @returns {Promise<number>} its exit code. */
function crawl(node, found) {
  return new Promise((resolve, reject) => {
    const chosen = parts.length > 0 ? parts : ['crawl-', ...BESIDE];
    const run = spawn(node, [commandOf('@playwright/test', 'playwright'), 'test', ...chosen, '--reporter=list'], {
      cwd: root,
      env: environmentWith(node, { ...found, FASCICOLO_SCREENSHOTS: folder }),
      stdio: 'inherit',
    });
    const release = passSignals(run);
    run.once('error', reject);
    run.once('exit', (code, signal) => {
      release();
      resolve(exitCodeOf({ code, signal }));
    });
  });
}
