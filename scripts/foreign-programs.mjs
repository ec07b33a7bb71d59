/** Finds the browser, the foreign validators and PostgreSQL that the tests need; on Debian, as root, installs missing ones. */
import { execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { StepFailed } from './progress.mjs';

const OLDEST_POSTGRES = 15;
/** The headless browser: the same pages for a sixth less work, but without a PDF viewer. */
const WINDOWLESS = 'chromium-headless-shell';
const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function findChromium() {
  const asked = process.env.CHROMIUM;
  if (asked) {
    if (existsSync(asked)) return asked;
    throw new StepFailed(`CHROMIUM names ${asked}, which does not exist.`);
  }
  return browsers.map(onPath).find(Boolean);
}

function findPostgres() {
  const asked = process.env.PG_BIN;
  if (asked) {
    if (existsSync(join(asked, 'initdb'))) return join(asked, 'initdb');
    throw new StepFailed(`PG_BIN names ${asked}, where there is no initdb.`);
  }
  const folder = '/usr/lib/postgresql';
  const majors = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  const fitting = majors.find((major) => major >= OLDEST_POSTGRES && existsSync(join(folder, `${major}/bin/initdb`)));
  return fitting && join(folder, `${fitting}/bin/initdb`);
}

const share = (path) => existsSync(`/usr/share/${path}`);
const sbin = (name) => existsSync(`/usr/sbin/${name}`);
const phpModule = (name) =>
  existsSync('/usr/lib/php') && readdirSync('/usr/lib/php').some((api) => existsSync(`/usr/lib/php/${api}/${name}.so`));
const within = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);
/** Debian keeps modules with compiled parts in a folder of the architecture and Perl's version. */
const perlModule = (name) =>
  ['/usr/share/perl5', ...within('/usr/lib').flatMap((folder) => within(join(folder, 'perl5')))].some((folder) =>
    existsSync(join(folder, `${name.replaceAll('::', '/')}.pm`)),
  );
const jar = (name) => share(`java/${name}.jar`);

/** @typedef {[name: string, use: string, find: () => unknown, debian: string]} Program the program, its purpose, how to find it, and Debian's package. */

/** @type {Program[]} */
const always = [
  ['Chromium', 'journeys', findChromium, 'chromium'],
  ['pdfsig', 'foreign validation', () => onPath('pdfsig'), 'poppler-utils'],
  ['qpdf', 'foreign validation', () => onPath('qpdf'), 'qpdf'],
  ['openssl', 'foreign validation', () => onPath('openssl'), 'openssl'],
  ['certutil', 'trust for pdfsig', () => onPath('certutil'), 'libnss3-tools'],
  ['mutool', 'foreign validation', () => onPath('mutool'), 'mupdf-tools'],
  ['Ghostscript', 'foreign validation', () => onPath('gs'), 'ghostscript'],
  ['Java', 'foreign validation', () => onPath('javac'), 'default-jdk-headless'],
  ['PDFBox', 'foreign validation', () => jar('pdfbox2'), 'libpdfbox2-java'],
  ['BouncyCastle', 'foreign validation', () => jar('bcpkix'), 'libbcpkix-java'],
  ['pkcs11-tool', 'keys in a token', () => onPath('pkcs11-tool'), 'opensc'],
  ['SoftHSM', 'a token for tests', () => onPath('softhsm2-util'), 'softhsm2'],
  [`PostgreSQL ${OLDEST_POSTGRES}`, 'server tests', findPostgres, 'postgresql-15'],
];

/** What `npm run test:all` needs in addition. @type {Program[]} */
const broadly = [
  ['iText', 'files of others', () => jar('itext5'), 'libitext5-java'],
  ['iText 2', 'files of others', () => jar('itext'), 'libitext-java'],
  [
    'Liberation Sans',
    'files of others',
    () => share('fonts/truetype/liberation/LiberationSans-Regular.ttf'),
    'fonts-liberation',
  ],
  ['PoDoFo', 'files of others', () => onPath('podofosign'), 'libpodofo-utils'],
  ['LibreOffice', 'files of others', () => onPath('soffice'), 'libreoffice'],
  ['pdftk', 'files of others', () => onPath('pdftk'), 'pdftk-java'],
  ['wkhtmltopdf', 'files of others', () => onPath('wkhtmltopdf'), 'wkhtmltopdf'],
  ['Exim', 'a mail server', () => sbin('exim4'), 'exim4-daemon-heavy'],
  ['PHP', 'SimpleSAMLphp', () => onPath('php'), 'php-cli'],
  ...['xml', 'sqlite3', 'curl', 'mbstring'].map((name) => [
    `PHP's ${name}`,
    'SimpleSAMLphp',
    () => phpModule(name),
    `php-${name}`,
  ]),
  ['SimpleSAMLphp', 'sign-in at another provider', () => share('simplesamlphp/www'), 'simplesamlphp'],
  ['LemonLDAP::NG', 'sign-in at another provider', () => share('lemonldap-ng/portal'), 'liblemonldap-ng-portal-perl'],
  ...[
    ['Lasso', 'liblasso-perl'],
    ['XML::Simple', 'libxml-simple-perl'],
    ['IO::String', 'libio-string-perl'],
    ['Unicode::String', 'libunicode-string-perl'],
    ['MIME::Entity', 'libmime-tools-perl'],
    ['IPC::Run', 'libipc-run-perl'],
    ['String::Random', 'libstring-random-perl'],
    ['Glib', 'libglib-perl'],
    ['GD::SecurityImage', 'libgd-securityimage-perl'],
    ['Image::Magick', 'libimage-magick-perl'],
  ].map(([name, debian]) => [name, 'LemonLDAP::NG', () => perlModule(name), debian]),
  ['Kannel', 'an SMS gateway', () => sbin('bearerbox'), 'kannel'],
  ['Net::SMPP', 'an SMS centre', () => perlModule('Net::SMPP'), 'libnet-smpp-perl'],
  ['Ceph’s gateway', 'a bucket', () => onPath('radosgw'), 'radosgw'],
  ...['mon', 'osd'].map((name) => [`ceph-${name}`, 'a bucket', () => onPath(`ceph-${name}`), `ceph-${name}`]),
  ['ceph', 'a bucket', () => onPath('ceph'), 'ceph-common'],
  ...['proxy', 'object', 'container', 'account'].map((name) => [
    `Swift's ${name} server`,
    'a bucket without locks',
    () => onPath(`swift-${name}-server`),
    `swift-${name}`,
  ]),
  ['memcached', 'Swift', () => onPath('memcached'), 'memcached'],
  ['nginx', 'a proxy', () => sbin('nginx'), 'nginx-light'],
  ['HAProxy', 'a proxy', () => sbin('haproxy'), 'haproxy'],
  ['systemd-analyze', 'units', () => onPath('systemd-analyze'), 'systemd'],
  ['buildah', 'the image', () => onPath('buildah'), 'buildah'],
  ['debootstrap', 'the image', () => sbin('debootstrap'), 'debootstrap'],
  ['docker-compose', 'the composition', () => onPath('docker-compose'), 'docker-compose'],
  ['ShellCheck', 'scripts of the installation', () => onPath('shellcheck'), 'shellcheck'],
  ['strace', 'what the units allow', () => onPath('strace'), 'strace'],
];

/**
 * @param {boolean} broad whether the tests of `npm run test:all` are to run.
 * @returns {Promise<NodeJS.ProcessEnv>} the environment the tests need: CHROMIUM, and CHROMIUM_WINDOWLESS where it is available.
 * @throws {StepFailed} with the exact command to run when something is missing and cannot be installed from here.
 */
export async function ensureForeignPrograms(broad = false) {
  const missing = [...always, ...(broad ? broadly : [])].filter(([, , find]) => !find());
  if (missing.length > 0) await bring(missing);
  await bringWindowless();
  const windowless = process.env.CHROMIUM ? undefined : onPath(WINDOWLESS);
  return { CHROMIUM: findChromium(), ...(windowless ? { CHROMIUM_WINDOWLESS: windowless } : {}) };
}

/** Where it is not available, the installed browser is used instead. */
async function bringWindowless() {
  const aptGet = onPath('apt-get');
  if (process.env.CHROMIUM || onPath(WINDOWLESS) || !aptGet || process.getuid?.() !== 0) return;
  try {
    await apt(aptGet, ['update']);
    await install(aptGet, [WINDOWLESS]);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.log(`${WINDOWLESS} could not be installed: the journeys run in ${findChromium()}.`);
  }
}

async function bring(missing) {
  const packages = [...new Set(missing.map(([, , , debian]) => debian))];
  const names = missing.map(([name, use]) => `${name} (${use})`).join(', ');
  const aptGet = onPath('apt-get');
  const command = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (!aptGet) {
    throw new StepFailed(
      `Missing on this machine: ${names}.\nInstall them by the system's package manager (on Debian: sudo ${command}), ` +
        'or name a browser by CHROMIUM=/path and PostgreSQL by PG_BIN=/path/of/bin; then run the same command again.',
    );
  }
  if (process.getuid?.() !== 0) {
    throw new StepFailed(
      `Missing on this machine: ${names}.\nRun this, then the same command again:\n\n  sudo sh -c '${command}'\n`,
    );
  }
  console.log(`Missing on this machine: ${names}. Installing by apt-get …`);
  if (packages.includes('postgresql-15')) withoutMainCluster();
  await apt(aptGet, ['update']);
  await install(aptGet, available(packages));
  const still = missing.filter(([, , find]) => !find());
  if (still.length > 0) {
    throw new StepFailed(
      `Still missing after apt-get: ${still.map(([name]) => name).join(', ')}. Install it by hand, ` +
        'or set CHROMIUM or PG_BIN, and run the same command again.',
    );
  }
}

/** Newer Debian releases ship a newer PostgreSQL under the unversioned package name. */
function available(packages) {
  return packages.map((name) => {
    if (name !== 'postgresql-15') return name;
    try {
      const policy = execFileSync('apt-cache', ['policy', name], { encoding: 'utf8' });
      return /Candidate: \d/.test(policy) ? name : 'postgresql';
    } catch {
      return name;
    }
  });
}

/** Debian's package would immediately start its own server; the tests run a private one instead. */
function withoutMainCluster() {
  const folder = '/etc/postgresql-common/createcluster.d';
  if (existsSync('/etc/postgresql-common')) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'no-main-cluster.conf'), 'create_main_cluster = false\n');
}

const install = (aptGet, packages) =>
  withoutServices(() => apt(aptGet, ['install', '-y', '--no-install-recommends', ...packages]));

const POLICY = '/usr/sbin/policy-rc.d';
const NO_SERVICE = '#!/bin/sh\n# While npm installs what its tests need, no package starts a service.\nexit 101\n';

/**
 * Debian asks this file whether a package may start its service. An existing file is not changed.
 * @param {() => Promise<T>} install @param {string} [path] for tests. @returns {Promise<T>} @template T
 */
export async function withoutServices(install, path = POLICY) {
  // Our own policy may have been left by a killed run.
  const theirs = existsSync(path) && readFileSync(path, 'utf8') !== NO_SERVICE;
  if (theirs) return install();
  const away = () => rmSync(path, { force: true });
  writeFileSync(path, NO_SERVICE);
  chmodSync(path, 0o755);
  process.once('exit', away);
  try {
    return await install();
  } finally {
    process.off('exit', away);
    away();
  }
}

function apt(aptGet, args) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn(aptGet, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    const failed = () => reject(new StepFailed(`apt-get ${args.join(' ')} failed: see its words above.`));
    child.once('error', failed);
    child.once('exit', (code) => (code === 0 ? resolve() : failed()));
  });
}
