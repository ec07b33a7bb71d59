/** A connection between two programs that a test interrupts: answers are held back, or the connection is closed instead. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** `pause`: requests arrive, answers do not; `cut`: requests arrive, and the first byte of an answer closes the connection. */
export type LineState = 'pass' | 'pause' | 'cut' | { readonly cutAfter: number };

export class TcpProxy {
  /** Read for each answer that arrives. */
  state: LineState = 'pass';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      let passed = 0;
      const end = (): void => {
        near.destroy();
        far.destroy();
      };
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.once('close', () => {
          this.#sockets.delete(socket);
          end();
        });
        socket.once('error', end);
      }
      near.pipe(far);
      far.on('data', (bytes) => {
        const { state } = this;
        if (state === 'pause') return;
        passed += bytes.length;
        if (state === 'cut' || (typeof state === 'object' && passed > state.cutAfter)) end();
        else near.write(bytes);
      });
    });
  }

  static async listen(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
