/** An SMS provider's HTTP interface on loopback, with every possible fault; it sends delivery receipts. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type ProviderBehaviour =
  | { kind: 'good' }
  /** Accepts the message and never answers. */
  | { kind: 'silent' }
  /** Accepts the message and closes the connection. */
  | { kind: 'reset' }
  | { kind: 'answer'; status: number; text: string; location?: string }
  | { kind: 'broken'; text: string }
  | { kind: 'endless' };

interface Order {
  readonly to: string;
  readonly text: string;
  readonly receipt?: string;
}

export class SmsProvider {
  behaviour: ProviderBehaviour = { kind: 'good' };
  readonly requests: ReceivedRequest[] = [];
  readonly accepted: Order[] = [];
  readonly receiptAnswers: number[] = [];
  private readonly server: Server;

  private readonly scheme: 'http' | 'https';

  /** @param certificate PEM, for TLS. */
  constructor(certificate?: { cert: string; key: string }) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      this.answer(request, response).catch(() => response.destroy());
    };
    this.scheme = certificate === undefined ? 'http' : 'https';
    this.server = certificate === undefined ? createServer(listener) : createSecure(certificate, listener);
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}/v2/send`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request);
    this.requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const { behaviour } = this;
    switch (behaviour.kind) {
      case 'silent':
        return;
      case 'reset':
        request.socket.resetAndDestroy();
        return;
      case 'answer':
        response.writeHead(behaviour.status, behaviour.location ? { location: behaviour.location } : {});
        response.end(behaviour.text);
        return;
      case 'broken':
        response.writeHead(200, { 'content-length': '1000' });
        response.write(behaviour.text, () => request.socket.destroySoon());
        return;
      case 'endless':
        response.writeHead(200);
        response.end('x'.repeat(1_000_000));
        return;
      default:
        await this.acceptOrder(JSON.parse(body) as Order, response);
    }
  }

  private async acceptOrder(order: Order, response: ServerResponse): Promise<void> {
    if (/00001$/.test(order.to)) {
      response.writeHead(400).end('{"status":"error"}');
      return;
    }
    this.accepted.push(order);
    response.writeHead(201).end(JSON.stringify({ messages: [{ status: 'ok', id: `p${this.accepted.length}` }] }));
    if (!order.receipt) return;
    const state = /00000$/.test(order.to) ? 'UNDELIVERED' : 'DELIVERED';
    const body = JSON.stringify({ report: { state } });
    this.receiptAnswers.push((await fetch(order.receipt, { method: 'POST', body })).status);
  }
}
