/** `npm run bench`: measures the product as started in production, with its web pages built. */
import { ensurePackages } from './packages.mjs';
import { ending, runNode } from './run-node.mjs';
import { ensureWebBuilt } from './web-build.mjs';

await ending(async () => {
  const node = await ensurePackages();
  await ensureWebBuilt(node);
  return runNode(node, ['tools/main.ts', 'bench', ...process.argv.slice(2)]);
});
