/**
 * Wrong codes by the thousand, over many connections, both servers and two processes, with a restart in between, and
 * while their counter is down.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ATTEMPTS_PER_CODE, ATTEMPTS_PER_SESSION } from '#domain/signing/one-time-code.ts';
import { onPostgres } from '../../postgres.ts';
import { type Browser, openStage, type Stage } from '../../stages/signing-stage.ts';
import { guessAcrossProcesses } from './codes-processes.ts';
import { countEach, Problems } from './servers.ts';

export interface CodesReport {
  guesses: number;
  /** How often each answer code was given. */
  answers: Record<string, number>;
  problems: string[];
}

type Ready = Awaited<ReturnType<Stage['readyToConfirm']>>;

const CONNECTIONS = 100;
const GUESSES = 1_000;
/** How many of them are sent before the restart. */
const GUESSES_BEFORE_RESTART = 400;
/** Between two codes, in seconds. */
const PAUSE_SECONDS = 61;
/** Allowed answers to a guess: wrong code, no code to judge, locked; the link of a locked signature is unknown. */
const ALLOWED_STATUSES = [404, 409, 422];

/** Sends all guesses over several connections; @returns the answers. */
async function guessAll(
  browsers: readonly Browser[],
  { path, points }: Ready,
  guesses: readonly string[],
): Promise<{ status: number; code: string }[]> {
  const lanes = Array.from({ length: CONNECTIONS }, (_, lane) =>
    guesses.filter((_one, at) => at % CONNECTIONS === lane),
  );
  const answers = await Promise.all(
    lanes.map(async (lane, index) => {
      const results: { status: number; code: string }[] = [];
      for (const code of lane) {
        const answer = await browsers[index % browsers.length]?.post(`${path}/sign`, { code, points });
        results.push({ status: answer?.statusCode ?? 0, code: answer?.json<{ code?: string }>().code ?? '' });
      }
      return results;
    }),
  );
  return answers.flat();
}

async function openStages(folder: string): Promise<Stage[]> {
  const firstStage = await openStage({ folder, workers: true });
  return onPostgres() ? [firstStage, await openStage({ folder, workers: true })] : [firstStage];
}

const browsersOf = (stages: readonly Stage[], browser: Browser): Browser[] =>
  stages.map((stage) => stage.browser().continueAs(browser));

/** A thousand guesses at one signature, with the servers restarted in the middle. */
async function attackOneSignature(folder: string, report: CodesReport, problems: Problems): Promise<void> {
  let stages = await openStages(folder);
  const note = (answers: readonly { status: number; code: string }[]): Record<string, number> => {
    for (const { status, code } of answers) {
      problems.check(`a guess was answered ${status} ${code}`, ALLOWED_STATUSES.includes(status));
      report.answers[code] = (report.answers[code] ?? 0) + 1;
    }
    report.guesses += answers.length;
    return countEach(answers.map(({ code }) => code));
  };
  try {
    const [first] = stages;
    if (first === undefined) throw new Error('no server');
    const one = await first.readyToConfirm();
    for (const stage of stages) {
      problems.checkEqual('state before, at every server', (await stage.document(one.id)).status, 'START_SIGN');
    }
    const all = Array.from({ length: GUESSES }, (_, index) => String(100_000 + index * 7));
    const guesses = all.filter((guess) => guess !== one.code);
    const before = note(await guessAll(browsersOf(stages, one.browser), one, guesses.slice(0, GUESSES_BEFORE_RESTART)));
    problems.checkEqual('judged of the first code', before['otp.wrong'], ATTEMPTS_PER_CODE);
    for (const stage of stages) await stage.close();

    stages = await openStages(folder);
    const [second] = stages;
    if (second === undefined) throw new Error('no server');
    const browsers = browsersOf(stages, one.browser);
    const right = await browsers[0]?.post(`${one.path}/sign`, { code: one.code, points: one.points });
    problems.checkEqual('the right code, after three wrong ones and a restart', right?.json().code, 'otp.none');
    for (const stage of stages) stage.test.clock.advance(PAUSE_SECONDS);
    const codeRequest = await browsers[0]?.post(`${one.path}/otp`);
    problems.checkEqual('another code', codeRequest?.statusCode, 200);
    await second.test.world.jobs.drain();
    const [message] = (await second.test.outbox()).filter(({ channel }) => channel === 'SMS');
    const newer = /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
    const after = note(
      await guessAll(
        browsers,
        one,
        guesses.slice(GUESSES_BEFORE_RESTART).filter((guess) => guess !== newer),
      ),
    );
    // The fifth wrong code is answered with the lock.
    problems.checkEqual('judged of the second code', after['otp.wrong'], ATTEMPTS_PER_SESSION - ATTEMPTS_PER_CODE - 1);
    problems.check('the signature was not locked', (after['signing.locked'] ?? 0) > 0);
    const late = await browsers[0]?.post(`${one.path}/sign`, { code: newer, points: one.points });
    problems.check('a code was taken after the lock', late !== undefined && late.statusCode >= 400);
    const { status, statusReason } = await second.document(one.id);
    problems.checkEqual(
      'state',
      [status, (statusReason as { code?: string } | null)?.code],
      ['READY_TO_SIGN', 'signing.locked'],
    );
    const trail = countEach(await second.trail(one.id));
    problems.checkEqual('wrong codes in the trail', trail['otp.wrong'], ATTEMPTS_PER_SESSION);
    problems.checkEqual('locks in the trail', trail['otp.locked'], 1);
    problems.checkEqual('verified codes', trail['otp.verified'], undefined);
  } finally {
    for (const stage of stages) await stage.close();
  }
}

const COUNTING_TABLES = ['otp_code', 'signer'] as const;

/** The tables that count the tries accept no change; a guess made meanwhile is not judged and not counted. */
async function guessWhileUncounted(stage: Stage, report: CodesReport, problems: Problems): Promise<void> {
  const { read } = stage.test.world.database;
  for (const table of COUNTING_TABLES) {
    const ready = await stage.readyToConfirm();
    await sql
      .raw(`create function store_is_down() returns trigger language plpgsql as
      $$ begin raise exception 'the store is down'; end $$`)
      .execute(read);
    await sql
      .raw(`create trigger store_is_down before update or delete on ${table}
      for each row execute function store_is_down()`)
      .execute(read);
    try {
      const wrong = Array.from({ length: CONNECTIONS }, (_, index) => String(700_000 + index));
      const guesses = [...wrong.filter((guess) => guess !== ready.code), ready.code];
      const answers = await guessAll([ready.browser], ready, guesses);
      report.guesses += answers.length;
      problems.checkEqual(`guesses while ${table} is down`, countEach(answers.map(({ status }) => status)), {
        500: guesses.length,
      });
    } finally {
      await sql.raw('drop function store_is_down cascade').execute(read);
    }
    const trail = countEach(await stage.trail(ready.id));
    problems.checkEqual(`wrong codes judged while ${table} was down`, trail['otp.wrong'], undefined);
    problems.checkEqual(`codes taken while ${table} was down`, trail['otp.verified'], undefined);
    const { path, points, code } = ready;
    const signed = await ready.browser.post(`${path}/sign`, { code, points });
    problems.checkEqual(`the right code after ${table} came back`, signed.statusCode, 200);
  }
}

/** @param rounds signatures to attack, with a thousand guesses each. */
export async function codesDrill(rounds: number): Promise<CodesReport> {
  const problems = new Problems();
  const report: CodesReport = { guesses: 0, answers: {}, problems: problems.list };
  for (let round = 0; round < rounds; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'fascicolo-codes-'));
    try {
      await attackOneSignature(folder, report, problems);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  const stage = await openStage();
  try {
    for (let round = 0; round < rounds; round += 1) await guessWhileUncounted(stage, report, problems);
  } finally {
    await stage.close();
  }
  if (onPostgres()) {
    for (let round = 0; round < rounds; round += 1) report.guesses += await guessAcrossProcesses(problems);
  }
  return report;
}
