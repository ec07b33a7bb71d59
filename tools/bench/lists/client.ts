/** One keep-alive connection to the measured server; measures each call. */
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PASSWORD } from './actors.ts';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

export interface Answer {
  readonly status: number;
  /** From the first byte sent to the last byte received. */
  readonly ms: number;
  readonly bytes: Buffer;
  /** x-total-count; NaN if absent. */
  readonly total: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
/** Bytes after which to collect garbage, so that it does not happen while a response is on its way. */
const COLLECTED_AFTER = 8 << 20;

export class Client {
  private readonly address: URL;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly tokens = new Map<string, string>();
  private received = 0;

  constructor(address: string) {
    this.address = new URL(address);
  }

  /** Calls as one of the actors, who is signed in on first use; null calls anonymously. */
  async call(login: string | null, { method, path, body }: Call): Promise<Answer> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': payload.length }),
      ...(login === null ? {} : { authorization: `Bearer ${await this.token(login)}` }),
    };
    const { hostname, port } = this.address;
    if (this.received > COLLECTED_AFTER) {
      collectGarbage();
      this.received = 0;
    }
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request({ agent: this.agent, hostname, port, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const ms = performance.now() - began;
          const bytes = Buffer.concat(chunks);
          this.received += 2 * bytes.length;
          const total = Number(response.headers['x-total-count'] ?? Number.NaN);
          resolve({ status: response.statusCode ?? 0, ms, bytes, total });
        });
      });
      sent.once('error', reject);
      sent.end(payload);
    });
  }

  /** The response's JSON. @throws with the response when the status is not 200 or 201. */
  async read<T>(login: string, call: Call): Promise<{ json: T; total: number }> {
    const { status, bytes, total } = await this.call(login, call);
    const text = bytes.toString('utf8');
    if (status !== 200 && status !== 201)
      throw new Error(`${call.method} ${call.path}: ${status} ${text.slice(0, 500)}`);
    return { json: JSON.parse(text) as T, total };
  }

  private async token(login: string): Promise<string> {
    const knownToken = this.tokens.get(login);
    if (knownToken !== undefined) return knownToken;
    const answer = await this.call(null, {
      method: 'POST',
      path: '/api/auth/login',
      body: { username: login, password: PASSWORD },
    });
    if (answer.status !== 200) throw new Error(`${login} cannot sign in: ${answer.status} ${answer.bytes}`);
    const { token } = JSON.parse(answer.bytes.toString('utf8')) as { token: string };
    this.tokens.set(login, token);
    return token;
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Criteria in the body, paging in the query string, as the original browser application sends them. */
export function search(
  list: keyof typeof LISTS,
  criteria: object,
  paging: { page?: number; size?: number; sort?: string } = {},
): Call {
  const { page = 0, size = 15, sort = 'id,desc' } = paging;
  const query = new URLSearchParams({ page: String(page), size: String(size), sort });
  return { method: 'POST', path: `${LISTS[list]}?${query}`, body: criteria };
}

export const post = (path: string, body: object): Call => ({ method: 'POST', path, body });

export const OPEN_STATUSES = ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'];

/** The dashboard's latest documents. */
export const openDocuments = (legalEntity: string): Call =>
  search('documents', { status: { in: OPEN_STATUSES }, legalEntity: { equals: legalEntity } });

const LISTS = {
  documents: '/api/documents-ext/search',
  folders: '/api/folders-ext/search',
  dossiers: '/api/dossiers/search',
} as const;
