/** The files of an embedded database in memory: written down once, given to each database that begins with them. */
import { deserialize, serialize } from 'node:v8';
import { MemoryFS, type PGlite } from '@electric-sql/pglite';

/** Where PGlite keeps its database. */
const ROOT = '/pglite/data';

interface KeptFile {
  readonly path: string;
  /** Up to its last byte that is not zero. */
  readonly bytes: Uint8Array;
  readonly size: number;
}

/** Folders come before what is in them. */
export interface KeptFiles {
  readonly folders: readonly string[];
  readonly files: readonly KeptFile[];
}

/** @returns what `readKept` reads. @param pglite is in memory and at rest. */
export function keep({ Module: { FS } }: PGlite): Uint8Array {
  const folders: string[] = [];
  const files: KeptFile[] = [];
  const visit = (folder: string): void => {
    folders.push(folder);
    for (const name of FS.readdir(folder)) {
      if (name === '.' || name === '..') continue;
      const path = `${folder}/${name}`;
      if (FS.isDir(FS.stat(path).mode)) {
        visit(path);
        continue;
      }
      const whole = FS.readFile(path);
      files.push({ path, bytes: whole.slice(0, whole.findLastIndex((byte) => byte !== 0) + 1), size: whole.length });
    }
  };
  visit(ROOT);
  return serialize({ folders, files } satisfies KeptFiles);
}

export const readKept = (bytes: Uint8Array): KeptFiles => deserialize(bytes);

/** PGlite reads an archive of a thousand files in a sixth of a second, and a file of sixteen megabytes is mostly zeros. */
export class KeptFilesystem extends MemoryFS {
  readonly #kept: KeptFiles;

  constructor(kept: KeptFiles) {
    super();
    this.#kept = kept;
  }

  override async initialSyncFs(): Promise<void> {
    if (this.pg === undefined) throw new Error('PGlite has not begun');
    const { FS } = this.pg.Module;
    for (const folder of this.#kept.folders) FS.mkdirTree(folder, 0o700);
    for (const { path, bytes, size } of this.#kept.files) {
      FS.writeFile(path, bytes);
      if (size > bytes.length) FS.truncate(path, size);
    }
  }
}
