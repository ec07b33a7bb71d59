/** Wrong codes against two processes over one PostgreSQL: fifty connections to each, both killed in the middle. */
// Real time: two servers are started, killed and awaited.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ATTEMPTS_PER_CODE, ATTEMPTS_PER_SESSION } from '#domain/signing/one-time-code.ts';
import { type ClockedServer, startClockedServer } from '../../hosts/server-process.ts';
import { makePaper } from '../../papers/paper.ts';
import { freshDatabase } from '../../postgres.ts';
import { Interrupted, Story } from '../../stages/http-story.ts';
import { countEach, type Problems } from './servers.ts';

const CONNECTIONS = 100;
const GUESSES = 1_000;
/** How many of them are sent before the processes are killed. */
const GUESSES_BEFORE_KILL = 400;
/** Between two codes, in seconds. */
const PAUSE_SECONDS = 61;
const BUSY_PAUSE_MS = 50;
/** Allowed answers: wrong code, no code to judge, locked; the link of a locked signature is unknown. */
const ALLOWED_STATUSES = [404, 409, 422];

interface GuessResult {
  readonly status: number;
  readonly code: string;
}

/** Runs the steps of a story until `done`. */
async function continueUntil(story: Story, done: () => boolean): Promise<void> {
  while (!done()) {
    await story
      .nextStep()?.()
      .catch((error: unknown) => {
        if (!(error instanceof Interrupted)) throw error;
        return pause(50);
      });
  }
}

/** Sends the signer's calls to either process. */
class Signer {
  readonly #story: Story;
  readonly #path: string;
  points: string[] = [];

  constructor(story: Story) {
    this.#story = story;
    this.#path = new URL(story.known.link ?? '').pathname.replace('/sign/', '/api/sign/');
  }

  async #call(address: string, method: string, rest: string, body?: object) {
    const headers = { cookie: this.#story.known.cookie ?? '', 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(new URL(`${this.#path}${rest}`, address), { method, headers, ...sent });
    return { status: answer.status, json: (await answer.json()) as { code?: string; points?: { id: string }[] } };
  }

  async readPoints(address: string): Promise<void> {
    this.points = ((await this.#call(address, 'GET', '')).json.points ?? []).map(({ id }) => id);
  }

  /** A link has few calls at once: the attacker repeats a guess that was refused as busy. */
  async guess(address: string, code: string): Promise<GuessResult> {
    const body = { code, points: this.points, shown: [this.#story.known.shown] };
    for (;;) {
      const { status, json } = await this.#call(address, 'POST', '/sign', body);
      if (json.code !== 'system.busy') return { status, code: json.code ?? '' };
      await pause(BUSY_PAUSE_MS);
    }
  }

  async requestNewCode(address: string): Promise<number> {
    return (await this.#call(address, 'POST', '/otp', {})).status;
  }
}

async function guessAll(
  signer: Signer,
  servers: readonly ClockedServer[],
  guesses: readonly string[],
): Promise<GuessResult[]> {
  const left = [...guesses];
  const lanes = Array.from({ length: CONNECTIONS }, async (_, lane) => {
    const results: GuessResult[] = [];
    const { address = '' } = servers[lane % servers.length] ?? {};
    for (let code = left.pop(); code !== undefined; code = left.pop()) results.push(await signer.guess(address, code));
    return results;
  });
  return (await Promise.all(lanes)).flat();
}

async function newestCode(story: Story): Promise<string> {
  for (;;) {
    const { json } = await story.call(
      'GET',
      `/demo/outbox.json?to=${encodeURIComponent(story.phone.replace(/\s/g, ''))}`,
    );
    const codes = (json as { text: string }[]).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]);
    const newer = codes.find((code) => code !== undefined && code !== story.known.code);
    if (newer !== undefined) return newer;
    await pause(50);
  }
}

/** @returns the number of guesses. */
export async function guessAcrossProcesses(problems: Problems): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-processes-'));
  const { url: DATABASE_URL, drop } = await freshDatabase();
  const startServers = async () => [
    await startClockedServer(folder, { DATABASE_URL }),
    await startClockedServer(folder, { DATABASE_URL }),
  ];
  let servers = await startServers();
  const killServers = () => Promise.all(servers.map((server) => server.kill()));
  const recordResults = (results: readonly GuessResult[]): Record<string, number> => {
    for (const { status, code } of results)
      problems.check(`a guess between processes was answered ${status} ${code}`, ALLOWED_STATUSES.includes(status));
    return countEach(results.map(({ code }) => code));
  };
  try {
    const story = new Story(servers[0]?.address ?? '', await makePaper({ pages: 2 }), 1);
    await continueUntil(story, () => story.known.code !== undefined);
    const signer = new Signer(story);
    await signer.readPoints(story.address);
    const guesses = Array.from({ length: GUESSES }, (_, index) => String(100_000 + index * 7)).filter(
      (guess) => guess !== story.known.code,
    );
    const before = recordResults(await guessAll(signer, servers, guesses.slice(0, GUESSES_BEFORE_KILL)));
    problems.checkEqual('judged of the first code by two processes', before['otp.wrong'], ATTEMPTS_PER_CODE);
    await killServers();

    servers = await startServers();
    const [firstAddress, secondAddress] = servers.map(({ address }) => address);
    const second = new Story(firstAddress ?? '', story.file, 1);
    Object.assign(second.known, story.known);
    const rightGuess = await signer.guess(secondAddress ?? '', story.known.code ?? '');
    problems.checkEqual('the right code, after three wrong ones and a kill', rightGuess.code, 'otp.none');
    for (const server of servers) await server.advance(PAUSE_SECONDS);
    problems.checkEqual('another code', await signer.requestNewCode(secondAddress ?? ''), 200);
    const newer = await newestCode(second);
    const rest = guesses.slice(GUESSES_BEFORE_KILL).filter((guess) => guess !== newer);
    const after = recordResults(await guessAll(signer, servers, rest));
    // The fifth wrong code is answered with the lock.
    const expectedWrong = ATTEMPTS_PER_SESSION - ATTEMPTS_PER_CODE - 1;
    problems.checkEqual('judged of the second code by two processes', after['otp.wrong'], expectedWrong);
    problems.check('the signature was not locked', (after['signing.locked'] ?? 0) > 0);
    problems.check('a code was taken after the lock', (await signer.guess(firstAddress ?? '', newer)).status >= 400);
    await second.signIn();
    const { json } = await second.call('GET', `/api/documents/${story.known.documentId}`);
    problems.checkEqual('state', [json.status, json.statusReason?.code], ['READY_TO_SIGN', 'signing.locked']);
    return GUESSES_BEFORE_KILL + rest.length;
  } finally {
    await killServers();
    await drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
