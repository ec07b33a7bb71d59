/**
 * Seals a backup file with the backup's content key (record 0048): AES-256-GCM in chunks, so that no file is held in
 * memory as a whole; each chunk is bound to the file's name, its position and the end of the file.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** Content bytes of each chunk except the last. */
export const CHUNK = 1_048_576;
const CIPHER = 'aes-256-gcm';
const TAG = 16;
const MARK = Buffer.from('FSCLSEL1');
const SALT = 32;
export const HEADER = MARK.length + SALT;
export const CONTENT_KEY = 32;
/** Suffix of a sealed file, after the name of its content. */
export const SEALED = '.sealed';

/** The file was cut, lengthened, changed or exchanged with another, or the key belongs to another backup. */
export class SealedFileRefused extends Error {
  override readonly name = 'SealedFileRefused';
}

/** Each file has its own key, derived from its name: content sealed under one name cannot be opened under another. */
const fileKey = (contentKey: Uint8Array, salt: Uint8Array, name: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', contentKey, salt, `fascicolo/backup/${name}`, 32));

/** Contains the chunk's number and a mark on the last one: no chunk can be omitted, moved, or passed off as the last. */
function nonceOf(chunk: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/** Seals one file in pieces. */
export class FileSealer {
  /** The beginning of the file. */
  readonly header: Buffer;
  readonly #key: Uint8Array;
  #waiting: Buffer[] = [];
  #length = 0;
  #chunks = 0;

  /** @param name of the sealed file, as in the backup's folder, without {@link SEALED}. */
  constructor(contentKey: Uint8Array, name: string) {
    const salt = randomBytes(SALT);
    this.header = Buffer.concat([MARK, salt]);
    this.#key = fileKey(contentKey, salt, name);
  }

  /** @returns the full chunks; the rest waits for more bytes or for the end. */
  *add(bytes: Uint8Array): Generator<Buffer> {
    for (let offset = 0; offset < bytes.length; ) {
      // A full chunk has to wait: only later content shows that it is not the last.
      if (this.#length === CHUNK) yield this.#seal(false);
      const part = bytes.subarray(offset, offset + CHUNK - this.#length);
      this.#waiting.push(Buffer.from(part));
      this.#length += part.length;
      offset += part.length;
    }
  }

  /** @returns the last chunk, which is empty only for an empty file. */
  end(): Buffer {
    return this.#seal(true);
  }

  #seal(last: boolean): Buffer {
    const cipher = createCipheriv(CIPHER, this.#key, nonceOf(this.#chunks, last), { authTagLength: TAG });
    const sealed = this.#waiting.map((part) => cipher.update(part));
    const chunk = Buffer.concat([...sealed, cipher.final(), cipher.getAuthTag()]);
    this.#waiting = [];
    this.#length = 0;
    this.#chunks += 1;
    return chunk;
  }
}

/**
 * The content of a sealed file, chunk by chunk; each is authenticated before it is yielded, but only the end shows that
 * none is missing.
 * @throws SealedFileRefused
 */
export async function* openSealed(path: string, contentKey: Uint8Array, name: string): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size < HEADER + TAG) throw new SealedFileRefused(`${name} is too short`);
    const header = await readExactly(handle, 0, HEADER, name);
    if (!header.subarray(0, MARK.length).equals(MARK)) throw new SealedFileRefused(`${name} is not sealed`);
    const key = fileKey(contentKey, header.subarray(MARK.length), name);
    let chunk = 0;
    for (let offset = HEADER; offset < size; chunk++) {
      const length = Math.min(CHUNK + TAG, size - offset);
      const sealed = await readExactly(handle, offset, length, name);
      offset += length;
      yield openChunk(key, sealed, nonceOf(chunk, offset === size), name);
    }
  } finally {
    await handle.close();
  }
}

function openChunk(key: Uint8Array, sealed: Buffer, nonce: Buffer, name: string): Buffer {
  const refusal = new SealedFileRefused(`${name} is cut, changed, or another file`);
  if (sealed.length < TAG) throw refusal;
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  decipher.setAuthTag(sealed.subarray(-TAG));
  const content = decipher.update(sealed.subarray(0, -TAG));
  try {
    decipher.final();
  } catch {
    throw refusal;
  }
  return content;
}

async function readExactly(handle: FileHandle, position: number, length: number, name: string): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new SealedFileRefused(`${name} became shorter while it was read`);
    filled += bytesRead;
  }
  return bytes;
}
