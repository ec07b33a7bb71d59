/**
 * No action without its audit row: the audit trail refuses while every action is tried, and the server is killed
 * between the customer's confirmation, the key, the file and its row.
 */
// Real time: processes are killed, and their successors resume the work on their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { verifyPdf } from '#formats/verify/index.ts';
import { documentSubject, listTrail } from '#server/evidence/index.ts';
import { changedTables, snapshotOf } from '../../attacks/dump-tables.ts';
import { makePaper } from '../../papers/paper.ts';
import { openStage, type Stage } from '../../stages/signing-stage.ts';
import { countEach, Problems } from '../processes/servers.ts';

export interface AuditedReport {
  /** Actions tried while no audit row could be written. */
  blocked: string[];
  /** Points between the customer's confirmation and the end of the work, and how many of them were killed. */
  points: number;
  kills: number;
  problems: string[];
}

/** Findings about a file's pages by its hash, kept whether or not the call succeeds. */
const CACHE = 'public.page_check';

const COMPLETION_MS = 90_000;

/** Runs the work while no event can be written. */
async function withoutEvents<T>({ test }: Stage, work: () => Promise<T>): Promise<T> {
  const { read } = test.world.database;
  await sql
    .raw(`create function no_event() returns trigger language plpgsql as
    $$ begin raise exception 'no event is taken'; end $$`)
    .execute(read);
  await sql
    .raw('create trigger no_event before insert on evidence_event for each row execute function no_event()')
    .execute(read);
  try {
    return await work();
  } finally {
    await sql.raw('drop function no_event cascade').execute(read);
  }
}

/** Every action on a document and its signature, in order: first tried while it cannot be recorded, then done. */
async function blockedActions(stage: Stage, problems: Problems): Promise<string[]> {
  const triedActions: string[] = [];
  const tryBlocked = async (what: string, call: () => Promise<{ statusCode: number; body: string }>): Promise<void> => {
    const before = await snapshotOf(stage.test.world);
    const answer = await withoutEvents(stage, call);
    problems.check(`${what} without an event was answered ${answer.statusCode}`, answer.statusCode >= 500);
    problems.checkEqual(
      `${what} without an event changed`,
      changedTables(before, await snapshotOf(stage.test.world)).filter((table) => table !== CACHE),
      [],
    );
    const done = await call();
    problems.check(`${what} afterwards: ${done.statusCode} ${done.body.slice(0, 200)}`, done.statusCode < 300);
    await stage.test.world.jobs.drain();
    triedActions.push(what);
  };
  const as = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => () =>
    stage.callAs('dealer', method, path, body);
  const { id, customer, folderId } = await stage.newDocument();
  const on = `/api/documents/${id}`;
  await stage.callAs('dealer', 'GET', '/api/account');
  await tryBlocked('download', as('GET', `${on}/download`));
  const file = await makePaper();
  const paper = {
    ...{ type: 'SALE_NEW_RFO', sigType: 'OTP', signable: true, archivable: true, folderId, fileName: 'altro.pdf' },
    ...{ mimeType: 'application/pdf', fileSize: file.length, content: file.toString('base64') },
  };
  await tryBlocked('create', as('POST', '/api/documents', paper));
  await tryBlocked('take back', as('POST', `${on}/take-back`, {}));
  const { lastModifiedDate: _, ...row } = await stage.document(id);
  await tryBlocked('edit', as('PUT', '/api/documents', { ...row, draft: false }));
  await tryBlocked('start', as('POST', `${on}/sign`, {}));
  await tryBlocked('cancel', as('POST', `${on}/cancel-sign`, {}));
  const first = await stage.startSigning(id);
  const phone = stage.browser();
  await phone.read(first);
  await tryBlocked('ask for a code', () => phone.post(`${first}/otp`));
  await tryBlocked('decline', () => phone.post(`${first}/decline`, { reason: 'Ho cambiato idea' }));
  const path = await stage.startSigning(id);
  const browser = stage.browser();
  await browser.read(path);
  stage.test.clock.advance(61);
  await browser.post(`${path}/otp`);
  const code = await stage.code(customer);
  const points = await stage.points(path);
  await tryBlocked('sign', () => browser.post(`${path}/sign`, { code, points }));
  const { signedDocumentId } = await stage.document(id);
  await tryBlocked('download the signed file', as('GET', `/api/signed-documents/${signedDocumentId}/download`));
  await tryBlocked('download the trail', as('GET', `/api/audit-documents/signed/${signedDocumentId}/download`));
  await tryBlocked('fetch the copy', () => browser.get(`${path}/signed`));
  return triedActions;
}

interface Told {
  id?: number;
  answered?: number;
  passed?: number;
}

/** Runs a process that signs a document and is killed at a given point. @returns what it reported before. */
async function signAndKill(folder: string, point: number, round: number): Promise<Told & { signal: string | null }> {
  const program = join(import.meta.dirname, 'audited-child.ts');
  const child = spawn(process.execPath, [program, JSON.stringify({ folder, point, round })], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code === 9) throw new Error('A key was used before the trail recorded its use');
  if (code !== null && code !== 0) throw new Error(`The process ended with ${code}: ${output}`);
  const lines = output.trim().split('\n');
  return Object.assign({ signal }, ...lines.map((line) => JSON.parse(line) as Told));
}

/** After the restart the work completes; every signature of the file has exactly one event, and every event its signature. */
async function checkCompletion(folder: string, id: number, label: string, problems: Problems): Promise<void> {
  const stage = await openStage({ folder, workers: true });
  try {
    const { world } = stage.test;
    const until = Date.now() + COMPLETION_MS;
    while ((await stage.document(id)).status !== 'SIGNED' && Date.now() < until) await pause(50);
    problems.checkEqual(`${label}: status`, (await stage.document(id)).status, 'SIGNED');
    const rows = await world.database.read
      .selectFrom('signed_document')
      .select(['sha256', 'audit_sha256'])
      .where('document_id', '=', id)
      .execute();
    problems.checkEqual(`${label}: signed files`, rows.length, 1);
    const trail = await listTrail(world.database.read, documentSubject(id));
    const once = countEach(trail.map(({ type }) => type));
    for (const type of ['sign.confirmed', 'sealed', 'audit.sealed', 'document.signed']) {
      problems.checkEqual(`${label}: ${type}`, once[type], 1);
    }
    const file = await world.storage.get(rows[0]?.sha256 ?? '');
    const { intact, signatures } = await verifyPdf(file, { anchors: await world.authority.anchors() });
    problems.checkEqual(`${label}: intact`, intact, true);
    const applied = trail.filter(({ type }) => type === 'signature.applied').map(({ detail }) => detail);
    problems.checkEqual(
      `${label}: signatures and their events`,
      signatures.map(({ field }) => field),
      applied.map(({ field }) => field),
    );
    const sealEvent = trail.find(({ type }) => type === 'sealed')?.detail;
    problems.checkEqual(`${label}: the file that the trail names`, sealEvent?.sha256, rows[0]?.sha256);
  } finally {
    await stage.close();
  }
}

/** @param rounds kills, at each of the points in turn. */
export async function auditedDrill(rounds: number): Promise<AuditedReport> {
  const problems = new Problems();
  const stage = await openStage();
  let blocked: string[];
  try {
    blocked = await blockedActions(stage, problems);
  } finally {
    await stage.close();
  }
  const folders = await mkdtemp(join(tmpdir(), 'fascicolo-audited-'));
  const undisturbedFolder = join(folders, 'calm');
  let kills = 0;
  try {
    // A run without a kill counts the points.
    const undisturbed = await signAndKill(undisturbedFolder, -1, 0);
    problems.checkEqual('the calm run', [undisturbed.answered, undisturbed.signal], [200, null]);
    const points = undisturbed.passed ?? 0;
    problems.check(`only ${points} points`, points >= 8);
    for (let round = 0; round < rounds; round += 1) {
      // Spread over the points; every point is hit when there are enough rounds.
      const point = rounds >= points ? round % points : Math.floor((round * points) / rounds);
      // Each on a separate copy: a job of a killed process counts as running for two minutes.
      const folder = join(folders, String(round));
      await cp(undisturbedFolder, folder, { recursive: true });
      const { id, signal } = await signAndKill(folder, point, round + 1);
      problems.checkEqual(`point ${point}: ended by`, signal, 'SIGKILL');
      kills += signal === 'SIGKILL' ? 1 : 0;
      await checkCompletion(folder, id ?? 0, `point ${point}`, problems);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    return { blocked, points, kills, problems: problems.list };
  } finally {
    await rm(folders, { recursive: true, force: true, maxRetries: 5 });
  }
}
