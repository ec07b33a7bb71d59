/** A backup's folder: `database/<table>.jsonl`, `files/ab/<sha256>`, `heads/<leaves>.json`, `keys/…`, `manifest.json`, and SHA256SUMS over all of them. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';

export const SUMS = 'SHA256SUMS';
export const MANIFEST = 'manifest.json';

export const manifestSchema = z.strictObject({
  format: z.literal(1),
  product: z.literal('fascicolo'),
  version: z.string(),
  mode: z.string().nullable(),
  createdDate: z.iso.datetime(),
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.number().int()),
  /** Rows of each table. */
  tables: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  bytes: z.number().int(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Why a backup cannot be made or used, in words for whoever runs the command. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** A file written once, flushed, and remembered with its hash. */
export interface SummedFile {
  append(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Writes files below a folder (mode 0600) and keeps their SHA-256 for SHA256SUMS. */
export class SummedFolder {
  readonly #root: string;
  readonly #sums = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  async #create(name: string): Promise<FileHandle> {
    const path = join(this.#root, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return open(path, 'wx', 0o600);
  }

  async write(name: string, bytes: Uint8Array | string): Promise<void> {
    const file = await this.#create(name);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    this.#sums.set(name, createHash('sha256').update(bytes).digest('hex'));
  }

  async begin(name: string): Promise<SummedFile> {
    const file = await this.#create(name);
    const hash = createHash('sha256');
    return {
      append: async (text) => {
        hash.update(text);
        await file.writeFile(text);
      },
      close: async () => {
        await file.sync();
        await file.close();
        this.#sums.set(name, hash.digest('hex'));
      },
    };
  }

  /** Writes SHA256SUMS in the form `sha256sum -c` reads, and flushes the folder. */
  async finish(): Promise<void> {
    const lines = [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => `${sum}  ${name}\n`);
    const file = await this.#create(SUMS);
    await file.writeFile(lines.join(''));
    await file.sync();
    await file.close();
    const folder = await open(this.#root, 'r');
    await folder.sync();
    await folder.close();
  }
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Names below `root`, with forward slashes. */
async function namesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/**
 * Holds every file against SHA256SUMS: none changed, none missing, none added.
 * @returns the manifest and the names of all files. @throws BackupRefused naming the first fault.
 */
export async function openBackup(root: string): Promise<{ manifest: Manifest; names: string[] }> {
  const text = await readFile(join(root, SUMS), 'utf8').catch(() => {
    throw new BackupRefused(`${root} non è una copia di Fascicolo: manca ${SUMS}.`);
  });
  const sums = new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): [string, string] => [line.slice(66), line.slice(0, 64)]),
  );
  const names = (await namesBelow(root)).filter((name) => name !== SUMS);
  const extra = names.find((name) => !sums.has(name));
  if (extra !== undefined) throw new BackupRefused(`La copia contiene un file che ${SUMS} non nomina: ${extra}`);
  for (const [name, sum] of sums) {
    if (!names.includes(name)) throw new BackupRefused(`Nella copia manca il file ${name}`);
    if ((await sha256OfFile(join(root, name))) !== sum)
      throw new BackupRefused(`Il file ${name} della copia è alterato`);
  }
  const parsed = manifestSchema.safeParse(JSON.parse(await readFile(join(root, MANIFEST), 'utf8')));
  if (!parsed.success) throw new BackupRefused(`${MANIFEST} non è leggibile: formato di copia sconosciuto.`);
  return { manifest: parsed.data, names };
}

/** The lines of a file in batches; only a line feed ends a line (texts may hold U+2028). */
export async function* linesOf(path: string, size = 500): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let rest = '';
  for await (const part of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + String(part)).split('\n');
    rest = lines.pop() ?? '';
    batch.push(...lines);
    if (batch.length >= size) {
      yield batch;
      batch = [];
    }
  }
  if (rest !== '') throw new BackupRefused(`Il file ${path} finisce a metà riga`);
  yield batch;
}
