/** One user floods the server over 200 connections: other users' calls stay fast, and the flood is refused with 503. */
// Real time: it measures how long calls take.

import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../hosts/server-process.ts';
import { countEach, Problems } from './servers.ts';

const CONNECTIONS = 200;
const MAX_P95_MS = 300;
const LISTS = ['/api/documents-ext/search', '/api/dossiers/search', '/api/folders-ext/search'];
const listOf = (path: string, size: number): Call => ({ path: `${path}?size=${size}`, body: {} });
/** The flood's calls: the most expensive lists of the portal. */
const FLOOD_CALLS = LISTS.map((path) => listOf(path, 200));
/** The calls of another user's page in the meantime. */
const PAGE_CALLS: readonly Call[] = [{ path: '/api/account' }, ...LISTS.map((path) => listOf(path, 20))];
const floodCall = (index: number): Call => FLOOD_CALLS[index % FLOOD_CALLS.length] ?? { path: '/api/account' };
const BETWEEN_PAGES_MS = 100;

export interface FloodReport {
  readonly calls: number;
  readonly quietP95Ms: number;
  readonly p95Ms: number;
  readonly slowestMs: number;
  /** Answers of the flood, by status. */
  readonly flood: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

interface Call {
  readonly path: string;
  /** Sent by POST. */
  readonly body?: object;
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly ms: number;
}

function send(agent: Agent, address: string, { path, body }: Call, token: string): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    };
    const call = request(`${address}${path}`, options, (answer) => {
      answer.resume();
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: answer.headers['retry-after'],
          ms: performance.now() - began,
        }),
      );
    });
    call.once('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function signIn(address: string, username: string): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'demo' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

function p95(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

/** @param seconds duration of the flood. */
export async function floodDrill(seconds: number): Promise<FloodReport> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-flood-'));
  const server = await startServer(folder);
  const { address } = server;
  const problems = new Problems();
  const own = new Agent({ keepAlive: true, maxSockets: 8 });
  const flooding = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const [flooder, other] = [await signIn(address, 'admin'), await signIn(address, 'dealer')];
    /** Loads pages one after another, the calls of each in parallel. */
    const browse = async (until: () => boolean): Promise<number[]> => {
      const times: number[] = [];
      while (!until()) {
        for (const { status, ms } of await Promise.all(PAGE_CALLS.map((call) => send(own, address, call, other)))) {
          times.push(ms);
          if (status !== 200) refused.add(status);
        }
        await pause(BETWEEN_PAGES_MS);
      }
      return times;
    };
    const refused = new Set<number>();
    const after = (ms: number) => {
      const end = performance.now() + ms;
      return () => performance.now() > end;
    };
    const quiet = await browse(after(3_000));
    const flooded = after(seconds * 1000);
    const answers: Answer[] = [];
    const floods = Array.from({ length: CONNECTIONS }, async (_, index) => {
      while (!flooded()) answers.push(await send(flooding, address, floodCall(index), flooder));
    });
    const times = await browse(flooded);
    await Promise.all(floods);
    const statuses = countEach(answers.map(({ status }) => status));
    problems.checkEqual('another person was refused', [...refused], []);
    problems.check('the flood was never refused', (statuses[503] ?? 0) > 0);
    problems.check(
      'the flood was refused without Retry-After',
      !answers.some(({ status, retryAfter }) => status === 503 && retryAfter === undefined),
    );
    problems.check('the flood got no answer at all', (statuses[200] ?? 0) > 0);
    problems.check(`another person's p95 was ${Math.round(p95(times))} ms`, p95(times) <= MAX_P95_MS);
    return {
      calls: times.length,
      quietP95Ms: Math.round(p95(quiet)),
      p95Ms: Math.round(p95(times)),
      slowestMs: Math.round(Math.max(...times)),
      flood: statuses,
      problems: problems.list,
    };
  } finally {
    own.destroy();
    flooding.destroy();
    await server.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
