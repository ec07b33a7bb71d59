/** Revoked certificates of the demo's authority: a public list in its own file, which exists from the first revocation. */

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { REVOCATION_REASONS, type RevocationReason } from '#formats/crl.ts';
import { ignoreMissing } from '../file-system.ts';
import { replaceFile } from './atomic-file.ts';

const reasons = Object.keys(REVOCATION_REASONS) as [RevocationReason, ...RevocationReason[]];

const entries = z.array(
  z.strictObject({
    issuer: z.enum(['root', 'issuing']),
    /** Lower-case hexadecimal. */
    serial: z.string().regex(/^[0-9a-f]{2,40}$/),
    date: z.iso.datetime(),
    reason: z.enum(reasons),
  }),
);
export type Revocation = z.output<typeof entries>[number];

const pathIn = (folder: string): string => join(folder, 'revoked.json');

/** @throws Error when the file is damaged: an authority without its revocations would vouch for revoked keys. */
export async function readRevocations(folder: string): Promise<Revocation[]> {
  const text = await readFile(pathIn(folder), 'utf8').catch(ignoreMissing);
  return text === undefined ? [] : entries.parse(JSON.parse(text));
}

/** Changes whenever the list does. */
export async function revocationsVersion(folder: string): Promise<string> {
  const stats = await stat(pathIn(folder), { bigint: true }).catch(ignoreMissing);
  return stats === undefined ? '' : `${stats.ino}-${stats.mtimeNs}-${stats.size}`;
}

export async function addRevocation(folder: string, revocation: Revocation): Promise<void> {
  const existing = await readRevocations(folder);
  await replaceFile(pathIn(folder), `${JSON.stringify([...existing, revocation], null, 2)}\n`, 0o644);
}
