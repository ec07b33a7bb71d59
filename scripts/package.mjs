/**
 * `npm run package`: builds the release that runs on an empty Debian, dist/package/fascicolo-RELEASE-linux-CPU.tar.gz,
 * together with its hash and its bill of materials. The same commit gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { say } from './language.mjs';
import { ensurePackages, npmCommand, root } from './packages.mjs';
import { StepFailed, withProgress } from './progress.mjs';
import { ending } from './run-node.mjs';
import { billOfMaterials } from './sbom.mjs';
import { ensureWebBuilt } from './web-build.mjs';

const USAGE = say({
  it: 'Uso: npm run package -- [--cpu x64|arm64] [--release NOME]',
  en: 'Usage: npm run package -- [--cpu x64|arm64] [--release NAME]',
});
const target = join(root, 'dist', 'package');
/** Excluded: tests, the pages' sources (they are built) and developer tools. */
const LEFT_OUT = /\.(test|suite)\.tsx?$|(^|\/)tsconfig\.json$|^src\/web(\/|$)|\.build-stamp$|^deploy\/etc/;
const PAGES = ['README', 'ARCHITECTURE', 'CONTRIBUTING', 'CHANGELOG', 'SECURITY', 'LICENSE'].map(
  (name) => `${name}.md`,
);
const BROUGHT = ['src', 'db', 'dist/web', 'deploy', 'docs', ...PAGES, '.npmrc'];

/** @returns {{ cpu: string, release?: string }} @throws {StepFailed} */
function readArguments(args) {
  const asked = { cpu: process.arch };
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i]?.slice(2);
    const value = args[i + 1];
    const known = args[i] === '--cpu' ? ['x64', 'arm64'].includes(value) : /^[\w.-]+$/.test(value ?? '');
    if (!['--cpu', '--release'].includes(args[i]) || !known) throw new StepFailed(USAGE);
    asked[name] = value;
  }
  return asked;
}

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Named after version, day and commit, so that releases sort by age and each has a separate folder. */
function identify(manifest) {
  try {
    const date = new Date(Number(git('log', '-1', '--format=%ct')) * 1000);
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '.changed';
    const day = date.toISOString().slice(0, 10).replaceAll('-', '');
    return { date, release: `${manifest.version}-${day}.${git('rev-parse', '--short=8', 'HEAD')}${changed}` };
  } catch {
    return { date: new Date(), release: manifest.version };
  }
}

function bringSources(folder) {
  for (const name of BROUGHT) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path.slice(root.length + 1)),
    });
  }
}

/** Only the server's packages, from the lockfile and for this processor; package scripts do not run. */
async function bringPackages(folder, manifest, { cpu, release }) {
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const { command, before } = npmCommand();
  const only = ['--omit=dev', '--include=optional', '--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  const args = ['ci', '--ignore-scripts', ...only, '--prefer-offline', '--no-audit', '--no-fund', '--no-progress'];
  const title = say({ it: 'Prendo i pacchetti del server', en: 'Fetching the packages of the server' });
  await withProgress(title, command, [...before, ...args], { cwd: folder });
  // Unneeded files of the installation itself; Node's headers and manuals are 68 MB.
  for (const path of [`node-linux-${cpu}/include`, `node-linux-${cpu}/share`, '.package-lock.json', '.bin']) {
    rmSync(join(folder, 'node_modules', path), { recursive: true, force: true });
  }
  for (const name of ['package-lock.json', '.npmrc']) rmSync(join(folder, name));
  const { name, type, license, imports, dependencies } = manifest;
  // The version shown by pages, doctor and backups, which distinguishes two releases of one version.
  const rest = { name, version: release, private: true, type, license, imports, dependencies };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(rest, null, 2)}\n`);
}

/** The single command, with the options of the server's Node (docs/decisions/0058) written into it. */
function writeCommand(folder, cpu) {
  const { options, environment } = JSON.parse(readFileSync(join(root, 'scripts/server-node.json'), 'utf8'));
  const exports = Object.entries(environment).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`);
  const text = readFileSync(join(folder, 'deploy/fascicolo.in'), 'utf8')
    .replace('@NODE@', `node-linux-${cpu}`)
    .replaceAll('@OPTIONS@', options.join(' '))
    .replace('@ENVIRONMENT@', exports.join('\n'));
  rmSync(join(folder, 'deploy/fascicolo.in'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/fascicolo'), text);
  chmodSync(join(folder, 'bin/fascicolo'), 0o755);
  // Image builders look for it next to the files that they copy.
  renameSync(join(folder, 'deploy/.dockerignore'), join(folder, '.dockerignore'));
}

function archive(folder, date) {
  const file = `${folder}.tar.gz`;
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
  const time = `--mtime=@${Math.floor(date.getTime() / 1000)}`;
  const options = [...order, time, '--use-compress-program=gzip -n', '-cf', file, '-C', target, basename(folder)];
  execFileSync('tar', options, { stdio: 'inherit' });
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${hash}  ${basename(file)}\n`);
  return file;
}

await ending(async () => {
  const { cpu, release: named } = readArguments(process.argv.slice(2));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { date, release: own } = identify(manifest);
  const release = named ?? own;
  await ensureWebBuilt(await ensurePackages());
  const folder = join(target, `fascicolo-${release}-linux-${cpu}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  bringSources(folder);
  await bringPackages(folder, manifest, { cpu, release });
  writeCommand(folder, cpu);
  writeFileSync(join(folder, 'RELEASE'), `${release}\n`);
  const bill = billOfMaterials(release, date, { os: 'linux', cpu, libc: 'glibc' });
  writeFileSync(join(folder, 'sbom.cdx.json'), bill);
  writeFileSync(`${folder}.cdx.json`, bill);
  const file = archive(folder, date);
  const megabytes = Math.round(readFileSync(file).length / 1_048_576);
  const count = readdirSync(join(folder, 'node_modules')).length;
  const packages = say({ it: `${count} cartelle di pacchetti`, en: `${count} folders of packages` });
  console.log(`\n${file}\n${megabytes} MB, ${packages}`);
});
