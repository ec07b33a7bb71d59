/** A tools service on loopback that answers as the test sets: correctly, slowly, wrongly, hugely, with a redirect, not at all. */
// Real time: it breaks off in the middle of an answer.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Dealer } from '#domain/dealers/brands.ts';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export type ToolsBehaviour =
  | { kind: 'list'; concs: readonly unknown[] }
  | { kind: 'body'; status?: number; type?: string; text: string }
  | { kind: 'status'; status: number; location?: string }
  /** Accepts the call and never answers. */
  | { kind: 'silent' }
  /** Starts an answer and sends a byte now and then. */
  | { kind: 'drip' }
  /** Never stops sending. */
  | { kind: 'endless' }
  /** Small when compressed, huge when unpacked. */
  | { kind: 'bomb' }
  /** Announces more bytes than it sends. */
  | { kind: 'cut' }
  | { kind: 'reset' };

export class ToolsService {
  behaviour: ToolsBehaviour;
  readonly requests: SeenRequest[] = [];
  private readonly server: Server;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(dealers: readonly Dealer[]) {
    this.behaviour = { kind: 'list', concs: dealers };
    this.server = createServer((request, response) => {
      response.on('error', () => undefined);
      void this.receive(request, response);
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/tools`;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    this.requests.push({
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization,
      body: text === '' ? undefined : JSON.parse(text),
    });
    this.answer(this.behaviour, response);
  }

  private sendRepeatedly(milliseconds: number, response: ServerResponse, send: () => void): void {
    const timer = setInterval(send, milliseconds);
    this.timers.add(timer);
    response.on('close', () => clearInterval(timer));
  }

  private answer(behaviour: ToolsBehaviour, response: ServerResponse): void {
    const json = { 'content-type': 'application/json' };
    switch (behaviour.kind) {
      case 'list':
        response.writeHead(200, json).end(JSON.stringify({ concs: behaviour.concs }));
        return;
      case 'body':
        response.writeHead(behaviour.status ?? 200, { 'content-type': behaviour.type ?? 'application/json' });
        response.end(behaviour.text);
        return;
      case 'status':
        response.writeHead(behaviour.status, behaviour.location === undefined ? {} : { location: behaviour.location });
        response.end('no');
        return;
      case 'silent':
        return;
      case 'drip':
        response.writeHead(200, json).write('{"concs":[');
        this.sendRepeatedly(10, response, () => response.write(' '));
        return;
      case 'endless':
        response.writeHead(200, json).write('{"concs":[');
        this.sendRepeatedly(1, response, () => response.write(' '.repeat(65_536)));
        return;
      case 'bomb':
        response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(' '.repeat(32 * 1024 * 1024)));
        return;
      case 'cut':
        response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"concs":[');
        setTimeout(() => response.destroy(), 10);
        return;
      case 'reset':
        response.destroy();
    }
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
