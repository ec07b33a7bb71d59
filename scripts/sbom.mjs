/** `npm run sbom`: prints the components of the product as CycloneDX: the server's packages and those built into the pages. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand, root } from './packages.mjs';

/** @typedef {{ os: string, cpu: string, libc: string }} Target */

/** @returns {Target} this machine; what is released runs on Debian. */
export const thisTarget = () => ({ os: process.platform, cpu: process.arch, libc: 'glibc' });

function sourcesOfPages() {
  return readdirSync(join(root, 'src/web'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css|html)$/.test(entry.name))
    .filter((entry) => !/\.(test|suite|mocks|d)\.|^vite\./.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** Development packages whose code the build puts into the pages: `npm sbom --omit dev` does not list them. */
function packagesOfPages(manifest) {
  const sources = sourcesOfPages();
  const spellings = (name) => ["'", '"'].flatMap((quote) => [`${quote}${name}${quote}`, `${quote}${name}/`]);
  const imported = (name) => sources.some((text) => spellings(name).some((spelling) => text.includes(spelling)));
  return Object.fromEntries(Object.entries(manifest.devDependencies).filter(([name]) => imported(name)));
}

/** Omits optional peer dependencies, which are not shipped. */
function withoutOptionalPeers({ peerDependencies = {}, peerDependenciesMeta = {}, ...entry }) {
  const needed = Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional);
  return { ...entry, peerDependencies: Object.fromEntries(needed) };
}

const fits = (list, value) => list === undefined || list.includes(value);

/**
 * @param {string} version of the release.
 * @param {Date} date of the release: the same source gives the same bytes.
 * @param {Target} target packages for other systems are left out.
 * @returns {string} CycloneDX as JSON.
 */
export function billOfMaterials(version, date, target) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { name, optionalDependencies, overrides } = manifest;
  const dependencies = { ...manifest.dependencies, ...packagesOfPages(manifest) };
  const shipped = { name, version, dependencies, optionalDependencies, overrides };
  const packages = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .filter(([, { os, cpu, libc }]) => fits(os, target.os) && fits(cpu, target.cpu) && fits(libc, target.libc))
    .map(([path, entry]) => [path, withoutOptionalPeers(entry)]);
  const ground = mkdtempSync(join(tmpdir(), 'fascicolo-sbom-'));
  try {
    // npm takes the product's name from the folder.
    const folder = join(ground, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(shipped));
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...lock, version, packages: { '': shipped, ...Object.fromEntries(packages) } }),
    );
    const { command, before } = npmCommand();
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
    const bill = JSON.parse(
      execFileSync(command, [...before, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 67_108_864 }),
    );
    bill.metadata.timestamp = date.toISOString();
    const hash = createHash('sha256').update(JSON.stringify(bill.components)).update(version).digest('hex');
    bill.serialNumber = `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
    return `${JSON.stringify(bill, null, 2)}\n`;
  } finally {
    rmSync(ground, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  process.stdout.write(billOfMaterials(version, new Date(), thisTarget()));
}
