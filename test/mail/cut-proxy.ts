/** A proxy in front of a mail server that loses the answer to a complete message: it closes the connection instead. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export class CutProxy {
  readonly port: number;
  private readonly server: Server;
  private readonly sockets: Set<Socket>;

  private constructor(server: Server, sockets: Set<Socket>, port: number) {
    this.server = server;
    this.sockets = sockets;
    this.port = port;
  }

  /** @param after bytes from the client after which the next answer is lost: a sign-in sends fewer, a message more. */
  static async inFrontOf(target: number, after: number): Promise<CutProxy> {
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const upstream = connect(target, '127.0.0.1');
      let sent = 0;
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.once('close', () => sockets.delete(socket));
      }
      client.on('data', (bytes) => {
        sent += bytes.length;
        upstream.write(bytes);
      });
      upstream.on('data', (bytes) => {
        if (sent <= after) client.write(bytes);
        else client.destroy();
      });
      client.once('close', () => upstream.end());
      upstream.once('close', () => client.destroy());
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return new CutProxy(server, sockets, address.port);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((done) => this.server.close(done));
  }
}
