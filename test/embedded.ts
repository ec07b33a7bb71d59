/** Embedded databases that start from files written once: creating one from nothing takes seconds of CPU time. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type EmbeddedDatabase, openPglite } from '#adapters/database/pglite.ts';
import { openJobs } from '#adapters/jobs/pg-boss.ts';

/** The folder in which PGlite keeps its database. */
const ROOT = '/pglite/data';

interface StoredFile {
  /** Relative to the database's folder. */
  readonly path: string;
  /** Up to the last non-zero byte. */
  readonly bytes: Uint8Array;
  readonly size: number;
}

interface StoredFiles {
  /** Parents before their contents. */
  readonly folders: readonly string[];
  readonly files: readonly StoredFile[];
}

function filesOf(FS: PGlite['Module']['FS']): StoredFiles {
  const folders: string[] = [];
  const files: StoredFile[] = [];
  const visit = (folder: string): void => {
    folders.push(folder);
    for (const name of FS.readdir(ROOT + folder)) {
      if (name === '.' || name === '..') continue;
      const path = `${folder}/${name}`;
      if (FS.isDir(FS.stat(ROOT + path).mode)) {
        visit(path);
        continue;
      }
      const content: Uint8Array = FS.readFile(ROOT + path);
      const end = content.findLastIndex((byte) => byte !== 0) + 1;
      files.push({ path, bytes: content.slice(0, end), size: content.length });
    }
  };
  visit('');
  return { folders, files };
}

/** What Emscripten's in-memory file system keeps for a folder or file; its types describe less. */
interface MemoryNode {
  readonly node_ops: { mknod(parent: MemoryNode, name: string, mode: number, device: number): MemoryNode };
  contents: unknown;
  usedBytes: number;
}

const FILE_MODE = 0o100600;

/**
 * Loads the files directly: PGlite's parser of its own archives takes longer than the database needs to start, and so
 * does writing a thousand files through the file system's calls.
 */
class RestoredFilesystem extends MemoryFS {
  readonly #kept: StoredFiles;

  constructor(kept: StoredFiles) {
    super();
    this.#kept = kept;
  }

  override async initialSyncFs(): Promise<void> {
    if (this.pg === undefined) throw new Error('PGlite has not begun');
    const { FS } = this.pg.Module;
    const nodes = new Map<string, MemoryNode>();
    for (const folder of this.#kept.folders) {
      FS.mkdirTree(ROOT + folder, 0o700);
      nodes.set(folder, FS.lookupPath(ROOT + folder, {}).node as unknown as MemoryNode);
    }
    for (const { path, bytes, size } of this.#kept.files) {
      const slash = path.lastIndexOf('/');
      const parent = nodes.get(path.slice(0, slash));
      if (parent === undefined) throw new Error(`No folder for ${path}`);
      const node = parent.node_ops.mknod(parent, path.slice(slash + 1), FILE_MODE, 0);
      // The write-ahead log has its full size from the start.
      const contents = new Uint8Array(size);
      contents.set(bytes);
      node.contents = contents;
      node.usedBytes = size;
    }
  }
}

/** The inputs on which the saved files depend. */
async function stateOfSources(): Promise<string> {
  const migrations = (await readdir('db/migrations')).sort().map((name) => join('db/migrations', name));
  const hash = createHash('sha256');
  for (const path of [...migrations, 'package-lock.json', import.meta.filename])
    hash.update(path).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}

/** @param make called only when no earlier run has stored the result. */
async function cachedAs(name: string, make: () => Promise<PGlite>): Promise<StoredFiles> {
  const path = join(tmpdir(), `fascicolo-test-${await stateOfSources()}.${name}`);
  if (!existsSync(path)) {
    const made = await make();
    // Closed first, so that no start has to recover from the write-ahead log.
    const { FS } = made.Module;
    await made.close();
    const files = filesOf(FS);
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, serialize(files));
    await rename(draft, path);
  }
  return deserialize(await readFile(path));
}

let cachedEmpty: Promise<StoredFiles> | undefined;
let cachedReady: Promise<StoredFiles> | undefined;

async function makeEmpty(): Promise<PGlite> {
  const pglite = await PGlite.create({ extensions: { pg_trgm } });
  // No database is created from the templates, and smaller files make every test database cheaper.
  for (const name of ['template0', 'template1']) {
    await pglite.exec(`ALTER DATABASE ${name} IS_TEMPLATE false`);
    await pglite.exec(`DROP DATABASE ${name}`);
  }
  return pglite;
}

async function makeReady(): Promise<PGlite> {
  const database = await openMigrated();
  const jobs = await openJobs(database, { log: { error: () => undefined } });
  await jobs.stop();
  return database.pglite;
}

const emptyFiles = () => (cachedEmpty ??= cachedAs('empty', makeEmpty));
const readyFiles = () => (cachedReady ??= cachedAs('ready', makeReady));

/** @returns a database without tables, in memory. */
export async function openEmpty(): Promise<PGlite> {
  return PGlite.create({ fs: new RestoredFilesystem(await emptyFiles()), extensions: { pg_trgm } });
}

/** @returns a database in memory on which every migration has just run, without the queues of jobs. */
export async function openMigrated(): Promise<EmbeddedDatabase> {
  return openPglite(undefined, new RestoredFilesystem(await emptyFiles()));
}

/**
 * @returns a database with the newest tables and the queues of jobs; without a folder, in memory. @param folder of
 * the database itself.
 */
export async function openReady(folder?: string): Promise<EmbeddedDatabase> {
  const kept = await readyFiles();
  if (folder === undefined) return openPglite(undefined, new RestoredFilesystem(kept));
  if (!existsSync(folder)) await writeFiles(kept, folder);
  return openPglite(folder);
}

async function writeFiles({ folders, files }: StoredFiles, to: string): Promise<void> {
  for (const folder of folders) await mkdir(to + folder, { recursive: true, mode: 0o700 });
  for (const { path, bytes, size } of files) {
    await writeFile(to + path, bytes, { mode: 0o600 });
    if (size > bytes.length) await truncate(to + path, size);
  }
}
