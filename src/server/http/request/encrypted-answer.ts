/** Encrypts the stored answers of creating calls, which contain sign links and customer data. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { World } from '../../world.ts';
import type { KeyedRequest } from '../queries.ts';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** Binds an answer to the row of its call, so that it decrypts only there. */
const rowOf = ({ userId, endpoint, key, requestSha256 }: KeyedRequest): Buffer =>
  Buffer.from(JSON.stringify([userId, endpoint, key, requestSha256]));

export function sealAnswer({ secrets }: Pick<World, 'secrets'>, of: KeyedRequest, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, secrets.derive('idempotency'), nonce, { authTagLength: TAG }).setAAD(rowOf(of));
  const sealed = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
}

/** @throws Error for a value that was not encrypted by this installation for this call. */
export function openAnswer({ secrets }: Pick<World, 'secrets'>, request: KeyedRequest, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const key = secrets.derive('idempotency');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(rowOf(request))
    .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
}
