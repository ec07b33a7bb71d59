/**
 * `npm run screenshots`: a picture of every page and dialog, 1440, 820 and 390 px wide, light and dark, into
 * screenshots/.
 * `npm run screenshots -- wizard signer` takes only those of parts whose names contain these words, and keeps the
 * others.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureForeignPrograms } from './foreign-programs.mjs';
import { say } from './language.mjs';
import { commandOf, ensurePackages, root } from './packages.mjs';
import { ending, runNode } from './run-node.mjs';
import { ensureWebBuilt } from './web-build.mjs';

const folder = join(root, 'screenshots');
const journeys = join(root, 'test/journeys');
/** Every journey that looks at a page (test/journeys/support/inspection.ts), the crawl's and others. */
const looking = () =>
  readdirSync(journeys, { recursive: true }).filter(
    (name) =>
      name.endsWith('.spec.ts') &&
      /\b(look|glance|onPhone|onDesk|laptops)\(/.test(readFileSync(join(journeys, name), 'utf8')),
  );
const parts = process.argv.slice(2).map((word) => `crawl-${word}`);

await ending(async () => {
  const node = await ensurePackages();
  const found = await ensureForeignPrograms();
  await ensureWebBuilt(node);
  if (parts.length === 0) rmSync(folder, { recursive: true, force: true });
  // The crawl that checks every page also takes their pictures.
  const chosen = parts.length > 0 ? parts : looking();
  const code = await runNode(
    node,
    [commandOf('@playwright/test', 'playwright'), 'test', ...chosen, '--reporter=list'],
    {
      ...found,
      FASCICOLO_SCREENSHOTS: folder,
    },
  );
  console.log(say({ it: `Le immagini sono in ${folder}`, en: `The pictures are in ${folder}` }));
  return code;
});
