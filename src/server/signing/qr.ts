/** The code a customer scans at the desk: a token for one document and five minutes (P-7, D-47). */
import { SignJWT } from 'jose';
import type { Actor } from '#domain/access.ts';
import { isStarting } from '#domain/documents/life.ts';
import { Refusal } from '#domain/errors.ts';
import { findVisible, loadForSigning } from '../documents/index.ts';
import type { World } from '../world.ts';
import { refuseUnlessStartable } from './start.ts';

const AUDIENCE = 'fascicolo-qr';
const TYPE = 'qr+jwt';
const LIFETIME_SECONDS = 5 * 60;

export interface QrCode {
  /** JWT with `exp`; it names the document and whoever asked, and is good for nothing else. */
  token: string;
  url: string;
}

/**
 * Makes a code for a document that can be signed or waits to be; changes nothing.
 * @throws Refusal 404, 403, or life.… (409) when the signature could not start.
 */
export async function makeQrCode(world: World, actor: Actor, documentId: number): Promise<QrCode> {
  const { read } = world.database;
  const now = world.clock.now();
  await findVisible(read, actor, documentId, 'document.sign');
  const loaded = await loadForSigning(read, documentId);
  if (loaded === undefined) throw new Refusal('document.notFound');
  if (!isStarting(loaded.document.status)) await refuseUnlessStartable(loaded, now);
  const token = await new SignJWT({ by: actor.id })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setIssuer(world.settings.publicUrl)
    .setAudience(AUDIENCE)
    .setSubject(String(documentId))
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + LIFETIME_SECONDS * 1000))
    .sign(world.secrets.derive('qr-code'));
  return { token, url: `${world.settings.publicUrl}/qr/${token}` };
}
