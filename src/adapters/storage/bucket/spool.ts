/** Hashes a file on its way into a bucket; small files stay in memory, larger ones in a temporary file. */
import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Body } from './requests.ts';

/** Streamed files up to this size stay in memory. */
const MAX_IN_MEMORY = 1024 * 1024;

export interface Spooled extends Body {
  close(): Promise<void>;
}

/** The temporary file is unlinked once open, so that it cannot outlive the process. */
async function openUnnamed(folder: string): Promise<{ handle: FileHandle; close(): Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  const handle = await open(path, 'wx+', 0o600);
  // Windows does not delete an open file.
  const keepsName = process.platform === 'win32';
  if (!keepsName) await rm(path);
  return {
    handle,
    async close() {
      await handle.close();
      if (keepsName) await rm(path, { force: true });
    },
  };
}

const inMemory = (bytes: Buffer): Spooled => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  md5: createHash('md5').update(bytes).digest('base64'),
  size: bytes.length,
  body: () => bytes,
  close: () => Promise.resolve(),
});

/**
 * Receives a whole file before any of it is sent: its hash is its name, and a store may ignore conditions on multipart
 * uploads.
 * @param folder for the temporary file.
 */
export async function spool(content: Uint8Array | AsyncIterable<Uint8Array>, folder: string): Promise<Spooled> {
  if (content instanceof Uint8Array) {
    return inMemory(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  }
  const buffered: Uint8Array[] = [];
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let size = 0;
  let file: Awaited<ReturnType<typeof openUnnamed>> | undefined;
  try {
    for await (const part of content) {
      size += part.byteLength;
      if (size <= MAX_IN_MEMORY) {
        // The source may reuse the buffer.
        buffered.push(Buffer.from(part));
        continue;
      }
      if (file === undefined) {
        file = await openUnnamed(folder);
        for (const chunk of buffered.splice(0)) {
          sha256.update(chunk);
          md5.update(chunk);
          await file.handle.writeFile(chunk);
        }
      }
      sha256.update(part);
      md5.update(part);
      await file.handle.writeFile(part);
    }
  } catch (error) {
    await file?.close();
    throw error;
  }
  if (file === undefined) return inMemory(Buffer.concat(buffered));
  const { handle, close } = file;
  return {
    ...{ sha256: sha256.digest('hex'), md5: md5.digest('base64'), size, close },
    body: (): Readable => handle.createReadStream({ start: 0, end: size - 1, autoClose: false }),
  };
}
