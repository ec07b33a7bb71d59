/**
 * Beyond the story: the server is killed in the middle of creates, edits and deletions; repeated with its key, each
 * happens exactly once.
 */
// Real time: a process is killed after a part of the duration of the call.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openPglite } from '#adapters/database/pglite.ts';
import { inconsistencies } from '../../attacks/consistency.ts';
import { customerBody, draftBody, folderBody } from '../../attacks/files/places.ts';
import { randomOf, testSeed } from '../../chance.ts';
import { type ServerProcess, startServer } from '../../hosts/server-process.ts';
import { makePaper } from '../../papers/paper.ts';
import { Interrupted, Story } from '../../stages/http-story.ts';

/** Chooses the time and place of each kill, the same in every run. */
const random = randomOf(testSeed());

export interface KeysReport {
  /**
   * Interrupted calls by name: how many were answered before the kill, how many took effect without an answer, and how
   * many had no effect.
   */
  hits: Record<string, { answered: number; unheard: number; undone: number }>;
  problems: string[];
}

interface Row {
  id: number;
  lastModifiedDate: string;
  [field: string]: unknown;
}

/** Uninterrupted calls of each kind: their duration determines when to kill. */
const CALL_KINDS = 5;
/** The kill falls between these parts of that duration; the moment between commit and answer matters most. */
const EARLIEST_SHARE = 0.7;
const LATEST_SHARE = 1.5;

class KeysDrill {
  readonly report: KeysReport = { hits: {}, problems: [] };
  readonly story: Story;
  private readonly file: Buffer;

  constructor(address: string, file: Buffer) {
    this.story = new Story(address, file, 1);
    this.file = file;
  }

  private async read(path: string): Promise<Row | null> {
    const answer = await this.story.call('GET', path);
    return answer.status === 200 ? answer.json : null;
  }

  private async create(path: string, body: object): Promise<Row> {
    const answer = await this.story.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.bytes.toString()}`);
    return answer.json;
  }

  /** The number of rows whose name contains the marker. */
  private async count(what: 'dossiers' | 'folders-ext' | 'documents-ext', criteria: object): Promise<number> {
    const answer = await this.story.call('POST', `/api/${what}/search?size=1`, criteria);
    return Number(answer.headers.get('x-total-count'));
  }

  private countOutcome(name: string, outcome: 'answered' | 'unheard' | 'undone'): void {
    this.report.hits[name] ??= { answered: 0, unheard: 0, undone: 0 };
    this.report.hits[name][outcome] += 1;
  }

  /** @returns the next round's call, its name, and a check of what must hold after the restart. */
  async prepare(
    round: number,
  ): Promise<{ name: string; call: () => Promise<unknown>; after: (result: unknown) => Promise<void> }> {
    const marker = `Colpo${round}x`;
    const dossier = await this.create('/api/dossiers', customerBody('10001', 'Colpito', round));
    const place = folderBody({ brand: 'bmw', type: 'SALE_NEW' });
    const paper = {
      ...draftBody(),
      type: 'SALE_NEW_RFO',
      sigType: 'OTP',
      signable: true,
      archivable: true,
      fileName: `${marker}.pdf`,
      mimeType: 'application/pdf',
      content: this.file.toString('base64'),
    };
    switch (round % 5) {
      case 0:
        return this.createCase(
          'wizard',
          `/api/documents/wizard`,
          { dossier: customerBody('10001', marker, round), folder: place, document: paper },
          () => this.count('documents-ext', { 'dossierDTO.lastName': { equals: marker } }),
        );
      case 1:
        return this.createCase('folder', '/api/folders', { ...place, dossierId: dossier.id, notes: marker }, () =>
          this.count('folders-ext', { dossierId: { equals: dossier.id } }),
        );
      case 2: {
        const folder = await this.create('/api/folders', { ...place, dossierId: dossier.id });
        return this.createCase('document', '/api/documents', { ...paper, folderId: folder.id }, () =>
          this.count('documents-ext', { folderId: { equals: folder.id } }),
        );
      }
      case 3:
        return this.editCase(dossier, marker);
      default: {
        const folder = await this.create('/api/folders', { ...place, dossierId: dossier.id });
        return this.deleteCase((await this.create('/api/documents', { ...draftBody(), folderId: folder.id })).id);
      }
    }
  }

  private createCase(name: string, path: string, body: object, count: () => Promise<number>) {
    const key = { 'idempotency-key': `${name}-${random()}` };
    const call = async (): Promise<unknown> => {
      const answer = await this.story.call('POST', path, body, key);
      if (answer.status !== 201) throw new Error(`${path}: ${answer.bytes.toString()}`);
      return answer.json;
    };
    const after = async (result: unknown): Promise<void> => {
      const before = await count();
      this.countOutcome(name, result === undefined ? (before === 0 ? 'undone' : 'unheard') : 'answered');
      if (result !== undefined && before !== 1) this.report.problems.push(`${name}: answered, and there are ${before}`);
      const again = await call();
      if (result !== undefined && JSON.stringify(result) !== JSON.stringify(again)) {
        this.report.problems.push(`${name}: the second answer differs from the first`);
      }
      const finalCount = await count();
      if (finalCount !== 1) this.report.problems.push(`${name}: ${finalCount} instead of one`);
    };
    return { name, call, after };
  }

  private editCase(dossier: Row, marker: string) {
    const name = 'edit';
    const call = async (): Promise<unknown> =>
      (await this.story.call('PUT', '/api/dossiers', { ...dossier, lastName: marker })).status;
    const after = async (result: unknown): Promise<void> => {
      const now = await this.read(`/api/dossiers/${dossier.id}`);
      const done = now?.lastName === marker;
      this.countOutcome(name, result === 200 ? 'answered' : done ? 'unheard' : 'undone');
      if (result === 200 && !done) this.report.problems.push('edit: answered, and lost');
      if (done === (now?.lastModifiedDate === dossier.lastModifiedDate)) this.report.problems.push('edit: half of it');
      const again = await call();
      if (again !== (done ? 409 : 200)) this.report.problems.push(`edit: ${again} when repeated`);
    };
    return { name, call, after };
  }

  private deleteCase(id: number) {
    const name = 'delete';
    const call = async (): Promise<unknown> => (await this.story.call('DELETE', `/api/documents/${id}`)).status;
    const after = async (result: unknown): Promise<void> => {
      const isDeleted = (await this.read(`/api/documents/${id}`)) === null;
      this.countOutcome(name, result === 204 ? 'answered' : isDeleted ? 'unheard' : 'undone');
      if (result === 204 && !isDeleted) this.report.problems.push('delete: answered, and still there');
      const again = await call();
      if (again !== (isDeleted ? 404 : 204)) this.report.problems.push(`delete: ${again} when repeated`);
    };
    return { name, call, after };
  }
}

/** One kill per round, on the embedded database; the result is then read from the files themselves. */
export async function killKeysDrill(rounds: number): Promise<KeysReport> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-keys-'));
  let server: ServerProcess = await startServer(folder);
  const port = Number(new URL(server.address).port);
  try {
    const keys = new KeysDrill(server.address, await makePaper({ pages: 1 }));
    await keys.story.signIn();
    const durations = new Map<string, number>();
    for (let round = 0; round < CALL_KINDS; round += 1) {
      const { name, call } = await keys.prepare(round);
      const startedAt = performance.now();
      await call();
      durations.set(name, performance.now() - startedAt);
    }
    for (let round = CALL_KINDS; round < CALL_KINDS + rounds; round += 1) {
      const { name, call, after } = await keys.prepare(round);
      const pendingCall = call().catch((error: unknown) => {
        if (!(error instanceof Interrupted)) throw error;
        return undefined;
      });
      await pause((durations.get(name) ?? 0) * (EARLIEST_SHARE + random() * (LATEST_SHARE - EARLIEST_SHARE)));
      await server.kill();
      const result = await pendingCall;
      server = await startServer(folder, {}, port);
      await after(result);
    }
    await server.stop();
    const database = await openPglite(join(folder, 'database'));
    keys.report.problems.push(...(await inconsistencies({ database })));
    await database.close();
    return keys.report;
  } finally {
    await server.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
