/** The built-in RSP and DMS over HTTP, and a TCP proxy that injects faults in front of them. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { openBuiltInDms, openBuiltInRsp } from '#adapters/customer-search/built-in.ts';
import { DirectoriesHost, type DirectoriesSettings } from '#adapters/customer-search/directories-host.ts';
import type { DirectorySettings } from '#adapters/customer-search/http.ts';
import { readMapping } from '#adapters/customer-search/mapping.ts';

export const DEALERS = ['10001', '10002', '10009'];
export const CLIENT = { clientId: 'fascicolo', clientSecret: 'segreto: 100% di prova' };

/** Milliseconds, below a test's limit: only tests of time limits may depend on the machine's load. */
export const TIME_LIMIT_MS = 20_000;

export type Fault =
  | 'none'
  /** Connections are reset. */
  | 'down'
  /** The response never arrives. */
  | 'slow'
  /** The connection breaks before the last bytes of the response. */
  | 'cut'
  /** Bytes of the response are changed. */
  | 'wrong'
  /** The request is sent twice, and the response comes back twice. */
  | 'doubled'
  /** The proxy itself answers 429 or 503. */
  | { readonly status: 429 | 503; readonly retryAfter: string | null };

/** Works on TCP and does not parse HTTP. */
export class FaultProxy {
  fault: Fault = 'none';
  /** Limits the fault to requests whose first line contains this. */
  requestFilter = '';
  /** Limits the fault to this many requests. */
  remainingFaults = Number.POSITIVE_INFINITY;
  /** Requests received. */
  requestCount = 0;
  readonly #port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(port: number) {
    this.#port = port;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
  }

  #accept(socket: Socket): void {
    this.#keep(socket);
    socket.once('data', (first: Buffer) => {
      this.requestCount += 1;
      const line = first.toString('latin1').split('\r\n', 1)[0] ?? '';
      const fault = line.includes(this.requestFilter) && this.remainingFaults > 0 ? this.fault : 'none';
      if (fault !== 'none') this.remainingFaults -= 1;
      if (fault === 'down') socket.resetAndDestroy();
      else if (typeof fault === 'object') socket.end(refusal(fault));
      else this.#pass(socket, first, fault);
    });
  }

  #pass(socket: Socket, first: Buffer, fault: Exclude<Fault, object>): void {
    const system = this.#keep(connect(this.#port, '127.0.0.1'));
    system.write(first);
    socket.on('data', (bytes: Buffer) => void system.write(bytes));
    socket.on('close', () => system.destroy());
    const parts: Buffer[] = [];
    system.on('data', (bytes: Buffer) => void parts.push(bytes));
    system.on('close', () => {
      const answer = Buffer.concat(parts);
      if (fault === 'slow') return;
      if (fault === 'cut') socket.write(answer.subarray(0, answer.length - 20), () => socket.resetAndDestroy());
      else if (fault === 'wrong') socket.end(Buffer.from(answer.toString('latin1').replaceAll('":', '":!'), 'latin1'));
      else socket.end(fault === 'doubled' ? Buffer.concat([answer, answer]) : answer);
    });
    if (fault === 'doubled') {
      const again = this.#keep(connect(this.#port, '127.0.0.1'));
      again.write(first);
      socket.on('data', (bytes: Buffer) => void again.write(bytes));
      again.resume();
    }
  }
}

const refusal = ({ status, retryAfter }: Exclude<Fault, string>): string =>
  [
    `HTTP/1.1 ${status} No`,
    'Content-Length: 0',
    'Connection: close',
    ...(retryAfter === null ? [] : [`Retry-After: ${retryAfter}`]),
    '\r\n',
  ].join('\r\n');

export const openHost = (change: Partial<DirectoriesSettings> = {}): Promise<DirectoriesHost> =>
  new DirectoriesHost({
    ...{ rsp: openBuiltInRsp(), dms: openBuiltInDms(DEALERS), ...CLIENT, tokenSeconds: 600, tls: null },
    mappings: { RSP: readMapping('RSP', '{}'), DMS: readMapping('DMS', '{}') },
    ...change,
  }).listen();

/** @param origin of a host, or of a proxy in front of it. */
export const settingsFor = (
  origin: string,
  system: 'RSP' | 'DMS',
  change: Partial<DirectorySettings> = {},
): DirectorySettings => ({
  url: `${origin}/${system.toLowerCase()}/`,
  token: { tokenUrl: `${origin}/token`, scope: null, ...CLIENT },
  tls: { ca: null, identity: null },
  mapping: readMapping(system, '{}'),
  timeLimit: TIME_LIMIT_MS,
  ...change,
});
