/** Exim of Debian 12 on loopback with a separate folder, ports and certificates: a third-party mail server. */

// Real time: a third-party mail server starts, delivers and returns mail in its own time.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownPort } from '../hosts/server-process.ts';
import { makeCertificates, type ServerCertificates } from './certificates.ts';

/** In a constant: knip takes the path of a program that is started for a file of the project, missing where Exim is not installed. */
const EXIM = '/usr/sbin/exim4';

export const EXIM_USER = { user: 'fascicolo', password: 'segreta: con spazi e "segni"' } as const;

const configuration = (folder: string, ports: { starttls: number; implicit: number }, own: ServerCertificates) => `
primary_hostname = mail.example.it
spool_directory = ${folder}/spool
log_file_path = ${folder}/spool/%slog
pid_file_path = ${folder}/spool/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${ports.starttls} : ${ports.implicit}
tls_on_connect_ports = ${ports.implicit}
tls_advertise_hosts = *
tls_certificate = ${own.certificate}
tls_privatekey = ${own.key}
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
dsn_advertise_hosts = *
domainlist local_domains = example.it : example.com
acl_smtp_rcpt = check_rcpt
acl_smtp_data = accept
host_lookup =
rfc1413_query_timeout = 0s
queue_run_max = 2
delay_warning =

begin acl
check_rcpt:
  deny local_parts = sconosciuta
       message = Unrouteable address
  deny local_parts = sconosciuta-codice
       message = 5.1.1 no such user here
  deny local_parts = piena
       message = 5.2.2 mailbox is full
  defer local_parts = grigia
       condition = \${if exists{${folder}/grey}{no}{yes}}
       message = greylisted, try again later
  accept domains = +local_domains
  accept authenticated = *
  deny message = relay not permitted

begin routers
returned:
  driver = redirect
  allow_fail
  local_parts = rimbalza
  data = :fail: mailbox unavailable
bounces:
  driver = accept
  local_parts = bounces
  local_part_suffix = +*
  transport = bounces
inbox:
  driver = accept
  transport = inbox

begin transports
${['bounces', 'inbox']
  .map(
    (name) => `${name}:
  driver = appendfile
  maildir_format
  directory = ${folder}/${name}
  envelope_to_add
  return_path_add
  delivery_date_add
  user = Debian-exim
  group = Debian-exim
`,
  )
  .join('\n')}
begin retry
* * F,1h,3s

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{\${readfile{${folder}/user}}}}{eq{$auth3}{\${readfile{${folder}/password}}}}}}
  server_set_id = $auth2
`;

async function idsOfExim(): Promise<{ uid: number; gid: number }> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((line) => line.startsWith('Debian-exim:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error('exim4 is missing. Install it: sudo apt-get install -y --no-install-recommends exim4-daemon-heavy');
  }
  return { uid: Number(uid), gid: Number(gid) };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Retries until there is an answer. @throws Error after ten seconds. */
export async function poll<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < 200; round += 1) {
    const answer = await attempt();
    if (answer !== undefined) return answer;
    await pause(50);
  }
  throw new Error(`${what}: nothing within ten seconds`);
}

export class Exim {
  readonly folder: string;
  readonly ports: { readonly starttls: number; readonly implicit: number };
  readonly certificates: ServerCertificates;
  private process: ChildProcess | undefined;

  private constructor(folder: string, ports: Exim['ports'], certificates: ServerCertificates) {
    this.folder = folder;
    this.ports = ports;
    this.certificates = certificates;
  }

  /** @param days validity of its certificate. */
  static async start(days = 2): Promise<Exim> {
    const { uid, gid } = await idsOfExim();
    const folder = await mkdtemp(join(tmpdir(), 'exim-'));
    await chmod(folder, 0o755);
    const certificates = await makeCertificates(folder, 'server', 'IP:127.0.0.1', days);
    const ports = { starttls: await ownPort(), implicit: await ownPort() };
    for (const name of ['spool', 'bounces', 'inbox']) {
      await mkdir(join(folder, name), { mode: 0o750 });
      await chown(join(folder, name), uid, gid);
    }
    await chown(certificates.key, uid, gid);
    await writeFile(join(folder, 'user'), EXIM_USER.user);
    await writeFile(join(folder, 'password'), EXIM_USER.password);
    await writeFile(join(folder, 'exim.conf'), configuration(folder, ports, certificates));
    const exim = new Exim(folder, ports, certificates);
    await exim.launch();
    return exim;
  }

  /** Starts it, or restarts it after `stop`. */
  async launch(): Promise<void> {
    const child = spawn(EXIM, ['-C', join(this.folder, 'exim.conf'), '-bdf', '-q3s'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errorOutput = '';
    child.stderr?.on('data', (text: Buffer) => {
      errorOutput += text.toString();
    });
    this.process = child;
    await poll(`Exim does not listen: ${errorOutput}`, async () => {
      if (child.exitCode !== null) throw new Error(`Exim ended with ${child.exitCode}: ${errorOutput}`);
      return (await isListening(this.ports.starttls)) || undefined;
    });
  }

  async stop(): Promise<void> {
    const child = this.process;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  }

  /** Freezes the server: connections are accepted but never answered. */
  freeze(frozen: boolean): void {
    this.process?.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async close(): Promise<void> {
    this.freeze(false);
    await this.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The Maildir to which returned mail is delivered. */
  get bouncesDir(): string {
    return join(this.folder, 'bounces');
  }

  /** From now on the address `grigia` is accepted. */
  async endGreylisting(): Promise<void> {
    await writeFile(join(this.folder, 'grey'), '');
  }

  /** The messages for an address, as stored in the mailbox. */
  async messagesFor(address: string): Promise<Buffer[]> {
    const folder = join(this.folder, 'inbox', 'new');
    const names = (await stat(folder).catch(() => undefined)) === undefined ? [] : await readdir(folder);
    const all = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name))));
    return all.filter((message) => message.toString('latin1').includes(`Envelope-to: ${address}`));
  }

  messageFor(address: string): Promise<Buffer> {
    return poll(`No message for ${address}`, async () => (await this.messagesFor(address))[0]);
  }

  log(): Promise<string> {
    return readFile(join(this.folder, 'spool', 'mainlog'), 'utf8').catch(() => '');
  }
}
