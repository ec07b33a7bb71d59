/** Builds the browser applications into dist/web, only when their sources changed since the last build. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './language.mjs';
import { commandOf, environmentWith, root } from './packages.mjs';
import { withProgress } from './progress.mjs';

const target = join(root, 'dist', 'web');
const stamp = join(target, '.build-stamp');
/** Everything that can change the result: the layers that web may import, the settings, the exact packages. */
const sources = ['src/web', 'src/domain', 'src/contract', 'src/formats', 'package.json', 'package-lock.json'];

/** The arguments of vite for a build beside the files of earlier ones. */
const viteArguments = ['build', '--config', 'src/web/vite.config.ts', '--outDir', target];
/**
 * The arguments with which vite builds at each change. It keeps the files of earlier builds: the server answers while
 * vite builds, and pages that are open fetch further files of their own build.
 */
export const watchArguments = [...viteArguments, '--watch'];

/** @returns {string} hash of the content of every source of the browser applications. */
export function sourcesHash() {
  const hash = createHash('sha256');
  const add = (path) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  const walk = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (!/\.test\.tsx?$/.test(entry.name)) add(path);
    }
  };
  for (const source of sources) source.startsWith('src/') ? walk(source) : add(source);
  return hash.digest('hex');
}

/** The next start builds anew: what `npm run dev` builds has no stamp, and lies beside older files. */
export const forgetWebBuild = () => rmSync(stamp, { force: true });

/**
 * @param {string} node the Node that runs vite.
 * @returns {Promise<boolean>} whether there was something to build.
 * @throws {import('./progress.mjs').StepFailed}
 */
export async function ensureWebBuilt(node) {
  const wanted = sourcesHash();
  let built = '';
  try {
    built = readFileSync(stamp, 'utf8').trim();
  } catch {
    // Never built, or a build was interrupted: build.
  }
  if (built === wanted) return false;
  forgetWebBuild();
  const env = environmentWith(node, { NODE_ENV: 'production' });
  const title = say({ it: 'Preparo le pagine web', en: 'Building the web pages' });
  await withProgress(title, node, [commandOf('vite'), ...viteArguments, '--emptyOutDir'], { cwd: root, env });
  mkdirSync(target, { recursive: true });
  writeFileSync(stamp, `${wanted}\n`);
  return true;
}
