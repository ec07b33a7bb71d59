/** The custodian for tests: certificate and parts of the key, created once per machine. */
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Custodian } from '#server/world.ts';
import { joinKey, readPart } from '../../src/cli/custodian/key-parts.ts';
import { writeCustody } from '../../src/cli/custodian/write-custody.ts';

const folder = join(tmpdir(), 'fascicolo-test-custody-1');

/** Two of the parts are required. */
export const custodyParts: readonly string[] = [1, 2, 3].map((number) => join(folder, `parte-${number}-di-3.txt`));

let drafts = 0;

/** Shared by all tests. */
export async function testCustodian(): Promise<Custodian> {
  if (!existsSync(folder)) {
    drafts += 1;
    const draft = `${folder}.${process.pid}.${drafts}`;
    await writeCustody(draft, { parts: 3, needed: 2, name: 'Custode di prova' });
    // Another process was first; all use its custodian.
    await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  }
  const certificate = new Uint8Array(new X509Certificate(await readFile(join(folder, 'certificato-custode.pem'))).raw);
  return { certificate, sha256: createHash('sha256').update(certificate).digest('hex'), isGiven: false };
}

/** PKCS#8 of the custodian's key, combined from two of the parts. */
export async function custodianKey(): Promise<Uint8Array> {
  const two = custodyParts.slice(0, 2);
  return joinKey(await Promise.all(two.map(async (path) => readPart(await readFile(path, 'utf8'), path))));
}
