/** A person's adherence to the advanced signature of a legal entity: its states, and what is written down when it is revoked (D-1, D-6, D-7). */
import { z } from 'zod';
import { changedSince, type SignedPerson } from '../dossiers/same-person.ts';
import { isoDate, optionalPrintedLines, optionalText } from '../text.ts';

/** EXPIRED: replaced by a later one, or its module was deleted before it was signed. */
export const ADHERENCE_STATES = ['REQUESTED', 'ACTIVE', 'REVOKED', 'EXPIRED'] as const;
export type AdherenceState = (typeof ADHERENCE_STATES)[number];

/** How a person asked for the revocation. */
export const REVOCATION_WAYS = ['IN_PERSON', 'EMAIL', 'PHONE', 'POST', 'OTHER'] as const;
export type RevocationWay = (typeof REVOCATION_WAYS)[number];

/** Its privacy forms are the national company's own documents: an adherence that does not name it does not cover them (D-6, art. 60). */
export const isNational = (documentType: string): boolean => documentType === 'PRIVACY_NSC';

/** What proves an adherence is kept for so long from the last signature under it (D-9, art. 57). */
const EVIDENCE_YEARS = 20;

/** @param lastSigned the last signature under the adherence. @returns the first moment at which it need not be kept. */
export function evidenceUntil(lastSigned: Date): Date {
  const until = new Date(lastSigned);
  until.setUTCFullYear(until.getUTCFullYear() + EVIDENCE_YEARS);
  return until;
}

export interface StandingAdherence {
  readonly id: number;
  readonly personCode: string;
  readonly legalEntity: string;
  readonly coversNational: boolean;
  /** Whom the signed module names; null for one that was signed before this was kept. */
  readonly signer: SignedPerson | null;
}

/**
 * The adherence in force that covers a document, of those of its legal entity: of whoever signed the module, so that
 * somebody else's name, birth or telephone under the same codice fiscale has none (D-1, D-5, D-45).
 */
export function coveringAdherence(
  standing: readonly StandingAdherence[],
  of: { personCode: string | null; legalEntity: string; documentType: string; person: SignedPerson },
): StandingAdherence | undefined {
  return standing.find(
    (one) =>
      one.personCode === of.personCode &&
      one.legalEntity === of.legalEntity &&
      (one.coversNational || !isNational(of.documentType)) &&
      (one.signer === null || changedSince(one.signer, of.person).length === 0),
  );
}

export const revocationSchema = z.strictObject({
  /** The day on which the person asked for it. */
  date: isoDate,
  via: z.enum(REVOCATION_WAYS),
  /** Who asked, when it was not the customer. */
  requestedBy: optionalText(255),
  reason: optionalPrintedLines(1000),
});
export type Revocation = z.output<typeof revocationSchema>;
