/** The dealer's side of the bench: calls over kept-alive connections, and the live stream that reports each step to its pages. */
import { Agent, type ClientRequest, request } from 'node:http';

// biome-ignore lint/suspicious/noExplicitAny: the answers' types are checked by the contract tests
type Json = any;

export interface Answer {
  readonly json: Json;
  readonly cookie: string | undefined;
  readonly bytes: Buffer;
}

interface DeskRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  /** A value to encode as JSON, or encoded JSON. */
  readonly body?: object | Buffer;
}

/** Polling interval for a missed event; a page would receive the event. */
const POLL_MS = 3000;
const LIMIT_MS = 180_000;
/** Dealer account, and the demo's password. */
export const LOGIN = 'dealer';
/** Second account for many parallel sessions: the server allows one account 52 calls at a time (record 0064). */
export const COLLEAGUE = 'manager';
export const PASSWORD = 'demo';
/** The server's limit per caller. */
const UPLOADS_AT_ONCE = 4;

/** Unauthenticated calls. */
class Caller {
  readonly #address: URL;
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 128 });

  constructor(address: string) {
    this.#address = new URL(address);
  }

  /** @throws with the response when the status is not a success. */
  call({ method, path, headers = {}, body }: DeskRequest): Promise<Answer> {
    const payload = body === undefined || body instanceof Buffer ? body : Buffer.from(JSON.stringify(body));
    const sent = payload && { 'content-type': 'application/json', 'content-length': payload.length };
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#address;
      const options = { agent: this.#agent, hostname, port, method, path, headers: { ...sent, ...headers } };
      const asking = request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode = 0 } = response;
          if (statusCode < 200 || statusCode > 299) {
            reject(new Error(`${method} ${path}: ${statusCode} ${bytes.toString('utf8').slice(0, 400)}`));
            return;
          }
          const isJson = response.headers['content-type']?.includes('json') === true;
          const cookie = response.headers['set-cookie']?.[0]?.split(';', 1)[0];
          resolve({ json: isJson ? JSON.parse(bytes.toString('utf8')) : null, cookie, bytes });
        });
      });
      asking.once('error', reject);
      asking.end(payload);
    });
  }

  /** Reads a text/event-stream and reconnects when it ends, until it is closed. @returns a function that closes it, once it is open. */
  async stream(path: string, headers: Record<string, string>, hear: (text: string) => void): Promise<() => void> {
    const { hostname, port } = this.#address;
    let isClosed = false;
    let current: ClientRequest;
    const open = (): Promise<void> =>
      new Promise((resolve, reject) => {
        current = request({ hostname, port, path, headers }, (response) => {
          if (response.statusCode !== 200) {
            reject(new Error(`${path}: ${response.statusCode}`));
            return;
          }
          response.setEncoding('utf8').on('data', hear);
          response.on('error', () => undefined);
          response.once('end', () => {
            if (!isClosed) void open();
          });
          resolve();
        });
        current.on('error', reject);
        current.end();
      });
    await open();
    return () => {
      isClosed = true;
      current.destroy();
    };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A signed-in dealer account with one page open. */
export class Desk {
  readonly caller: Caller;
  readonly #headers: Record<string, string>;
  /** Last reported status of each document. */
  readonly #told = new Map<number, string>();
  readonly #waiting = new Map<number, () => void>();
  readonly #uploads = new Set<Promise<unknown>>();
  #leave: () => void = () => undefined;

  private constructor(caller: Caller, token: string) {
    this.caller = caller;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  static async signIn(address: string, login: string): Promise<Desk> {
    const caller = new Caller(address);
    const body = { username: login, password: PASSWORD };
    const { json } = await caller.call({ method: 'POST', path: '/api/auth/login', body });
    const desk = new Desk(caller, json.token);
    let rest = '';
    desk.#leave = await caller.stream('/api/events', desk.#headers, (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) desk.#hear(JSON.parse(line.slice(6)));
    });
    return desk;
  }

  request(method: string, path: string, body?: object | Buffer): Promise<Answer> {
    return this.caller.call({ method, path, headers: this.#headers, ...(body === undefined ? {} : { body }) });
  }

  async requestJson(method: string, path: string, body?: object | Buffer): Promise<Json> {
    return (await this.request(method, path, body)).json;
  }

  /** Queued: a caller may have only a limited number of uploads under way. */
  async upload(path: string, body: Buffer): Promise<Json> {
    while (this.#uploads.size >= UPLOADS_AT_ONCE) await Promise.race(this.#uploads);
    const answer = this.requestJson('POST', path, body);
    const over: Promise<unknown> = answer.then(
      () => this.#uploads.delete(over),
      () => this.#uploads.delete(over),
    );
    this.#uploads.add(over);
    return answer;
  }

  document(id: number): Promise<Json> {
    return this.requestJson('GET', `/api/documents/${id}`);
  }

  /** Resolves once the document has this status. @throws after three minutes. */
  async waitForStatus(id: number, status: string): Promise<void> {
    for (const end = Date.now() + LIMIT_MS; this.#told.get(id) !== status; ) {
      if (Date.now() > end) throw new Error(`Document ${id} is not ${status}`);
      await new Promise<void>((resolve) => {
        const retryTimer = setTimeout(async () => {
          this.#told.set(id, (await this.document(id)).status);
          resolve();
        }, POLL_MS);
        this.#waiting.set(id, () => {
          clearTimeout(retryTimer);
          resolve();
        });
      });
    }
  }

  #hear({ entity, id, status }: Json): void {
    if (entity !== 'document') return;
    this.#told.set(id, status);
    this.#waiting.get(id)?.();
  }

  close(): void {
    this.#leave();
    this.caller.close();
  }
}
