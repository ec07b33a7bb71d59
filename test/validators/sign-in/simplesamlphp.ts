/** SimpleSAMLphp on a free port of this machine: a third-party SAML provider as in production, with test users. */
// Real time: it waits until a third-party process listens.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ownPort } from '../../hosts/server-process.ts';

const WWW = '/usr/share/simplesamlphp/www';
const PACKAGES = 'simplesamlphp php-cli php-xml php-sqlite3 php-curl php-mbstring';

export interface ForeignProvider {
  readonly address: string;
  /** The port on which it listens, in plain HTTP. */
  readonly port: number;
  readonly entityId: string;
  /** Its output since it started. */
  output(): string;
  /** Reads our metadata and uses it for all later answers; may be called again. */
  introduce(metadata: string, options?: { encrypted?: boolean }): Promise<void>;
  /** Signs with another key from now on. */
  changeKey(pair: { key: string; certificate: string }): Promise<void>;
  stop(): Promise<void>;
}

export interface ForeignPerson {
  readonly uid: string;
  readonly password: string;
  readonly mail: string;
}

/** A value in PHP syntax. */
function php(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (Array.isArray(value)) return `[${value.map(php).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, one]) => `${/^\d+$/.test(key) ? key : php(key)} => ${php(one)}`);
    return `[${entries.join(', ')}]`;
  }
  return String(value);
}

const files = (folder: string) => ({
  write: (name: string, text: string) => writeFile(join(folder, name), text),
  writePhp: (name: string, variable: string, value: unknown) =>
    writeFile(join(folder, name), `<?php\n$${variable} = ${php(value)};\n`),
});

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['connect']),
    once(socket, 'error').then(() => ['error']),
  ]).catch(() => ['error']);
  socket.destroy();
  return event === 'connect';
}

/** PHP's workers outlive their parent, so end the whole process group. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, 'SIGTERM');
  await once(child, 'exit');
}

function configuration(folder: string, address: string) {
  return {
    baseurlpath: `${address}/`,
    certdir: `${folder}/`,
    loggingdir: `${folder}/`,
    datadir: `${folder}/`,
    tempdir: join(folder, 'tmp'),
    metadatadir: `${folder}/metadata/`,
    attributenamemapdir: '/usr/share/simplesamlphp/config/attributemap/',
    secretsalt: 'sale-di-prova',
    'auth.adminpassword': 'prova-prova',
    timezone: 'Europe/Rome',
    'admin.checkforupdates': false,
    'enable.saml20-idp': true,
    'module.enable': { exampleauth: true, core: true, saml: true },
    'logging.level': 7,
    'logging.handler': 'file',
    'store.type': 'phpsession',
    'session.cookie.name': 'SimpleSAMLSessionID',
    'session.phpsession.cookiename': 'SimpleSAML',
    'session.phpsession.httponly': true,
    'language.default': 'en',
    'metadata.sources': [{ type: 'flatfile' }, { type: 'xml', file: `${folder}/product.xml` }],
  };
}

/** @throws Error naming the command that installs it when it is missing: a check is never skipped. */
export async function startSimpleSaml(
  pair: { key: string; certificate: string },
  people: readonly ForeignPerson[],
  /**
   * `name`: the host name by which it is addressed, because browsers treat another name as another site; `front`: the
   * TLS proxy in front of it, which is then its address.
   */
  { name = '127.0.0.1', front }: { name?: '127.0.0.1' | 'localhost'; front?: string } = {},
): Promise<ForeignProvider> {
  if (!existsSync(WWW)) throw new Error(`SimpleSAMLphp is missing. Install it: sudo apt-get install -y ${PACKAGES}`);
  const folder = await mkdtemp(join(tmpdir(), 'simplesamlphp-'));
  const port = await ownPort();
  const address = front ?? `http://${name}:${port}`;
  const entityId = `${address}/entity`;
  const { write, writePhp } = files(folder);
  await Promise.all(['metadata', 'tmp', 'sessions'].map((name) => mkdir(join(folder, name))));
  const changeKey = async ({ key, certificate }: { key: string; certificate: string }) => {
    await Promise.all([write('provider.pem', key), write('provider.crt', certificate)]);
  };
  const host = (encrypted: boolean) =>
    writePhp('metadata/saml20-idp-hosted.php', 'metadata', {
      [entityId]: {
        host: '__DEFAULT__',
        privatekey: 'provider.pem',
        certificate: 'provider.crt',
        auth: 'people',
        'saml20.sign.response': true,
        'saml20.sign.assertion': true,
        'sign.logout': true,
        'redirect.sign': true,
        'redirect.validate': true,
        'validate.logout': true,
        'validate.authnrequest': true,
        'assertion.encryption': encrypted,
        NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        authproc: { 3: { class: 'saml:PersistentNameID', attribute: 'uid', identifyingAttribute: 'uid' } },
      },
    });
  await Promise.all([
    changeKey(pair),
    host(false),
    write('product.xml', '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="none"/>'),
    writePhp('config.php', 'config', configuration(folder, address)),
    writePhp('authsources.php', 'config', {
      people: {
        0: 'exampleauth:UserPass',
        ...Object.fromEntries(
          people.map(({ uid, password, mail }) => [`${uid}:${password}`, { uid: [uid], mail: [mail] }]),
        ),
      },
    }),
  ]);
  const options = ['opcache.enable=0', `session.save_path=${folder}/sessions`, 'display_errors=0'];
  const child = spawn('php', [...options.flatMap((option) => ['-d', option]), '-S', `127.0.0.1:${port}`, '-t', WWW], {
    env: { PATH: process.env.PATH, SIMPLESAMLPHP_CONFIG_DIR: folder, PHP_CLI_SERVER_WORKERS: '2' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  for (let time = 0; !(await isListening(port)); time += 1) {
    if (child.exitCode !== null || time > 200) throw new Error(`SimpleSAMLphp does not start: ${output}`);
    await pause(50);
  }
  return {
    address,
    port,
    entityId,
    output: () => output,
    async introduce(metadata, { encrypted = false } = {}) {
      await Promise.all([write('product.xml', metadata), host(encrypted)]);
    },
    changeKey,
    async stop() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
