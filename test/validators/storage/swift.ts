/** OpenStack Swift with its S3 interface, for tests of an insufficient bucket: proxy, account, container and object server on loopback. */
// Real time: it waits for the ports of other programs.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ownPort } from '#test/hosts/server-process.ts';

export const SWIFT_KEYS = { accessKeyId: 'prova:utente', secretAccessKey: 'segreto' };

const PACKAGES = 'swift-proxy swift-account swift-container swift-object';
const READY_MS = 60_000;
const KINDS = ['account', 'container', 'object'] as const;
const execute = promisify(execFile);

export class SwiftStore {
  readonly endpoint: string;
  readonly #folder: string;
  readonly #processes: ChildProcess[] = [];
  #said = '';

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.endpoint = `http://127.0.0.1:${port}`;
  }

  /** @throws Error naming the packages to install when a program is missing. */
  static async start(): Promise<SwiftStore> {
    const port = await ownPort();
    const store = new SwiftStore(await mkdtemp(join(tmpdir(), 'swift-')), port);
    try {
      await store.#begin(port);
    } catch (error) {
      await store.stop();
      throw error;
    }
    return store;
  }

  async #begin(port: number): Promise<void> {
    const folder = this.#folder;
    await mkdir(join(folder, 'devices/d'), { recursive: true });
    const ports: number[] = [];
    for (const kind of KINDS) {
      const own = await ownPort();
      ports.push(own);
      const builder = join(folder, `${kind}.builder`);
      const device = ['--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--port', String(own)];
      await this.#run('swift-ring-builder', builder, 'create', '2', '1', '0');
      await this.#run('swift-ring-builder', builder, 'add', ...device, '--device', 'd', '--weight', '1');
      await this.#run('swift-ring-builder', builder, 'rebalance');
      await writeFile(join(folder, `${kind}.conf`), serverConfiguration(folder, kind, own));
      this.#serve(`swift-${kind}-server`, join(folder, `${kind}.conf`));
    }
    await writeFile(join(folder, 'proxy.conf'), proxyConfiguration(folder, port));
    this.#serve('swift-proxy-server', join(folder, 'proxy.conf'));
    for (const own of [...ports, port]) await this.#listens(own);
  }

  async stop(): Promise<void> {
    for (const child of this.#processes) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #run(program: string, ...args: string[]): Promise<void> {
    await execute(program, args, { timeout: READY_MS, cwd: this.#folder }).catch((error: unknown) => {
      throw missing(program, error) ?? error;
    });
  }

  #serve(program: string, file: string): void {
    const child = spawn(program, [file, '-v'], { stdio: ['ignore', 'pipe', 'pipe'], cwd: this.#folder });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#said = (this.#said + text).slice(-10_000);
      });
    }
    child.once('error', (error) => {
      this.#said += String(missing(program, error) ?? error);
    });
    this.#processes.push(child);
  }

  async #listens(port: number): Promise<void> {
    for (const began = Date.now(); Date.now() - began < READY_MS; await pause(20)) {
      const socket = connect(port, '127.0.0.1');
      const open = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (open) return;
    }
    throw new Error(`Nothing listens on ${port}:\n${this.#said}`);
  }
}

function missing(program: string, error: unknown): Error | undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined;
  return new Error(`${program} is missing. Install it: sudo apt-get install -y --no-install-recommends ${PACKAGES}`);
}

const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
log_address = ${folder}/log
`;

const serverConfiguration = (folder: string, kind: string, port: number): string => `${common(folder, port)}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const proxyConfiguration = (folder: string, port: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_prova_utente = ${SWIFT_KEYS.secretAccessKey} .admin
`;
