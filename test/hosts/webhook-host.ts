/** A receiver of webhooks on loopback: it stores what it receives, and answers as the test sets. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export class WebhookHost {
  readonly received: ReceivedWebhook[] = [];
  /** The next answer. */
  status = 204;
  text = '';
  location: string | null = null;
  retryAfter: string | null = null;
  /** The Date header of the answers; null: the current time. */
  date: string | null = null;
  /** True: the next webhooks are accepted and never answered. */
  silent = false;
  /** True: the answer starts and does not end. */
  endless = false;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void (async () => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        this.received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
        if (this.silent) return;
        const { location, retryAfter, date } = this;
        if (date !== null) response.setHeader('date', date);
        if (retryAfter !== null) response.setHeader('retry-after', retryAfter);
        response.writeHead(this.status, location === null ? {} : { location });
        if (this.endless) response.write('x');
        else response.end(this.text);
      })();
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
