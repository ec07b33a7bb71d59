/** Signatures in the Standard Webhooks scheme, and their secrets. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { World } from '../world.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** @returns `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** @param webhookId the row that holds the secret: it can be decrypted only there. @returns base64. */
export function sealSecret({ secrets }: Pick<World, 'secrets'>, webhookId: number, secret: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, secrets.derive('webhook'), nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(String(webhookId)));
  const sealed = [cipher.update(secret, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
}

/** @throws Error for a value that was not encrypted by this installation for this webhook. */
export function openSecret({ secrets }: Pick<World, 'secrets'>, webhookId: number, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, secrets.derive('webhook'), bytes.subarray(0, NONCE), {
    authTagLength: TAG,
  });
  decipher.setAAD(Buffer.from(String(webhookId))).setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
}

export interface SignedContent {
  readonly id: string;
  /** Time of the attempt: receivers refuse messages older than some minutes. */
  readonly at: Date;
  readonly body: string;
}

/** @param secrets with `whsec_`; each produces one signature, in the same order. @returns the three headers of the scheme. */
export function signatureHeaders({ id, at, body }: SignedContent, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
