/** An object store over HTTP for tests of files: conditional writes, checksums, ranges, encryption, and faults on request. */
// Real time: the store dates its objects itself.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * `silent`: not carried out and not answered; `landed`: carried out and not answered; `cut`: carried out, and the
 * connection closes instead of an answer; `short`: the body ends half way; `wrong`: other bytes of the same length;
 * `page`: the error page of a proxy.
 */
export type BucketFault =
  | ('silent' | 'landed' | 'cut' | 'short' | 'wrong' | 'page')
  | ('unencrypted' | 'no ranges' | 'no date')
  | { readonly status: number; readonly code: string };

interface Stored {
  bytes: Buffer;
  modified: number;
  encryption: string | undefined;
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export class FileBucketHost {
  readonly bucket = 'fascicoli';
  readonly objects = new Map<string, Stored>();
  /** Method and key of each request; a list also has its continuation token. */
  readonly requests: string[] = [];
  /** Maximum number of names per page. */
  pageSize = 1000;
  /** Whether it serves requests without a signature. */
  isPublic = false;
  /** Whether the bucket locks each object written. */
  locksByDefault = false;
  /** Milliseconds by which its clock is ahead. */
  clockOffsetMs = 0;
  /** The fault of a request, given its entry in {@link requests}. */
  faultOf: (requestLabel: string) => BucketFault | undefined = () => undefined;
  /** Awaited before a request is carried out. */
  beforeRequest: (requestLabel: string) => Promise<void> = () => Promise.resolve();
  /** Called after a request was carried out and before it is answered. */
  afterRequest: (requestLabel: string) => void = () => undefined;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        const { status, code } = error instanceof Refused ? error : new Refused(500, String(error));
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`);
      });
    });
  }

  static async listen(): Promise<FileBucketHost> {
    const host = new FileBucketHost();
    await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
    return host;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  /** Counts the matching requests. */
  count(pattern: RegExp): number {
    return this.requests.filter((label) => pattern.test(label)).length;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.endpoint);
    const body = await buffer(request);
    const [, bucket = '', ...names] = url.pathname.split('/').map(decodeURIComponent);
    const key = names.join('/');
    const from = url.searchParams.get('continuation-token') ?? '';
    const requestLabel = `${request.method} ${key}${key === '' ? `list ${from}` : ''}`;
    this.requests.push(requestLabel);
    await this.beforeRequest(requestLabel);
    const fault = this.faultOf(requestLabel);
    if (fault === 'silent') return;
    response.sendDate = false;
    if (fault !== 'no date') response.setHeader('date', new Date(this.now()).toUTCString());
    if (fault === 'page') return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
    if (typeof fault === 'object') throw new Refused(fault.status, fault.code);
    if (request.headers.authorization === undefined && !this.isPublic) throw new Refused(403, 'AccessDenied');
    if (bucket !== this.bucket) throw new Refused(404, 'NoSuchBucket');
    const send = this.carryOut(request, key, url.searchParams, body, fault, response);
    this.afterRequest(requestLabel);
    if (fault === 'landed') return;
    if (fault === 'cut') request.socket.destroy();
    else send();
  }

  /** @returns a function that sends the answer. */
  private carryOut(
    request: IncomingMessage,
    key: string,
    query: URLSearchParams,
    body: Buffer,
    fault: BucketFault | undefined,
    response: ServerResponse,
  ): () => void {
    const { method, headers } = request;
    if (method === 'PUT') {
      this.put(key, headers, body);
      const encryption = headers['x-amz-server-side-encryption'];
      if (fault !== 'unencrypted' && encryption !== undefined)
        response.setHeader('x-amz-server-side-encryption', encryption);
      return () => response.setHeader('etag', etagOf(body)).end();
    }
    if (method === 'DELETE') {
      this.objects.delete(key);
      return () => response.writeHead(204).end();
    }
    if (query.has('object-lock') && this.locksByDefault) {
      const rule = '<DefaultRetention><Mode>COMPLIANCE</Mode><Days>1</Days></DefaultRetention>';
      return () => response.end(`<ObjectLockConfiguration><Rule>${rule}</Rule></ObjectLockConfiguration>`);
    }
    if (key === '') return () => response.end(this.list(query));
    const object = this.objects.get(key);
    if (object === undefined) throw new Refused(404, 'NoSuchKey');
    response.setHeader('etag', etagOf(object.bytes));
    response.setHeader('last-modified', new Date(object.modified).toUTCString());
    if (object.encryption !== undefined) response.setHeader('x-amz-server-side-encryption', object.encryption);
    if (method === 'HEAD') return () => response.setHeader('content-length', object.bytes.length).end();
    return () => sendPart(object.bytes, fault === 'no ranges' ? undefined : headers.range, fault, response);
  }

  private put(key: string, headers: IncomingMessage['headers'], body: Buffer): void {
    if (headers['if-none-match'] === '*' && this.objects.has(key)) throw new Refused(412, 'PreconditionFailed');
    if (headers['content-md5'] !== md5(body)) throw new Refused(400, 'BadDigest');
    const sha256 = createHash('sha256').update(body).digest('hex');
    if (headers['x-amz-content-sha256'] !== sha256) throw new Refused(400, 'XAmzContentSHA256Mismatch');
    const encryption = headers['x-amz-server-side-encryption'] as string | undefined;
    this.objects.set(key, { bytes: body, modified: this.now(), encryption });
  }

  private list(query: URLSearchParams): string {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
    const names = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const shown = names.slice(0, this.pageSize);
    const more = names.length > shown.length;
    const entries = shown.map((key) => {
      const modified = new Date(this.objects.get(key)?.modified ?? 0).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified></Contents>`;
    });
    const next = more ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`;
  }
}

function sendPart(
  all: Buffer,
  range: string | undefined,
  fault: BucketFault | undefined,
  response: ServerResponse,
): void {
  let bytes = all;
  if (range !== undefined) {
    const [from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(range)?.slice(1).map(Number) ?? [];
    if (from >= all.length) {
      response.writeHead(416, { 'content-type': 'application/xml' }).end('<Error><Code>InvalidRange</Code></Error>');
      return;
    }
    bytes = all.subarray(from, Math.min(to + 1, all.length));
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${from}-${from + bytes.length - 1}/${all.length}`);
  }
  response.setHeader('content-length', bytes.length);
  if (fault === 'short') {
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    return;
  }
  response.end(fault === 'wrong' ? Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]) : bytes);
}
