/** Records consents: a signer's answers together with the signature, and a customer's withdrawals. */
import { createHash, createHmac } from 'node:crypto';
import type { ConsentAnswer, ConsentChannel, ConsentPurpose } from '#domain/consents/consent.ts';
import { hasRegister } from '#domain/consents/consent.ts';
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { canonicalJson } from '#formats/canonical-json.ts';
import type { Tx } from '#ports/database/database.ts';
import { findDossiers } from '../dossiers/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import type { World } from '../world.ts';
import { insertPush, insertRecords, lockConsents } from './queries.ts';

export interface AnsweredConsent {
  readonly purpose: ConsentPurpose;
  readonly channel: ConsentChannel;
  readonly choice: ConsentAnswer;
  readonly textVersion: string;
  readonly textSha256: string;
  /** When the signer confirmed it. */
  readonly givenDate: Date;
}

export interface SignedForm {
  readonly sessionId: number;
  readonly documentId: number;
  readonly signedDocumentId: number;
  readonly dossierId: number;
  readonly hst: string;
  readonly controller: string;
  /** Who started the signing session. */
  readonly operator: string;
  readonly answers: readonly AnsweredConsent[];
}

/** A keyed hash of the codice fiscale, to recognise the same person; keyed, because the code is easily guessed. */
export function subjectHash(world: World, fiscalCode: string | null): string | null {
  const code = fiscalCode?.replace(/\s/g, '').toUpperCase() ?? '';
  if (code === '') return null;
  return createHmac('sha256', world.secrets.derive('consent-subject')).update(code).digest('hex');
}

/** SHA-256 of what was recorded, for the trail: order, keys and choices, no personal data. */
export function consentsDigest(
  controller: string,
  rows: readonly { purpose: string; channel: string; choice: string }[],
): string {
  const consents = rows.map(({ purpose, channel, choice }) => ({ purpose, channel, choice }));
  return createHash('sha256').update(canonicalJson({ controller, consents })).digest('hex');
}

/**
 * Records the answers of a signed form in the transaction that publishes its signed file, so that neither exists
 * without the other; completion runs until both do. The controller's push waits for `queueFormPush`.
 */
export async function recordSignedConsents(world: World, tx: Tx, form: SignedForm, at: Date): Promise<void> {
  const { controller, dossierId, documentId, answers } = form;
  if (answers.length === 0) return;
  await lockConsents(tx, dossierId);
  const dossier = (await findDossiers(tx, [dossierId])).get(dossierId);
  const push = hasRegister(controller)
    ? await insertPush(tx, {
        dossier_id: dossierId,
        document_id: documentId,
        controller,
        state: 'QUEUED',
        created_date: at,
      })
    : null;
  await insertRecords(
    tx,
    answers.map((answer) => ({
      dossier_id: dossierId,
      subject_hash: subjectHash(world, dossier?.fiscal_code ?? null),
      controller,
      purpose: answer.purpose,
      channel: answer.channel,
      choice: answer.choice,
      text_version: answer.textVersion,
      text_sha256: answer.textSha256,
      // The Italian text is printed and signed, whatever language the pages were read in.
      language: 'it' as const,
      given_date: answer.givenDate,
      document_id: documentId,
      signed_document_id: form.signedDocumentId,
      operator: form.operator,
      hst: form.hst,
      push_id: push,
      created_date: at,
    })),
  );
  const detail = {
    sessionId: form.sessionId,
    controller,
    records: answers.length,
    granted: answers.filter(({ choice }) => choice === 'GRANTED').length,
    sha256: consentsDigest(controller, answers),
  };
  await record(tx, documentSubject(documentId), { type: 'consents.recorded', actor: SYSTEM_ACTOR, detail }, at);
}
