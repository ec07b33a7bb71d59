/** A person's FEA adherence with a legal entity: its states, and the record of a revocation. */
import { z } from 'zod';
import { changedSince, type SignedPerson } from '../dossiers/same-person.ts';
import { isoDate, optionalPrintedLines, optionalText } from '../text-schemas.ts';

/** EXPIRED: replaced by a later one, or its module was deleted before signing. */
export const ADHERENCE_STATES = ['REQUESTED', 'ACTIVE', 'REVOKED', 'EXPIRED'] as const;
export type AdherenceState = (typeof ADHERENCE_STATES)[number];

/** How a person requested the revocation. */
export const REVOCATION_WAYS = ['IN_PERSON', 'EMAIL', 'PHONE', 'POST', 'OTHER'] as const;
export type RevocationWay = (typeof REVOCATION_WAYS)[number];

/** The national company's privacy forms are its own documents: an adherence that does not name it does not cover them (art. 60). */
export const isNationalForm = (documentType: string): boolean => documentType === 'PRIVACY_NSC';

/** Retention of an adherence's proof, in years from the last signature under it (art. 57). */
const EVIDENCE_YEARS = 20;

/**
 * @param lastSigned the last signature under the adherence. @returns the first instant at which the evidence may be
 * deleted.
 */
export function evidenceUntil(lastSigned: Date): Date {
  const until = new Date(lastSigned);
  until.setUTCFullYear(until.getUTCFullYear() + EVIDENCE_YEARS);
  return until;
}

export interface ActiveAdherence {
  readonly id: number;
  readonly personCode: string;
  readonly legalEntity: string;
  readonly coversNational: boolean;
  /** The person named in the signed module; null if it was signed before this was stored. */
  readonly signer: SignedPerson | null;
}

/**
 * The adherence in force that covers a document, among those of its legal entity: it belongs to the person who signed
 * the module, so it does not cover another name, birth or phone under the same codice fiscale.
 */
export function coveringAdherence(
  adherences: readonly ActiveAdherence[],
  document: { personCode: string | null; legalEntity: string; documentType: string; person: SignedPerson },
): ActiveAdherence | undefined {
  return adherences.find(
    (adherence) =>
      adherence.personCode === document.personCode &&
      adherence.legalEntity === document.legalEntity &&
      (adherence.coversNational || !isNationalForm(document.documentType)) &&
      (adherence.signer === null || changedSince(adherence.signer, document.person).length === 0),
  );
}

export const revocationSchema = z.strictObject({
  /** Day of the person's request. */
  date: isoDate,
  via: z.enum(REVOCATION_WAYS),
  /** The requester, if not the customer. */
  requestedBy: optionalText(255),
  reason: optionalPrintedLines(1000),
});
export type Revocation = z.output<typeof revocationSchema>;
