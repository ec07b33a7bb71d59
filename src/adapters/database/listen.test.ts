/** When the database goes silent, the listener notices and reconnects. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from './listen.ts';

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const READY = message('Z', Buffer.from('I'));

/** The part of PostgreSQL's protocol that a listener needs. */
class Host {
  asked = 0;
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => this.serve(socket));

  async open(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as { port: number }).port;
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    this.connections += 1;
    socket.on('error', () => undefined);
    let greeted = false;
    socket.on('data', (data) => {
      if (!greeted) {
        greeted = true;
        socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
      } else if (data[0] === 'Q'.charCodeAt(0)) {
        this.asked += 1;
        socket.write(Buffer.concat([message('C', text('SELECT 1')), READY]));
      } else if (data[0] === 'X'.charCodeAt(0)) socket.end();
    });
  }

  /** Behaves like a host without power: discards what it receives and sends nothing. */
  vanish(): void {
    for (const socket of this.sockets) socket.removeAllListeners('data');
  }

  tell(payload: string): void {
    for (const socket of this.sockets) {
      if (socket.writable) socket.write(message('A', Buffer.concat([Buffer.alloc(4), text('news'), text(payload)])));
    }
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

let host: Host;
let port: number;
beforeEach(async () => {
  host = new Host();
  port = await host.open();
});
afterEach(() => host.close());

describe('the listener', () => {
  it('checks whether its host is alive, reconnects, and reports a possible gap', async () => {
    const heard: (string | null)[] = [];
    const config = { host: '127.0.0.1', port, user: 'fascicolo', password: 'prova', database: 'fascicolo' };
    const stop = await listen(config, 'news', (payload) => heard.push(payload), { every: 10, limit: 1_000 });
    await expect.poll(() => host.asked, { timeout: 20_000 }).toBeGreaterThan(2);
    expect(host.connections).toBe(1);
    host.vanish();
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual([null]);
    expect(host.connections).toBe(2);
    host.tell('uno');
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual([null, 'uno']);
    await stop();
  });
});
