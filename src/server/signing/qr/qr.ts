/** The QR code that a customer scans at the desk: a token for one document and five minutes. */
import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Actor } from '#domain/access.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { isStarting } from '#domain/documents/document-states.ts';
import { requirePossible } from '#domain/documents/require-possible.ts';
import { Refusal } from '#domain/errors.ts';
import { QR_CONFIRM_MINUTES, QR_FETCH_MINUTES, QR_MINUTES } from '#domain/signing/qr-times.ts';
import type { Db } from '#ports/database/database.ts';
import { findVisible, loadForSigning, type SigningDocument } from '../../documents/index.ts';
import type { World } from '../../world.ts';
import { listStaffSignatures } from '../staff/staff-signature.queries.ts';
import { refuseUnlessStartable } from '../start/start.ts';
import { type CodeFacts, makeShortCode, readShortCode } from './short-code.ts';

const ALGORITHM = 'HS256';
const AUDIENCE = 'qr';
const TYPE = 'qr+jwt';
const QR_SECONDS = QR_MINUTES * 60;
/** The phone that used a code in time keeps using this token until it has its link. */
const GRACE_SECONDS = (QR_MINUTES + QR_CONFIRM_MINUTES + QR_FETCH_MINUTES) * 60;

export interface QrCode {
  /** JWT with `exp`; it names the document and the creating user, and is valid for nothing else. */
  token: string;
  url: string;
  /** A shorter form, for a smaller QR picture. */
  shortUrl: string;
}

/** As in a running signature. @throws Refusal life.tabletOnly for handwriting, which phones do not support, and life.customersSigned. */
export function refuseHandwriting(
  { document }: Pick<SigningDocument, 'document'>,
  remaining: 'customers' | 'staff' = 'customers',
): void {
  const { signable, sig_type: sigType, mime_type: mimeType } = document;
  const staffOnly = remaining === 'staff' ? { signUrl: null } : {};
  requirePossible(DOCUMENT_ACTIONS.qr.refusal({ status: 'START_SIGN', signable, sigType, mimeType, ...staffOnly }));
}

/** @throws Refusal life.… when the signature could not start, is made by hand, or only staff are left, who sign in the portal. */
export async function refuseUnlessScannable(db: Db, loaded: SigningDocument, now: Date): Promise<void> {
  if (!isStarting(loaded.document.status)) {
    // Handwriting is refused regardless of the dealer's tablets.
    await refuseUnlessStartable(loaded, now, async () => 'ready', 'qr');
    return;
  }
  const staff = await listStaffSignatures(db, [loaded.document.id]);
  refuseHandwriting(loaded, staff.some(({ is_turn }) => is_turn) ? 'staff' : 'customers');
}

/**
 * Creates a code for a document that can be signed or waits for it; changes nothing.
 * @throws Refusal 404, 403, or life.… (409) when the signature could not start or no customer is left to sign.
 */
export async function makeQrCode(world: World, actor: Actor, documentId: number): Promise<QrCode> {
  const { read } = world.database;
  const now = world.clock.now();
  await findVisible(read, actor, documentId, 'document.sign');
  const loaded = await loadForSigning(read, documentId);
  if (loaded === undefined) throw new Refusal('document.notFound');
  await refuseUnlessScannable(read, loaded, now);
  const issued = Math.floor(now.getTime() / 1000);
  const { code, id } = makeShortCode(world.secrets, { documentId, askedBy: actor.id, issued });
  const token = await new SignJWT({ by: actor.id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setAudience(AUDIENCE)
    .setSubject(String(documentId))
    .setJti(id)
    .setIssuedAt(issued)
    .setExpirationTime(issued + QR_SECONDS)
    .sign(world.secrets.derive('qr-code'));
  const baseUrl = `${world.settings.publicUrl}/qr`;
  return { token, url: `${baseUrl}/${token}`, shortUrl: `${baseUrl}/${code}` };
}

/** The contents of a valid code. */
export interface QrContent {
  /** SHA-256 in hexadecimal of its id: a token's text has several encodings, its id only one. */
  readonly hash: string;
  readonly documentId: number;
  readonly askedBy: number;
  readonly issued: Date;
  readonly expires: Date;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** A code is used once in either form: both have the same id. */
const readAs = (id: string, { documentId, askedBy, issued, expires }: CodeFacts & { expires: number }): QrContent => ({
  ...{ hash: createHash('sha256').update(id).digest('hex'), documentId, askedBy },
  issued: new Date(issued * 1000),
  expires: new Date(expires * 1000),
});

/**
 * @param token the token, or the short code of its QR image. @returns null for a token that is not ours, or too
 * old for its phone to have anything left to query.
 */
export async function readQrCode(world: World, token: string): Promise<QrContent | null> {
  const shortCode = readShortCode(world.secrets, token);
  if (shortCode !== null) {
    const expires = shortCode.issued + QR_SECONDS;
    const isOver = world.clock.now().getTime() >= (expires + GRACE_SECONDS) * 1000;
    return isOver ? null : readAs(shortCode.id, { ...shortCode, expires });
  }
  try {
    const { payload } = await jwtVerify(token, world.secrets.derive('qr-code'), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['jti', 'sub', 'iat', 'exp'],
      currentDate: world.clock.now(),
      clockTolerance: GRACE_SECONDS,
    });
    const { jti, sub, by, iat = 0, exp = 0 } = payload;
    const documentId = Number(sub);
    if (typeof jti !== 'string' || !isId(documentId) || !isId(by)) return null;
    return readAs(jti, { documentId, askedBy: by, issued: iat, expires: exp });
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
