/**
 * Writers in separate processes append to the same chains and are killed at random moments: no fork, no gap, and no
 * reported append lost.
 */
// Real time: processes write for a while and are killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import type { Database } from '#ports/database/database.ts';
import { verifyAllChains } from '#server/evidence/chains.suite.ts';
import { randomOf, testSeed } from '../../chance.ts';
import { freshDatabase, onPostgres } from '../../postgres.ts';
import { Problems } from './servers.ts';

/** Chooses the time and place of each kill, the same in every run. */
const random = randomOf(testSeed());

export interface WritersReport {
  appends: number;
  kills: number;
  /** Stored, but the writer was killed before it could report it. */
  unheard: number;
  problems: string[];
}

export interface WritersTask {
  writers: number;
  /** Appends of each writer. */
  appends: number;
  kills: number;
}

const CHAINS = 4;
/** Processes on PostgreSQL; the embedded database allows one. */
const PROCESS_COUNT = 4;
/** How long a process may live after its first append. */
const MIN_LIFE_MS = 50;
const MAX_LIFE_MS = 1_500;

type Place = { folder: string } | { url: string };

class Writers {
  readonly reported = new Set<string>();
  readonly remaining: number[];
  private readonly place: Place;
  private runs = 0;

  constructor(place: Place, { writers, appends }: WritersTask) {
    this.place = place;
    this.remaining = Array.from({ length: writers }, () => appends);
  }

  remainingOf(isMine: (writer: number) => boolean): number {
    return this.remaining.reduce((sum, count, writer) => sum + (isMine(writer) ? count : 0), 0);
  }

  /** Runs one process for some of the writers, until it ends or is killed. @returns whether it was killed. */
  async run(isMine: (writer: number) => boolean, isKilled: boolean): Promise<boolean> {
    this.runs += 1;
    const owed = this.remaining.map((left, writer) => (isMine(writer) ? left : 0));
    const task = { place: this.place, run: String(this.runs), chains: CHAINS, owed };
    const program = join(import.meta.dirname, 'writers-child.ts');
    const child = spawn(process.execPath, [program, JSON.stringify(task)], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    let kill: Promise<void> | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      const [writer = '', reason = ''] = line.split(' ');
      this.reported.add(reason);
      this.remaining[Number(writer)] = (this.remaining[Number(writer)] ?? 0) - 1;
      if (!isKilled || kill !== undefined) continue;
      const life = MIN_LIFE_MS + random() * (MAX_LIFE_MS - MIN_LIFE_MS);
      kill = pause(life).then(() => void child.kill('SIGKILL'));
    }
    const [code, signal] = await exited;
    await kill;
    if (signal === null && code !== 0) throw new Error(`A process of writers ended with ${code}`);
    return signal !== null;
  }
}

/** Checks the invariants of every chain regardless of its writers, with SQL only and with the product's own check. */
async function checkChains(database: Database, reported: ReadonlySet<string>, problems: Problems): Promise<number> {
  const { read } = database;
  const gaps = await sql<{ subject: string }>`
    select subject from evidence_event group by subject having count(*) <> max(seq) or min(seq) <> 1`.execute(read);
  const forks = await sql<{ prev_hash: string }>`
    select prev_hash from evidence_event group by subject, prev_hash having count(*) > 1`.execute(read);
  problems.checkEqual('gaps', gaps.rows, []);
  problems.checkEqual('forks', forks.rows, []);
  const { faults } = await verifyAllChains(read);
  problems.checkEqual('chains that do not hold', faults, []);
  const { rows } = await sql<{ reason: string; n: number }>`
    select cast(body as jsonb) #>> '{detail,reason}' as reason, cast(count(*) as int) as n
    from evidence_event group by 1`.execute(read);
  problems.checkEqual(
    'stored more than once',
    rows.filter(({ n }) => n > 1),
    [],
  );
  const stored = new Set(rows.map(({ reason }) => reason));
  problems.checkEqual(
    'reported, and lost',
    [...reported].filter((reason) => !stored.has(reason)),
    [],
  );
  return stored.size - reported.size;
}

async function openDatabase(place: Place): Promise<Database> {
  return 'url' in place ? openPostgres(place.url, 2) : openPglite(place.folder);
}

/** Kills continue while appends remain; then the writers finish undisturbed. */
export async function writersDrill(task: WritersTask): Promise<WritersReport> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-writers-'));
  const problems = new Problems();
  try {
    const place: Place = onPostgres() ? { url: (await freshDatabase()).url } : { folder: join(folder, 'database') };
    await (await openDatabase(place)).close();
    const writers = new Writers(place, task);
    const processes = 'url' in place ? PROCESS_COUNT : 1;
    let planned = 0;
    let kills = 0;
    const processRuns = Array.from({ length: processes }, async (_, processIndex) => {
      const isMine = (writer: number): boolean => writer % processes === processIndex;
      while (writers.remainingOf(isMine) > 0) {
        const isKilled = planned < task.kills;
        if (isKilled) planned += 1;
        if (await writers.run(isMine, isKilled)) kills += 1;
        else if (isKilled) planned -= 1;
      }
    });
    await Promise.all(processRuns);
    const database = await openDatabase(place);
    const unheard = await checkChains(database, writers.reported, problems);
    problems.checkEqual('appends', writers.reported.size, task.writers * task.appends);
    await database.close();
    return { appends: writers.reported.size, kills, unheard, problems: problems.list };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
