/** Takes in a licence file: checks its name, base64 and size; the signing device judges its content. */
import { MAX_AFGCLIC_BYTES } from '#domain/entitlements/license.ts';
import { type FileRefusalCode, Refusal } from '#domain/errors.ts';
import type { World } from '../world.ts';

export interface StoredAfgclic {
  readonly afgclic_name: string;
  readonly afgclic_sha256: string;
}

function refused(code: FileRefusalCode): Refusal {
  return new Refusal(code, { fieldErrors: [{ objectName: 'license', field: 'afgclic', code }] });
}

/** A plain name: no folders, no leading dot. */
const NAME = /^[^./\\:*?"<>|][^/\\:*?"<>|]*\.afgclic$/i;
const LONGEST = Math.ceil(MAX_AFGCLIC_BYTES / 3) * 4;

/**
 * Stores the file and flushes it before any row may name it.
 * @throws Refusal license.fileTooLarge, license.fileInvalid.
 */
export async function takeAfgclic(
  world: Pick<World, 'storage'>,
  file: { fileName: string; content: string },
): Promise<StoredAfgclic> {
  const { fileName, content } = file;
  if (!NAME.test(fileName)) throw refused('license.fileInvalid');
  if (content.length > LONGEST) throw refused('license.fileTooLarge');
  const bytes = Buffer.from(content, 'base64');
  // Node's decoder drops invalid characters: only text that re-encodes identically was base64.
  if (bytes.byteLength === 0 || bytes.toString('base64') !== content) throw refused('license.fileInvalid');
  if (bytes.byteLength > MAX_AFGCLIC_BYTES) throw refused('license.fileTooLarge');
  return { afgclic_name: fileName, afgclic_sha256: await world.storage.put(bytes) };
}
