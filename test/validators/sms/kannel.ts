/** Kannel on loopback, by HTTP towards us and by SMPP towards a simulated SMS centre (Debian: kannel). */
// Real time: a foreign process starts and stops in it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Kannel {
  /** Of `sendsms`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function waitForPort(port: number, process: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (process.exitCode !== null) throw new Error(`The program ended with ${process.exitCode}:\n${said()}`);
    if (await accepts(port)) return;
    await wait(50);
  }
  throw new Error(`Port ${port} did not open:\n${said()}`);
}

/** Starts a program; what it says is kept for the words of a failure. */
export function launch(command: string, args: readonly string[]): { process: ChildProcess; said: () => string } {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      text = (text + String(bytes)).slice(-20_000);
    });
  }
  return { process: child, said: () => text };
}

export async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
}

/** @throws Error with the command that installs a program: a test is never skipped. */
export async function requireProgram(path: string, debian: string): Promise<void> {
  await access(path).catch(() => {
    throw new Error(`${path} is missing. Install it: sudo apt-get install -y --no-install-recommends ${debian}`);
  });
}

/** @param centre port of the SMS centre, password `segreta`. */
export async function startKannel(centre: number): Promise<Kannel> {
  await requireProgram('/usr/sbin/bearerbox', 'kannel');
  const folder = await mkdtemp(join(tmpdir(), 'kannel-'));
  const [admin, boxes, http] = [await freePort(), await freePort(), await freePort()];
  const [user, password] = ['fascicolo', 'parola & chiave+1'];
  const file = join(folder, 'kannel.conf');
  await writeFile(
    file,
    [
      `group = core\nadmin-port = ${admin}\nadmin-interface = "127.0.0.1"\nadmin-password = x\nsmsbox-port = ${boxes}`,
      `smsbox-interface = "127.0.0.1"\nbox-allow-ip = "127.0.0.1"\nstore-location = ${join(folder, 'store')}\nlog-level = 1\n`,
      `group = smsc\nsmsc = smpp\nsmsc-id = centro\nhost = 127.0.0.1\nport = ${centre}\ntransceiver-mode = true`,
      'smsc-username = kannel\nsmsc-password = segreta\nsystem-type = ""\nreconnect-delay = 1\n',
      `group = smsbox\nbearerbox-host = 127.0.0.1\nsendsms-port = ${http}\nsendsms-interface = "127.0.0.1"\nlog-level = 1\n`,
      `group = sendsms-user\nusername = ${user}\npassword = "${password}"\nmax-messages = 3\nconcatenation = true\n`,
      'group = sms-service\nkeyword = default\nmax-messages = 0\ntext = ""\n',
    ].join('\n'),
  );
  const bearer = launch('/usr/sbin/bearerbox', [file]);
  try {
    await waitForPort(boxes, bearer.process, bearer.said);
    const box = launch('/usr/sbin/smsbox', [file]);
    try {
      await waitForPort(http, box.process, box.said);
    } catch (error) {
      await stop(box.process);
      throw error;
    }
    return {
      url: `http://127.0.0.1:${http}/cgi-bin/sendsms`,
      ...{ user, password },
      async close() {
        await stop(box.process);
        await stop(bearer.process);
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stop(bearer.process);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
