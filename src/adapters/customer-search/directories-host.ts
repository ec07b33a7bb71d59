/** Serves an RSP and a DMS by the HTTP adapter's protocol, for tests, rehearsals and integrators. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import {
  CUSTOMER_FILTER_FIELDS,
  CUSTOMER_SORTS,
  type DirectoryCustomer,
  type OutsideDirectory,
} from '#domain/customer-search/customer.ts';
import type { CustomerQuery, DmsDirectory, FoundCustomers, RspDirectory } from '#ports/customer-search.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { type Mapping, RECORD_FIELDS } from './mapping.ts';

export interface DirectoriesSettings {
  readonly rsp: RspDirectory;
  readonly dms: DmsDirectory;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenSeconds: number;
  /** Paths and field names to serve. */
  readonly mappings: { readonly RSP: Mapping; readonly DMS: Mapping };
  /** PEM; null: plain HTTP. `clients`: authorities of client certificates, which are then required. */
  readonly tls: { readonly certificate: string; readonly key: string; readonly clients: string | null } | null;
}

const BODY_LIMIT = 64 * 1024;
const MAX_ROWS = 1_000;

class Answered extends Error {
  readonly status: number;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, code: string, headers: Record<string, string> = {}) {
    super(code);
    this.status = status;
    this.body = status === 400 || status === 401 ? { error: code } : { code };
    this.headers = headers;
  }
}

/** Constant-time comparison. */
const isSame = (a: string, b: string): boolean => {
  const [first, second] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
};

export class DirectoriesHost {
  /** Requests received, for tests. */
  readonly requests: { path: string; body: string; token: string | undefined }[] = [];
  /** Requests that the client cancelled, for tests. */
  cancelled = 0;
  readonly #settings: DirectoriesSettings;
  readonly #server: Server;
  /** Expiry in milliseconds since the epoch, by token. */
  readonly #tokens = new Map<string, number>();

  constructor(settings: DirectoriesSettings) {
    this.#settings = settings;
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      void this.#serve(request, response);
    };
    const { tls } = settings;
    this.#server =
      tls === null
        ? createServer(listener)
        : createSecureServer(
            {
              cert: tls.certificate,
              key: tls.key,
              ...(tls.clients === null ? {} : { ca: tls.clients, requestCert: true, rejectUnauthorized: true }),
            },
            listener,
          );
  }

  /** @param port 0: any free port. @throws the system error, such as EADDRINUSE. */
  async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `${this.#settings.tls === null ? 'http' : 'https'}://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Invalidates all tokens. */
  revokeTokens(): void {
    this.#tokens.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) connection.abort();
    });
    let reply: { status: number; body: unknown; headers?: Readonly<Record<string, string>> };
    try {
      reply = { status: 200, body: await this.#answer(request, connection.signal) };
    } catch (error) {
      if (connection.signal.aborted) {
        this.cancelled += 1;
        return;
      }
      reply = error instanceof Answered ? error : { status: error instanceof OutsideFailure ? 503 : 500, body: {} };
    }
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...reply.headers,
    });
    response.end(JSON.stringify(reply.body));
  }

  async #answer(request: IncomingMessage, signal: AbortSignal): Promise<unknown> {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const body = await readBody(request);
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    this.requests.push({ path, body, token });
    if (path === '/token') return this.#token(request, body);
    const [, system = '', ...segments] = path.split('/');
    if (system !== 'rsp' && system !== 'dms') throw new Answered(404, 'unknown path');
    if ((this.#tokens.get(token ?? '') ?? 0) <= Date.now()) {
      throw new Answered(401, 'invalid_token', { 'www-authenticate': 'Bearer error="invalid_token"' });
    }
    const result = await this.#answerTo(system === 'rsp' ? 'RSP' : 'DMS', segments.join('/'), body, signal);
    if (result === undefined) throw new Answered(404, 'no such customer');
    return result;
  }

  #token({ method, headers }: IncomingMessage, body: string): object {
    const form = new URLSearchParams(body);
    if (method !== 'POST' || form.get('grant_type') !== 'client_credentials') {
      throw new Answered(400, 'unsupported_grant_type');
    }
    const [id, secret] = readBasicAuth(headers.authorization) ?? [
      form.get('client_id') ?? '',
      form.get('client_secret') ?? '',
    ];
    const { clientId, clientSecret, tokenSeconds } = this.#settings;
    if (!isSame(id, clientId) || !isSame(secret, clientSecret)) {
      throw new Answered(401, 'invalid_client', { 'www-authenticate': 'Basic realm="directories"' });
    }
    const token = randomBytes(24).toString('base64url');
    const now = Date.now();
    for (const [knownToken, expiresAt] of this.#tokens) if (expiresAt <= now) this.#tokens.delete(knownToken);
    this.#tokens.set(token, now + tokenSeconds * 1000);
    return { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds };
  }

  async #answerTo(system: OutsideDirectory, path: string, body: string, signal: AbortSignal): Promise<unknown> {
    const { rsp, dms, mappings } = this.#settings;
    const mapping = mappings[system];
    const { people, companies, customers, customer } = mapping.paths;
    const [before = '', after = ''] = customer.split('{key}');
    const search = async (runSearch: (query: CustomerQuery) => Promise<FoundCustomers>) => {
      const { rows, total } = await runSearch(readQuery(body, mapping));
      return record([
        [mapping.answer.rows, rows.map((row) => recordOf(row, mapping))],
        [mapping.answer.total, total],
      ]);
    };
    if (system === 'RSP' && path === people) return search((query) => rsp.searchCustomers(query, signal));
    if (system === 'RSP' && path === companies) return search((query) => rsp.searchCompanies(query, signal));
    if (system === 'DMS' && path === customers) return search((query) => dms.search(query, signal));
    if (!path.startsWith(before) || !path.endsWith(after)) throw new Answered(404, 'unknown path');
    const key = decodeURIComponent(path.slice(before.length, path.length - after.length));
    const match =
      system === 'RSP' ? await rsp.find(key, signal) : await dms.find({ businessId: key, hsts: null }, signal);
    return match === undefined ? undefined : recordOf(match, mapping);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > BODY_LIMIT) throw new Answered(413, 'too long');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
}

/** RFC 6749, section 2.3.1: id and secret are form-encoded. */
function readBasicAuth(header: string | undefined): [string, string] | null {
  const encoded = /^Basic (\S+)$/.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  const decode = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? '';
  return [decode(id), decode(secret)];
}

function readQuery(body: string, mapping: Mapping): CustomerQuery {
  const names = <T extends (typeof RECORD_FIELDS)[number]>(fields: readonly T[]) =>
    z.string().transform((text, context) => {
      const field = fields.find((candidate) => mapping.fields[candidate] === text);
      if (field !== undefined) return field;
      context.addIssue({ code: 'custom', message: 'unknown field' });
      return z.NEVER;
    });
  const { request } = mapping;
  const filter = z.strictObject({
    field: names(CUSTOMER_FILTER_FIELDS),
    operator: z.enum(['contains', 'equals']),
    value: z.string().min(1).max(255),
  });
  const order = z.strictObject({ field: names(CUSTOMER_SORTS), direction: z.enum(['asc', 'desc']) });
  const schema = z.strictObject({
    [request.filters]: z.array(filter).min(1).max(20),
    [request.dealers]: z.array(z.string()).max(10_000).optional(),
    [request.sort]: z.array(order).max(10),
    [request.offset]: z.number().int().min(0),
    [request.limit]: z.number().int().min(0).max(MAX_ROWS),
  });
  const parsed = schema.safeParse(parseJson(body));
  if (!parsed.success) throw new Answered(400, 'invalid_request');
  const input = parsed.data;
  return {
    filters: input[request.filters] as CustomerQuery['filters'],
    hsts: (input[request.dealers] ?? null) as CustomerQuery['hsts'],
    sort: (input[request.sort] as z.output<typeof order>[]).map(({ field, direction }) => ({
      field,
      descending: direction === 'desc',
    })),
    offset: input[request.offset] as number,
    limit: input[request.limit] as number,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Answered(400, 'invalid_request');
  }
}

/** @param entries dotted names and values. */
function record(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [path, value] of entries) {
    const names = path.split('.');
    const leaf = names.pop() ?? path;
    let node = result;
    for (const name of names) {
      node[name] ??= {};
      node = node[name] as Record<string, unknown>;
    }
    node[leaf] = value;
  }
  return result;
}

function recordOf(customer: DirectoryCustomer, { fields, kind, dates }: Mapping): Record<string, unknown> {
  const fieldValue = (field: (typeof RECORD_FIELDS)[number]): unknown => {
    const value = customer[field];
    if (field !== 'birthDate' || typeof value !== 'string') return value;
    const [year = '', month = '', day = ''] = value.split('-');
    return dates.replace('YYYY', year).replace('MM', month).replace('DD', day);
  };
  const entries = RECORD_FIELDS.flatMap((field): [string, unknown][] => {
    const path = fields[field];
    return path === null ? [] : [[path, fieldValue(field)]];
  });
  const kindValue = customer.rspSearchType === 'INDIVIDUAL' ? kind?.individual[0] : kind?.organization[0];
  return record(kind === null || customer.rspSearchType === null ? entries : [...entries, [kind.field, kindValue]]);
}
