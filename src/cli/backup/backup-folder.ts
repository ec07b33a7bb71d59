/**
 * Layout of a backup folder: `database/<table>.jsonl`, `files/ab/<sha256>`, `heads/<leaves>.json`, `keys/…`, each
 * sealed (`.sealed`) if there are recipients; in clear `manifest.json`, the envelope of the content key, SHA256SUMS
 * over all of them and its signature.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import { ignoreMissing } from '#adapters/file-system.ts';
import { LocalizedError, type Message } from '../terminal/language.ts';
import { FileSealer, SEALED } from './sealed-file.ts';

export const SUMS = 'SHA256SUMS';
/** Detached CMS signature over SHA256SUMS. */
export const SIGNATURE = 'SHA256SUMS.p7s';
export const MANIFEST = 'manifest.json';
/** The content key encrypted for each recipient, CMS AuthEnvelopedData. */
export const ENVELOPE = 'content-key.p7m';

const facts = {
  product: z.literal('fascicolo'),
  version: z.string(),
  mode: z.string().nullable(),
  createdDate: z.iso.datetime(),
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.number().int()),
  /** Number of rows of each table. */
  tables: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  bytes: z.number().int(),
};
const recipient = z.strictObject({ name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export const manifestSchema = z.discriminatedUnion('format', [
  /** The earlier format: in clear and unsigned. */
  z.strictObject({ format: z.literal(1), ...facts }),
  /** Signed; sealed for these recipients, or in clear when there are none. */
  z.strictObject({ format: z.literal(2), ...facts, recipients: z.array(recipient) }),
]);
export type Manifest = z.output<typeof manifestSchema>;

export const isSealed = (manifest: Manifest): boolean => manifest.format === 2 && manifest.recipients.length > 0;

/** The reason why a backup cannot be made or used, for the user of the command. */
export class BackupRefused extends LocalizedError {
  override readonly name = 'BackupRefused';
}

/** Refuses a folder that has entries or cannot be used; a missing one is fine. */
export async function requireEmptyFolder(folder: string, notEmpty: Message): Promise<void> {
  const entries = await readdir(folder)
    .catch(ignoreMissing)
    .catch(() => {
      throw new BackupRefused({
        it: `${folder} non è una cartella utilizzabile.`,
        en: `${folder} is not a usable folder.`,
      });
    });
  if (entries !== undefined && entries.length > 0) throw new BackupRefused(notEmpty);
}

/** A write-once file, flushed and recorded with its hash. */
export interface SummedFile {
  append(content: Uint8Array | string): Promise<void>;
  close(): Promise<void>;
}

/** Writes files below a folder (mode 0600), sealed if there is a content key, and records their SHA-256 for SHA256SUMS. */
export class SummedFolder {
  readonly #root: string;
  readonly #contentKey: Uint8Array | null;
  readonly #sums = new Map<string, string>();

  constructor(root: string, contentKey: Uint8Array | null) {
    this.#root = root;
    this.#contentKey = contentKey;
  }

  async #create(name: string): Promise<FileHandle> {
    // `sha256sum -c` uses a different notation for such names.
    if (/[\n\r\\]/.test(name))
      throw new BackupRefused({
        it: `Il nome di un file non si può copiare: ${JSON.stringify(name)}`,
        en: `The name of a file cannot be copied: ${JSON.stringify(name)}`,
      });
    const path = join(this.#root, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return open(path, 'wx', 0o600);
  }

  /** For files that reveal no content of the backup, or must be read before it is opened. */
  async writeClear(name: string, content: Uint8Array | string): Promise<void> {
    await this.#writeTo(await this.#begin(name, null), [content]);
  }

  async write(
    name: string,
    content: Uint8Array | string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    await this.#writeTo(await this.begin(name), parts);
  }

  async #writeTo(
    file: SummedFile,
    parts: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
  ): Promise<void> {
    try {
      for await (const part of parts) await file.append(part);
    } finally {
      await file.close();
    }
  }

  begin(name: string): Promise<SummedFile> {
    const key = this.#contentKey;
    return key === null ? this.#begin(name, null) : this.#begin(`${name}${SEALED}`, new FileSealer(key, name));
  }

  async #begin(name: string, sealer: FileSealer | null): Promise<SummedFile> {
    const file = await this.#create(name);
    const hash = createHash('sha256');
    const put = async (bytes: Uint8Array | string): Promise<void> => {
      hash.update(bytes);
      await file.writeFile(bytes);
    };
    if (sealer !== null) await put(sealer.header);
    return {
      append: async (content) => {
        if (sealer === null) return put(content);
        const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
        for (const chunk of sealer.add(bytes)) await put(chunk);
      },
      close: async () => {
        if (sealer !== null) await put(sealer.end());
        await file.sync();
        await file.close();
        this.#sums.set(name, hash.digest('hex'));
      },
    };
  }

  /** Writes SHA256SUMS in the format of `sha256sum -c`, with its signature, and flushes the folder. */
  async finish(sign: (sums: Uint8Array) => Promise<Uint8Array>): Promise<void> {
    const lines = [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => `${sum}  ${name}\n`);
    const sums = Buffer.from(lines.join(''), 'utf8');
    await this.writeClear(SUMS, sums);
    await this.writeClear(SIGNATURE, await sign(sums));
    const folder = await open(this.#root, 'r');
    await folder.sync();
    await folder.close();
  }
}

/** The lines of a text in batches; only a line feed ends a line (texts may hold U+2028). */
export async function* linesOf(content: AsyncIterable<Uint8Array>, name: string, size = 500): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  const batch: string[] = [];
  let rest = '';
  for await (const part of content) {
    const lines = (rest + decoder.write(Buffer.from(part.buffer, part.byteOffset, part.byteLength))).split('\n');
    rest = lines.pop() ?? '';
    batch.push(...lines);
    while (batch.length >= size) yield batch.splice(0, size);
  }
  if (rest !== '')
    throw new BackupRefused({
      it: `Il file ${name} finisce a metà riga`,
      en: `The file ${name} ends in the middle of a line`,
    });
  yield batch;
}
