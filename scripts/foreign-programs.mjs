/** Finds the browser, the foreign validators and PostgreSQL that the tests need; on Debian, as root, installs what is missing. */
import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StepFailed } from './progress.mjs';

const OLDEST_POSTGRES = 15;
/** The browser without windows: the same pages for a sixth less work, but no viewer of PDFs. */
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
const jar = (name) => share(`java/${name}.jar`);

/** What is needed, what for, how it is found, and Debian's package; `broad` is what `npm run test:all` alone needs. */
const programs = [
  { name: 'Chromium', use: 'journeys', find: findChromium, debian: 'chromium' },
  { name: 'pdfsig', use: 'foreign validation', find: () => onPath('pdfsig'), debian: 'poppler-utils' },
  { name: 'qpdf', use: 'foreign validation', find: () => onPath('qpdf'), debian: 'qpdf' },
  { name: 'openssl', use: 'foreign validation', find: () => onPath('openssl'), debian: 'openssl' },
  { name: 'certutil', use: 'trust for pdfsig', find: () => onPath('certutil'), debian: 'libnss3-tools' },
  { name: 'mutool', use: 'foreign validation', find: () => onPath('mutool'), debian: 'mupdf-tools' },
  { name: 'Ghostscript', use: 'foreign validation', find: () => onPath('gs'), debian: 'ghostscript' },
  { name: 'Java', use: 'foreign validation', find: () => onPath('javac'), debian: 'default-jdk-headless' },
  { name: 'PDFBox', use: 'foreign validation', find: () => jar('pdfbox2'), debian: 'libpdfbox2-java' },
  { name: 'BouncyCastle', use: 'foreign validation', find: () => jar('bcpkix'), debian: 'libbcpkix-java' },
  { name: 'iText', use: 'files of others', find: () => jar('itext5'), debian: 'libitext5-java', broad: true },
  { name: 'PoDoFo', use: 'files of others', find: () => onPath('podofosign'), debian: 'libpodofo-utils', broad: true },
  { name: 'LibreOffice', use: 'files of others', find: () => onPath('soffice'), debian: 'libreoffice', broad: true },
  { name: 'pdftk', use: 'files of others', find: () => onPath('pdftk'), debian: 'pdftk-java', broad: true },
  {
    name: 'wkhtmltopdf',
    use: 'files of others',
    find: () => onPath('wkhtmltopdf'),
    debian: 'wkhtmltopdf',
    broad: true,
  },
  {
    name: 'Exim',
    use: 'a mail server of others',
    find: () => sbin('exim4'),
    debian: 'exim4-daemon-heavy',
    broad: true,
  },
  { name: 'PHP', use: 'sign-in at another provider', find: () => onPath('php'), debian: 'php-cli', broad: true },
  {
    name: 'SimpleSAMLphp',
    use: 'sign-in at another provider',
    find: () => share('simplesamlphp/www'),
    debian: 'simplesamlphp',
    broad: true,
  },
  { name: 'Kannel', use: 'an SMS gateway', find: () => sbin('bearerbox'), debian: 'kannel', broad: true },
  {
    name: 'Net::SMPP',
    use: 'an SMS centre',
    find: () => share('perl5/Net/SMPP.pm'),
    debian: 'libnet-smpp-perl',
    broad: true,
  },
  { name: 'pkcs11-tool', use: 'keys in a token', find: () => onPath('pkcs11-tool'), debian: 'opensc' },
  { name: 'SoftHSM', use: 'a token for tests', find: () => onPath('softhsm2-util'), debian: 'softhsm2' },
  { name: `PostgreSQL ${OLDEST_POSTGRES}`, use: 'server tests', find: findPostgres, debian: 'postgresql-15' },
];

/**
 * @param {boolean} broad whether the tests of `npm run test:all` are to run.
 * @returns {Promise<NodeJS.ProcessEnv>} the environment the tests need: CHROMIUM, and CHROMIUM_WINDOWLESS where it can be had.
 * @throws {StepFailed} with the exact command to run when something is missing and cannot be installed from here.
 */
export async function ensureForeignPrograms(broad = false) {
  const missing = programs.filter((program) => (broad || !program.broad) && !program.find());
  if (missing.length > 0) await bring(missing);
  await bringWindowless();
  const windowless = process.env.CHROMIUM ? undefined : onPath(WINDOWLESS);
  return { CHROMIUM: findChromium(), ...(windowless ? { CHROMIUM_WINDOWLESS: windowless } : {}) };
}

/** Where it cannot be had, the browser that is there does the same. */
async function bringWindowless() {
  const aptGet = onPath('apt-get');
  if (process.env.CHROMIUM || onPath(WINDOWLESS) || !aptGet || process.getuid?.() !== 0) return;
  try {
    await apt(aptGet, ['update']);
    await apt(aptGet, ['install', '-y', '--no-install-recommends', WINDOWLESS]);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.log(`${WINDOWLESS} could not be had: the journeys run in ${findChromium()}.`);
  }
}

async function bring(missing) {
  const packages = missing.map((program) => program.debian);
  const names = missing.map((program) => `${program.name} (${program.use})`).join(', ');
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
  await apt(aptGet, ['install', '-y', '--no-install-recommends', ...available(packages)]);
  const still = missing.filter((program) => !program.find());
  if (still.length > 0) {
    throw new StepFailed(
      `Still missing after apt-get: ${still.map((program) => program.name).join(', ')}. Install it by hand, ` +
        'or set CHROMIUM or PG_BIN, and run the same command again.',
    );
  }
}

/** Later Debians carry a later PostgreSQL under the plain name. */
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

/** Debian's package would start a server of its own at once; the tests run a private one instead. */
function withoutMainCluster() {
  const folder = '/etc/postgresql-common/createcluster.d';
  if (existsSync('/etc/postgresql-common')) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'no-main-cluster.conf'), 'create_main_cluster = false\n');
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
