/** 64 photos in parallel, each made to use much memory: the server stays within a bound above its idle memory. */
// Real time: the memory of a process is measured while it works.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PERSONAS } from '#server/demo/personas.ts';
import { startServer } from '../hosts/server-process.ts';
import { PHOTO_BOMBS, type PhotoBomb } from '../papers/photo-bombs.ts';
import { countEach, Problems } from './processes/servers.ts';

const PARALLEL = 64;
const WATCH_EVERY_MS = 15;
/** Time for the garbage of the server's start to be collected. */
const SETTLE_MS = 5_000;

export interface PhotoReport {
  readonly idleMb: number;
  /** The maximum above idle over all rounds. */
  readonly aboveMb: number;
  readonly rounds: Readonly<Record<string, { aboveMb: number; ms: number; answers: Record<string, number> }>>;
  readonly problems: readonly string[];
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function sessionsOf(address: string): Promise<string[]> {
  const sessions: string[] = [];
  for (const { login: username } of PERSONAS) {
    const answer = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'demo' }),
    });
    if (!answer.ok) continue;
    const { token } = (await answer.json()) as { token: string };
    if (await canUpload(address, token)) sessions.push(token);
  }
  return sessions;
}

async function canUpload(address: string, token: string): Promise<boolean> {
  return ![401, 403].includes((await upload(address, token, Buffer.alloc(0))).status);
}

function upload(address: string, token: string, photo: Buffer): Promise<Response> {
  return fetch(`${address}/api/documents/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      fileName: photo[0] === 0x89 ? 'foto.png' : 'foto.jpg',
      mimeType: null,
      fileSize: photo.length,
      content: photo.toString('base64'),
    }),
  });
}

/** Answers by status or code: refusals by a limit are allowed too. */
async function verdictOf(answer: Response): Promise<string> {
  const { code } = (await answer.json()) as { code?: string };
  return code ?? String(answer.status);
}
/** Refused before its body was sent: the connection closes while the client is still sending. */
const CUT_OFF_CODES = 'cut off';
const LIMITS = [CUT_OFF_CODES, 'system.unavailable', 'system.busy', 'request.tooMany'];

/** @param repeats of each kind of photo. */
export async function photosDrill(repeats: number): Promise<PhotoReport> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-photos-'));
  // Restart the server: the memory used to fill a new installation would hide what photos use.
  await (await startServer(folder)).stop();
  const server = await startServer(folder);
  const problems = new Problems();
  const rounds: Record<string, { aboveMb: number; ms: number; answers: Record<string, number> }> = {};
  try {
    const sessions = await sessionsOf(server.address);
    problems.check('nobody may upload', sessions.length > 0);
    await pause(SETTLE_MS);
    const idleMb = await residentMb(server.pid);
    const round = async ({ name, make, refused }: PhotoBomb): Promise<void> => {
      const photo = make();
      let [most, watching] = [0, true];
      const watch = (async () => {
        while (watching) {
          most = Math.max(most, await residentMb(server.pid).catch(() => Number.POSITIVE_INFINITY));
          await pause(WATCH_EVERY_MS);
        }
      })();
      const began = performance.now();
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, (_, index) =>
          upload(server.address, sessions[index % sessions.length] ?? '', photo).then(verdictOf, () => CUT_OFF_CODES),
        ),
      );
      watching = false;
      await watch;
      const ms = Math.round(performance.now() - began);
      rounds[name] = { aboveMb: Math.round(most - idleMb), ms, answers: countEach(answers) };
      for (const answer of new Set(answers)) {
        const right = answer === (refused ?? '201') || LIMITS.includes(answer);
        problems.check(`${name}: ${answer} instead of ${refused ?? '201'}`, right);
      }
    };
    for (let repeat = 0; repeat < repeats; repeat += 1) for (const bomb of PHOTO_BOMBS) await round(bomb);
    const aboveMb = Math.max(...Object.values(rounds).map((round) => round.aboveMb));
    problems.check(`the server ended:\n${server.output()}`, Number.isFinite(aboveMb));
    return { idleMb: Math.round(idleMb), aboveMb, rounds, problems: problems.list };
  } finally {
    await server.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
