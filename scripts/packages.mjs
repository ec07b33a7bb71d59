/** Makes node_modules match the lockfile and finds the Node 26 that runs the product; works on Node 20. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from './language.mjs';
import { StepFailed, withProgress } from './progress.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const record = join(modules, '.fascicolo-lock');
const WANTED_NODE = 26;
const OLDEST_NODE = 20;
const OLDEST_NPM = 9;

/** Refuses a Node or npm that is too old to install. @throws {StepFailed} */
export function checkVersions() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) {
    throw new StepFailed(
      say({
        it: `Questo è Node ${process.versions.node}. Per installarsi Fascicolo vuole Node ${OLDEST_NODE} o più recente: https://nodejs.org.`,
        en: `This is Node ${process.versions.node}. To be installed Fascicolo needs Node ${OLDEST_NODE} or newer: https://nodejs.org.`,
      }),
    );
  }
  const npm = /\bnpm\/(\d+)\.(\S+)/.exec(process.env.npm_config_user_agent ?? '');
  if (npm && Number(npm[1]) < OLDEST_NPM) {
    throw new StepFailed(
      say({
        it: `Questo è npm ${npm[1]}.${npm[2]}. Fascicolo vuole npm ${OLDEST_NPM} o più recente: esegui "npm install --global npm@10".`,
        en: `This is npm ${npm[1]}.${npm[2]}. Fascicolo needs npm ${OLDEST_NPM} or newer: run "npm install --global npm@10".`,
      }),
    );
  }
}

/**
 * Installs from the lockfile when needed.
 * @returns {Promise<string>} the path of the Node that runs the product.
 * @throws {StepFailed} with what to do.
 */
export async function ensurePackages() {
  checkVersions();
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
  if (readRecord() !== wanted) {
    if (!sameAsInstalled(JSON.parse(lock.toString('utf8')))) await install(lock);
    requireRunnable(findNode());
    writeFileSync(record, `${wanted}\n`);
  }
  return requireNode();
}

function readRecord() {
  try {
    return readFileSync(record, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Whether node_modules, possibly created by a plain `npm ci`, already matches the lockfile. */
function sameAsInstalled(lock) {
  let installed;
  try {
    installed = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  const same = Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === entry.version && found.integrity === entry.integrity : entry.optional === true;
  });
  return same && findNode() !== undefined;
}

async function install(lock) {
  const { packages } = JSON.parse(lock.toString('utf8'));
  const wanted = Object.keys(packages).filter((path) => path !== '' && !packages[path].optional);
  // Included explicitly: NODE_ENV=production would otherwise omit what the build needs.
  const whole = ['--include=dev', '--include=optional'];
  const args = ['ci', '--ignore-scripts', ...whole, '--no-audit', '--no-fund', '--no-progress'];
  const { command, before } = npmCommand();
  const detail = () => {
    const there = wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length;
    const all = wanted.length;
    if (there === 0) return say({ it: 'scaricamento', en: 'downloading' });
    return say({ it: `${there} di ${all}`, en: `${there} of ${all}` });
  };
  try {
    const title = say({ it: 'Installo i pacchetti', en: 'Installing the packages' });
    await withProgress(title, command, [...before, ...args], { cwd: root, detail });
  } catch (error) {
    throw new StepFailed(
      `${error.message}\n${say({
        it: 'I pacchetti non si installano. Controlla il collegamento al registro di npm (e il proxy: "npm config list"), che ci sia 1 GB libero su disco e che nessun altro Fascicolo sia in funzione in questa cartella; poi ripeti lo stesso comando.',
        en: 'The packages cannot be installed. Check the connection to the npm registry (and the proxy: "npm config list"), that 1 GB is free on the disk and that no other Fascicolo runs in this folder; then repeat the same command.',
      })}`,
    );
  }
}

/** npm as named in its own environment, run by the Node outside node_modules: `npm ci` removes the one inside. */
export function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return { command: process.env.npm_node_execpath ?? process.execPath, before: [script] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', before: [] };
}

/** @returns {string | undefined} the packaged Node 26, else the running Node when it is new enough. */
export function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const packaged = join(modules, `node-${system}-${process.arch}`, 'bin', system === 'win' ? 'node.exe' : 'node');
  if (existsSync(packaged)) return packaged;
  return Number(process.versions.node.split('.')[0]) >= WANTED_NODE ? process.execPath : undefined;
}

function requireNode() {
  const node = findNode();
  if (node) return node;
  const machine = `${process.platform}-${process.arch}`;
  const isInstalled = existsSync(join(modules, '.package-lock.json'));
  throw new StepFailed(
    say({
      it: `Fascicolo gira su Node ${WANTED_NODE}, e per ${machine} non ce n'è uno pronto${isInstalled ? ' in node_modules (dipendenze facoltative escluse?)' : ''}. Installa Node ${WANTED_NODE} (https://nodejs.org) e ripeti lo stesso comando.`,
      en: `Fascicolo runs on Node ${WANTED_NODE}, and there is none for ${machine}${isInstalled ? ' in node_modules (were optional dependencies left out?)' : ''}. Install Node ${WANTED_NODE} (https://nodejs.org) and repeat the same command.`,
    }),
  );
}

/** A packaged Node may be built for another C library (Alpine): report that here rather than fail obscurely later. */
function requireRunnable(node) {
  if (!node || node === process.execPath) return;
  try {
    execFileSync(node, ['--version'], { stdio: 'ignore' });
  } catch {
    throw new StepFailed(
      say({
        it: `Il Node pronto non funziona su questo sistema (${node}). Installa Node ${WANTED_NODE} con i mezzi del sistema, esegui "npm ci --ignore-scripts --omit=optional" e ripeti lo stesso comando.`,
        en: `The packaged Node does not work on this system (${node}). Install Node ${WANTED_NODE} by the system's own means, run "npm ci --ignore-scripts --omit=optional" and repeat the same command.`,
      }),
    );
  }
}

/** @returns {NodeJS.ProcessEnv} this environment with the product's Node first on the path. */
export function environmentWith(node, extra = {}) {
  const path = [dirname(node), join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter);
  // Keep Node's compile cache: each later start of a server takes a second less.
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'node-compile');
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled, ...extra };
}

/** @returns {string} the script of a command that a package offers, to be run by Node. */
export function commandOf(packageName, command = packageName) {
  const folder = join(modules, packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
