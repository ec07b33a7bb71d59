/**
 * The installation's single secret: created at the demo's first start, given by APP_SECRET in production; every use
 * derives its own key.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '#server/world.ts';

export function secretsFrom(master: Uint8Array): Secrets {
  const derived = new Map<string, Uint8Array>();
  return {
    derive(purpose) {
      const cached = derived.get(purpose);
      if (cached !== undefined) return cached;
      const key = new Uint8Array(hkdfSync('sha256', master, new Uint8Array(0), `fascicolo/${purpose}`, 32));
      derived.set(purpose, key);
      return key;
    },
  };
}

/** Reads or creates `master.key` (32 bytes, mode 0600), flushed before use. */
export async function openDemoSecrets(folder: string): Promise<Secrets> {
  const path = join(folder, 'master.key');
  const existing = await readFile(path).catch(() => undefined);
  if (existing !== undefined) {
    if (existing.length !== 32) throw new Error(`${path} is damaged: expected 32 bytes`);
    return secretsFrom(existing);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const master = randomBytes(32);
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  await file.writeFile(master);
  await file.sync();
  await file.close();
  await rename(draft, path);
  return secretsFrom(master);
}
