/** Signing by hand on a dealer's tablet: the terms it receives, and the handwriting it submits, encrypted on the tablet. */
import { createHash, X509Certificate } from 'node:crypto';
import type { HandsInput, HandTerms } from '#contract/signing/handwriting.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import { BIOMETRIC_CONSENT, ENVELOPE_BYTES, type HandInput } from '#domain/signing/handwriting.ts';
import { EnvelopeRefused, readEnvelopeHeader } from '#formats/cms-envelope.ts';
import { issuerAndSerialOf } from '#formats/cms-write.ts';
import { sameBytes } from '#formats/der.ts';
import { inkLimits } from '#formats/ink/quality.ts';
import type { Db } from '#ports/database/database.ts';
import { restsOnAdherence } from '../../adherences/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import type { DeviceCaller } from '../../http/route.ts';
import type { Custodian, World } from '../../world.ts';
import { type Client, type Link, lockLink, requireHolder, signerActor } from '../ceremony/ceremony.ts';
import { requireShown } from '../ceremony/shown-hashes.ts';
import { closedRefusal } from '../confirm/code-request.ts';
import { requireEveryPoint, requireReading } from '../confirm/confirm.ts';
import { recordSignature } from '../confirm/record-signature.ts';
import { publicPointId } from '../present.ts';
import { endLiveCode, listPoints, listSessionDocuments, type SignaturePoint } from '../queries.ts';
import { loadSessionContext } from '../session-context.ts';
import { answeredPoints, isSignature } from '../start/consents.ts';
import { insertSealedHand } from './handwriting.queries.ts';
import { custodianInForce } from './readiness.ts';

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** SHA-256 of the consent text in each language: the tablet returns the hash of the text that was shown. */
const CONSENT_HASHES: readonly string[] = Object.values(BIOMETRIC_CONSENT.text).map(sha256);

/** The tablet must belong to the dealer; its proof and state were checked before. @throws Refusal */
async function requireOwnTablet(world: World, db: Db, link: Link, device: DeviceCaller): Promise<Custodian> {
  const custodian = link.session.method === 'GRAPHOMETRIC' ? await custodianInForce(world, db) : null;
  if (custodian === null) throw new Refusal('signing.byCodeOnly');
  const { hst } = await loadSessionContext(db, link.session.id);
  if (device.hst !== hst) throw new Refusal('signing.otherTablet');
  return custodian;
}

/** A mouse captures the least biometric data: never for an advanced signature, otherwise if the legal entity allows it. */
async function acceptsMouse({ settings }: World, db: Db, { session }: Link): Promise<boolean> {
  const { legalEntity } = await loadSessionContext(db, session.id);
  return settings.mouseEntities.includes(legalEntity) && !(await restsOnAdherence(db, session.id));
}

/**
 * What the tablet needs for writing: the custodian, the hash to bind to, the consent text.
 * @throws Refusal signing.byCodeOnly, signing.otherTablet, signing.notYours, signing.notOpened before the customer writes anything, or the reason why the link is closed.
 */
export async function loadHandTerms(
  world: World,
  link: Link,
  device: DeviceCaller,
  language: Language,
): Promise<HandTerms> {
  const { read } = world.database;
  if (link.state !== 'OPEN') throw closedRefusal(link.state);
  const custodian = await requireOwnTablet(world, read, link, device);
  requireHolder(link);
  const text = BIOMETRIC_CONSENT.text[language];
  const documents = await listSessionDocuments(read, link.session.id);
  return {
    session: String(link.session.id),
    advanced: await restsOnAdherence(read, link.session.id),
    mouse: await acceptsMouse(world, read, link),
    custodian: { certificate: Buffer.from(custodian.certificate).toString('base64'), sha256: custodian.sha256 },
    consent: { version: BIOMETRIC_CONSENT.version, text, sha256: sha256(text) },
    points: (await listPoints(read, link.session.id))
      .filter((point) => point.signer_id === link.signer.id && isSignature(point))
      .map((point) => ({
        id: publicPointId(point),
        field: point.field,
        shownSha256: documents.find((entry) => entry.document_id === point.document_id)?.prepared_sha256 ?? '',
      })),
  };
}

/** Minimum bytes in an envelope: the hash it binds to, its nonce, and two coordinates per point. */
const MIN_CONTENT_BYTES = 32 + 16 + 4 * inkLimits.points;

const modulusBytes = ({ certificate }: Custodian): number =>
  (new X509Certificate(certificate).publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8;

interface ReceivedHand extends Omit<HandInput, 'envelope'> {
  readonly envelope: Uint8Array;
  readonly sha256: string;
}

/**
 * Checks the envelope's format and recipient, the only parts that can be checked without the custodian's key.
 * @param mouse whether strokes of a mouse are accepted. @throws Refusal signing.handRefused
 */
function checkHand(hand: HandInput, custodian: Custodian, mouse: boolean): ReceivedHand {
  const envelope = new Uint8Array(Buffer.from(hand.envelope, 'base64'));
  // Accept only canonical base64: another encoding of the same bytes would be another text of one envelope.
  if (Buffer.from(envelope).toString('base64') !== hand.envelope || envelope.length > ENVELOPE_BYTES) {
    throw new Refusal('signing.handRefused');
  }
  if (!mouse && hand.pointer === 'mouse') throw new Refusal('signing.handRefused');
  try {
    const [recipient, expected] = [readEnvelopeHeader(envelope), issuerAndSerialOf(custodian.certificate)];
    if (!sameBytes(recipient.issuer, expected.issuer) || !sameBytes(recipient.serial, expected.serial)) {
      throw new Refusal('signing.handRefused');
    }
    if (recipient.keyBytes !== modulusBytes(custodian) || recipient.contentBytes < MIN_CONTENT_BYTES) {
      throw new Refusal('signing.handRefused');
    }
  } catch (error) {
    if (error instanceof EnvelopeRefused) throw new Refusal('signing.handRefused');
    throw error;
  }
  return { ...hand, envelope, sha256: sha256(envelope) };
}

/** Requires exactly one handwriting per signature. @throws Refusal signing.pointMissing */
function requireEveryHand(signatures: readonly SignaturePoint[], hands: readonly HandInput[]): void {
  const writtenPoints = hands.map((hand) => hand.point);
  const missing = signatures.map(publicPointId).filter((id) => !writtenPoints.includes(id));
  if (missing.length === 0 && writtenPoints.length === signatures.length) return;
  throw new Refusal('signing.pointMissing', {
    fieldErrors: missing.map((field) => ({ objectName: 'sign', field, code: 'signaturePoint' })),
  });
}

/**
 * Signs every point by hand. A repetition after a lost answer has no effect.
 * @throws Refusal signing.notRead, signing.otherBytes, signing.pointMissing, signing.byCodeOnly, signing.otherTablet, signing.bioConsent, signing.handRefused, or the reason why the link is closed.
 */
export async function signByHand(
  world: World,
  enteredLink: Link,
  input: HandsInput,
  { device, client }: { device: DeviceCaller; client: Client },
): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const link = await lockLink(tx, enteredLink, now);
    const { session, signer } = link;
    // Checked first, so that another dealer's tablet learns nothing about the state of the signature.
    const custodian = await requireOwnTablet(world, tx, link, device);
    if (link.state === 'SIGNED' || link.state === 'COMPLETED') return;
    if (link.state !== 'OPEN') throw closedRefusal(link.state);
    const documents = await listSessionDocuments(tx, session.id);
    await requireReading(tx, signer.id, documents);
    const shown = requireShown(documents, input.shown, input.seen);
    const points = (await listPoints(tx, session.id)).filter((point) => point.signer_id === signer.id);
    requireEveryPoint(points, input);
    requireEveryHand(points.filter(isSignature), input.hands);
    if (!CONSENT_HASHES.includes(input.consentSha256)) throw new Refusal('signing.bioConsent');
    const mouse = await acceptsMouse(world, tx, link);
    const hands = input.hands.map((hand) => checkHand(hand, custodian, mouse));

    const actor = signerActor(signer, client);
    const sessionId = session.id;
    const { version: textVersion } = BIOMETRIC_CONSENT;
    const consent = { sessionId, textVersion, textSha256: input.consentSha256 };
    for (const { document_id } of documents) {
      await record(tx, documentSubject(document_id), { type: 'bio.consent', actor, detail: consent }, now);
    }
    for (const point of points.filter(isSignature)) {
      const hand = hands.find((candidate) => candidate.point === publicPointId(point));
      if (hand === undefined) throw new Error(`Point ${point.id} has no handwriting`);
      const row = {
        point_id: point.id,
        session_id: sessionId,
        envelope: Buffer.from(hand.envelope).toString('base64'),
        drawing: JSON.stringify(hand.drawing),
        envelope_sha256: hand.sha256,
      };
      // The envelope was submitted before, for another point or another signature.
      if (!(await insertSealedHand(tx, row))) throw new Refusal('signing.handRefused');
      const { field } = point;
      const detail = { sessionId, field, envelopeSha256: hand.sha256, custodianSha256: custodian.sha256 };
      const event = { type: 'bio.captured', actor, detail: { ...detail, pointer: hand.pointer } } as const;
      await record(tx, documentSubject(point.document_id), event, now);
    }
    await endLiveCode(tx, signer.id, now);
    const { activationId, name } = device;
    const handDetail = { sessionId, deviceId: device.deviceId ?? 0, activationId, device: name, points: hands.length };
    const proof = { type: 'hand.given', detail: handDetail } as const;
    const answered = answeredPoints(points, input.points);
    await recordSignature(world, { tx, session, signer, documents, shown, points: answered, actor, proof, now });
  });
}
