/**
 * Keeps every root that the installation ever used, so that files made with old keys remain recognizable as its own:
 * `anchors.pem` for signatures, seals and heads, `anchors-timestamp.pem` only for the timestamps of other authorities.
 */

import { X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { certificatesFromPem } from '#formats/certificate-path.ts';
import { sameBytes } from '#formats/der.ts';
import { ignoreMissing } from '../file-system.ts';
import { replaceFile } from './atomic-file.ts';

/**
 * Adds the current roots to the file; creates no file when there are none.
 * @param folder of the keys, created when missing. @param current DER. @returns DER of all roots, the current ones
 * first.
 */
export async function addAnchors(
  folder: string,
  current: readonly Uint8Array[],
  name = 'anchors.pem',
): Promise<readonly Uint8Array[]> {
  const path = join(folder, name);
  const stored = await readIfExists(path);
  const all: Uint8Array[] = [];
  for (const der of [...current, ...certificatesFromPem(stored)]) {
    if (!all.some((known) => sameBytes(known, der))) all.push(der);
  }
  const pem = all.map((der) => new X509Certificate(der).toString()).join('');
  if (pem === stored) return all;
  // An installation with external keys stores only this file here, so the folder may be missing.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(path, pem, 0o644);
  return all;
}

export const TIMESTAMP_ANCHORS = 'anchors-timestamp.pem';

/** Reads both lists that {@link addAnchors} wrote. @param path of `anchors.pem`. @throws as readFile when the file is missing. */
export async function readAnchors(
  path: string,
): Promise<{ anchors: readonly Uint8Array[]; timestampAnchors: readonly Uint8Array[] }> {
  const anchors = certificatesFromPem(await readFile(path, 'utf8'));
  const timestampPem = await readIfExists(join(dirname(path), TIMESTAMP_ANCHORS));
  return { anchors, timestampAnchors: [...anchors, ...certificatesFromPem(timestampPem)] };
}

const readIfExists = async (path: string): Promise<string> => (await readFile(path, 'utf8').catch(ignoreMissing)) ?? '';
