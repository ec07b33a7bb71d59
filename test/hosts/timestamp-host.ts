/** A timestamp authority over HTTP for tests, with its revocation list and every possible fault. */

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testNow } from '#test/clock.ts';
import { makeCrl, makeKey, type TestKey } from '../../src/formats/test-keys.suite.ts';
import { readTimestampRequest, writeGrantedResponse, writeTimestampToken } from '../../src/formats/tsp.ts';

export const POLICY = '1.3.6.1.4.1.99999.1';

export type TimestampBehaviour =
  | { kind: 'good' }
  | { kind: 'silent' }
  | { kind: 'status'; status: number; location?: string }
  | { kind: 'reset' }
  | { kind: 'body'; bytes: Uint8Array; type?: string }
  | { kind: 'endless' }
  /** A token with a single fault. */
  | {
      kind: 'wrong';
      part: 'nonce' | 'digest' | 'policy' | 'time' | 'signer' | 'purpose' | 'signature';
    };

export interface StampRequest {
  readonly contentType: string | undefined;
  readonly authorization: string | undefined;
  readonly policy: string | null;
}

async function makeKeys() {
  const root = await makeKey('root', { subject: [{ type: 'CN', value: 'Marca di prova, radice' }] });
  const issuer = root;
  return {
    root,
    tsa: await makeKey('timestamping', { issuer, crlUrl: 'http://never.invalid/tsa.crl' }),
    seal: await makeKey('seal', { issuer }),
    stranger: await makeKey('timestamping', { issuer: await makeKey('root') }),
  };
}

export class TimestampHost {
  behaviour: TimestampBehaviour = { kind: 'good' };
  /** The answer at the address of the revocation list. */
  listBehaviour: 'good' | 'down' | 'revoked' | 'expired' | 'foreign' | 'garbage' = 'good';
  readonly requests: StampRequest[] = [];
  listRequests = 0;
  readonly keys: Awaited<ReturnType<typeof makeKeys>>;
  private readonly server: Server;
  private readonly now: () => Date;

  private constructor(keys: Awaited<ReturnType<typeof makeKeys>>, now: () => Date) {
    this.keys = keys;
    this.now = now;
    this.server = createServer((request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    });
  }

  static async listen(now: () => Date = testNow): Promise<TimestampHost> {
    const host = new TimestampHost(await makeKeys(), now);
    await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/tsa`;
  }

  get crlUrl(): string {
    return this.url.replace(/tsa$/, 'tsa.crl');
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url?.endsWith('.crl')) return this.answerList(response);
    const query = new Uint8Array(Buffer.concat(parts));
    const { 'content-type': contentType, authorization } = request.headers;
    this.requests.push({ contentType, authorization, policy: readTimestampRequest(query).policy });
    const { behaviour } = this;
    const reply = (bytes: Uint8Array, type = 'application/timestamp-reply') =>
      void response.writeHead(200, { 'content-type': type }).end(bytes);
    if (behaviour.kind === 'silent') return;
    if (behaviour.kind === 'reset') return void request.socket.destroy();
    if (behaviour.kind === 'status') {
      const { status, location } = behaviour;
      return void response.writeHead(status, location === undefined ? {} : { location }).end();
    }
    if (behaviour.kind === 'body') return reply(behaviour.bytes, behaviour.type);
    if (behaviour.kind === 'endless') {
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
      const more = (): void => {
        while (!response.destroyed && response.write(new Uint8Array(16_384)));
      };
      response.on('drain', more);
      return more();
    }
    reply(writeGrantedResponse(await this.token(query, behaviour.kind === 'wrong' ? behaviour.part : null)));
  }

  private async answerList(response: ServerResponse): Promise<void> {
    this.listRequests += 1;
    const { root, tsa, stranger } = this.keys;
    const { listBehaviour: lists } = this;
    if (lists === 'down') return void response.writeHead(503).end();
    if (lists === 'garbage') return void response.writeHead(200).end('ecco');
    const now = this.now();
    const thisUpdate = new Date(now.getTime() - (lists === 'expired' ? 9 : 1) * 86_400_000);
    const issuer = lists === 'foreign' ? stranger : root;
    const crl = await makeCrl(issuer, lists === 'revoked' ? [{ certificate: tsa }] : [], { thisUpdate });
    response.writeHead(200, { 'content-type': 'application/pkix-crl' }).end(crl);
  }

  private async token(query: Uint8Array, wrong: Extract<TimestampBehaviour, { kind: 'wrong' }>['part'] | null) {
    const { digest, nonce } = readTimestampRequest(query);
    const keys: Partial<Record<NonNullable<typeof wrong>, TestKey>> = {
      signer: this.keys.stranger,
      purpose: this.keys.seal,
    };
    const key = (wrong && keys[wrong]) ?? this.keys.tsa;
    return writeTimestampToken({
      digest: wrong === 'digest' ? new Uint8Array(randomBytes(32)) : digest,
      nonce: wrong === 'nonce' ? new Uint8Array(randomBytes(16)) : nonce,
      policy: wrong === 'policy' ? '1.2.3' : POLICY,
      serial: new Uint8Array(randomBytes(16)),
      genTime: new Date(this.now().getTime() + (wrong === 'time' ? 3_600_000 : 0)),
      accuracyMs: 1000,
      certificate: key.certificate,
      chain: [],
      algorithm: key.algorithm,
      sign: async (data) => (wrong === 'signature' ? this.keys.seal : key).sign(data),
    });
  }
}
