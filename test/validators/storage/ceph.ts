/** Ceph's S3 gateway for tests: one monitor, one OSD in memory, one gateway, all on loopback and in a separate folder. */
// Real time: it waits for the ports of other programs.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ownPort } from '#test/hosts/server-process.ts';

export const CEPH_KEYS = { accessKeyId: 'AKIDCEPH', secretAccessKey: 'segreto/di+ceph' };
/** The key with which the gateway encrypts when SSE-KMS is requested. */
export const KMS_KEY = 'k1';

/** Each bucket has its own host name under it. */
export const DNS_NAME = 's3.test';
const PACKAGES = 'ceph-mon ceph-osd ceph-common radosgw';
const READY_MS = 60_000;
const execute = promisify(execFile);

export class CephGateway {
  readonly endpoint: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #processes = new Map<string, ChildProcess>();
  #said = '';

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.endpoint = `http://127.0.0.1:${port}`;
    this.#environment = { PATH: '/usr/bin:/usr/sbin:/bin:/sbin', CEPH_CONF: join(folder, 'ceph.conf') };
  }

  /** @throws Error naming the packages to install when a program is missing. */
  static async start(): Promise<CephGateway> {
    const folder = await mkdtemp(join(tmpdir(), 'ceph-'));
    const gateway = new CephGateway(folder, await ownPort());
    try {
      await gateway.#begin(await ownPort());
    } catch (error) {
      await gateway.stop();
      throw error;
    }
    return gateway;
  }

  async #begin(monitorPort: number): Promise<void> {
    const folder = this.#folder;
    const [cluster, osd] = [randomUUID(), randomUUID()];
    for (const name of ['mon', 'osd/0', 'run', 'rgw']) await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, 'ceph.conf'), configuration(folder, cluster, monitorPort, this.#port));
    const map = join(folder, 'monmap');
    const monitor = `[v2:127.0.0.1:${monitorPort}]`;
    await this.#run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', monitor, map);
    await this.#run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
    this.#serve('ceph-mon', '-i', 'a', '-f');
    await this.#listens(monitorPort);
    await this.#run('ceph', 'osd', 'new', osd, '0');
    await this.#run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    this.#serve('ceph-osd', '-i', '0', '-f');
    this.#serve('radosgw', '-n', 'client.rgw', '-f');
    await this.#listens(this.#port);
    const { accessKeyId, secretAccessKey } = CEPH_KEYS;
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
    await this.#run('radosgw-admin', 'user', 'create', '--uid', 'prova', '--display-name', 'Prova', ...keys);
  }

  /** Sets a quota so that the only user can store no more. */
  async fill(): Promise<void> {
    const scope = ['--uid', 'prova', '--quota-scope=bucket'];
    await this.#run('radosgw-admin', 'quota', 'set', ...scope, '--max-objects=1');
    await this.#run('radosgw-admin', 'quota', 'enable', ...scope);
  }

  async empty(): Promise<void> {
    await this.#run('radosgw-admin', 'quota', 'disable', '--uid', 'prova', '--quota-scope=bucket');
  }

  get port(): number {
    return this.#port;
  }

  /** Kills the gateway without warning and keeps the rest: its objects are in the OSD. */
  async kill(): Promise<void> {
    await end(this.#processes.get('radosgw'), 'SIGKILL');
  }

  async restart(): Promise<void> {
    this.#serve('radosgw', '-n', 'client.rgw', '-f');
    await this.#listens(this.#port);
  }

  /** Connections are still accepted, but not answered until the process is resumed. */
  freeze(): void {
    this.#processes.get('radosgw')?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#processes.get('radosgw')?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    for (const child of [...this.#processes.values()].reverse()) await end(child, 'SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #run(program: string, ...args: string[]): Promise<void> {
    try {
      await execute(program, args, { env: this.#environment, timeout: READY_MS });
    } catch (error) {
      throw missing(program, error) ?? new Error(`${program} ${args[0]}: ${error}\n${this.#said}`);
    }
  }

  #serve(program: string, ...args: string[]): void {
    const child = spawn(program, args, { env: this.#environment, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#said = (this.#said + text).slice(-10_000);
      });
    }
    child.once('error', (error) => {
      this.#said += String(missing(program, error) ?? error);
    });
    this.#processes.set(program, child);
  }

  async #listens(port: number): Promise<void> {
    for (const began = Date.now(); Date.now() - began < READY_MS; await pause(20)) {
      const socket = connect(port, '127.0.0.1');
      const open = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'close')]).catch(
        () => false,
      );
      socket.destroy();
      if (open === true) return;
    }
    throw new Error(`Nothing listens on ${port}:\n${this.#said}`);
  }
}

function missing(program: string, error: unknown): Error | undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined;
  return new Error(`${program} is missing. Install it: sudo apt-get install -y --no-install-recommends ${PACKAGES}`);
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/**
 * Without `ms mon client mode` the gateway hangs for five minutes; without `osd client watch timeout` every bucket
 * created after a kill waits half a minute for the dead gateway; without the two `paxos` lines the start takes ten
 * seconds longer.
 */
const configuration = (folder: string, cluster: string, monitorPort: number, port: number): string => `[global]
fsid = ${cluster}
mon initial members = a
mon host = [v2:127.0.0.1:${monitorPort}]
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
osd crush chooseleaf type = 0
paxos propose interval = 0.05
paxos min wait = 0.01
mon data avail crit = 0
mon data = ${folder}/mon/a
osd data = ${folder}/osd/0
osd objectstore = memstore
osd client watch timeout = 1
memstore device bytes = 536870912
run dir = ${folder}/run
admin socket =
log file =
log to stderr = false
err to stderr = true
crash dir = ${folder}/run
pid file =
ms bind ipv6 = false
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port}
ms mon client mode = crc
rgw dns name = ${DNS_NAME}
rgw run sync thread = false
rgw crypt require ssl = false
rgw crypt s3 kms backend = testing
rgw crypt s3 kms encryption keys = ${KMS_KEY}=${randomBytes(32).toString('base64')}
rgw data = ${folder}/rgw
`;
