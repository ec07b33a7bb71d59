/** One user floods the server over 200 connections: other users' calls take their turn, and the flood is refused with 503. */
// Real time: the flood lasts some seconds.

import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../hosts/server-process.ts';
import { countEach, Problems } from './servers.ts';

const CONNECTIONS = 200;
/**
 * An account has at most 4 calls in progress and 48 waiting (src/server/http/overload/limits.ts): first come, first
 * served, all 52 would be answered while another user waits.
 */
const MAX_OVERTAKEN = 32;
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
  /** Calls of the flood answered with 200 while one of another user was waiting. */
  readonly overtakenP95: number;
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

interface Turn {
  readonly ms: number;
  readonly overtaken: number;
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
    const refused = new Set<number>();
    let served = 0;
    const callOfOther = async (call: Call): Promise<Turn> => {
      const before = served;
      const { status, ms } = await send(own, address, call, other);
      if (status !== 200) refused.add(status);
      return { ms, overtaken: served - before };
    };
    /** Loads pages one after another, the calls of each in parallel. */
    const browse = async (until: () => boolean): Promise<Turn[]> => {
      const turns: Turn[] = [];
      while (!until()) {
        turns.push(...(await Promise.all(PAGE_CALLS.map(callOfOther))));
        await pause(BETWEEN_PAGES_MS);
      }
      return turns;
    };
    const after = (ms: number) => {
      const end = performance.now() + ms;
      return () => performance.now() > end;
    };
    const quiet = await browse(after(3_000));
    const flooded = after(seconds * 1000);
    const answers: Answer[] = [];
    const floods = Array.from({ length: CONNECTIONS }, async (_, index) => {
      while (!flooded()) {
        const answer = await send(flooding, address, floodCall(index), flooder);
        if (answer.status === 200) served += 1;
        answers.push(answer);
      }
    });
    const turns = await browse(flooded);
    await Promise.all(floods);
    const statuses = countEach(answers.map(({ status }) => status));
    problems.checkEqual('another person was refused', [...refused], []);
    problems.check('the flood was never refused', (statuses[503] ?? 0) > 0);
    problems.check(
      'the flood was refused without Retry-After',
      !answers.some(({ status, retryAfter }) => status === 503 && retryAfter === undefined),
    );
    problems.check('the flood got no answer at all', (statuses[200] ?? 0) > 0);
    const overtakenP95 = p95(turns.map(({ overtaken }) => overtaken));
    problems.check(`${overtakenP95} calls of the flood overtook one of another person`, overtakenP95 <= MAX_OVERTAKEN);
    return {
      calls: turns.length,
      quietP95Ms: Math.round(p95(quiet.map(({ ms }) => ms))),
      p95Ms: Math.round(p95(turns.map(({ ms }) => ms))),
      overtakenP95,
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
