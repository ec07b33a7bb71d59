/** Input data of a generated paper, and findings of composing it: missing values, and doubts for a user to check. */
import type { ConsentQuestion } from '../consents/notices.ts';
import type { DocumentStatus } from '../documents/document-states.ts';
import { isRequiredFact, PAPER_FACTS } from '../dossiers/customer-facts.ts';
import type { Dossier, Warning } from '../dossiers/dossier.ts';
import type { FieldIssue, Language } from '../errors.ts';
import type { ChainedEvent } from '../evidence/chain.ts';
import type { SignerRole } from '../folders/folder-types.ts';
import { recordOf } from '../record-of.ts';
import type { PaperValues } from './fields.ts';
import type { LoanRules } from './loan-rules.ts';
import type { Letterhead, Paper } from './paper.ts';
import type { CompanyFacts, FeaIssuer, VehicleInsurance } from './versions/version-schemas.ts';

export type PaperCustomer = Pick<Dossier, (typeof PAPER_FACTS)[number]>;

/** A customer without data. */
export const NO_CUSTOMER = recordOf(PAPER_FACTS, (name) =>
  name !== 'rspSearchType' && isRequiredFact(name) ? '' : null,
) as PaperCustomer;

/** Data from the evidence trail on a document of the folder whose signature was started. */
export interface DocumentTrail {
  documentId: number;
  type: string;
  status: DocumentStatus;
  events: readonly Pick<ChainedEvent, 'seq' | 'time' | 'type' | 'actor' | 'detail' | 'hash'>[];
}

/** The national company's data: controller of its own privacy form, issuer of its own papers. */
export type NationalCompany = Pick<
  CompanyFacts,
  'legalName' | 'registeredOffice' | 'vatNumber' | 'rea' | 'pec' | 'phone' | 'dpo'
>;

export interface PaperData {
  letterhead: Letterhead;
  customer: PaperCustomer;
  folder: { businessId: string | null; plate: string | null; vin: string | null; jobId: string | null };
  values: PaperValues;
  number: string | null;
  place: string;
  /** `YYYY-MM-DD` in Rome. */
  date: string;
  /** Signers besides the customer, with their names if known. */
  signers: readonly { role: SignerRole; name: string | null }[];
  fea: FeaIssuer;
  insurance: VehicleInsurance;
  /** Contact of the legal entity’s data protection officer; null until provided. */
  dpo: string | null;
  national: NationalCompany;
  /** Trails of the folder's other documents, for the paper that lists them. */
  trails: readonly DocumentTrail[];
  demo: boolean;
  rules: LoanRules;
  /** Language of the messages, not of the paper. */
  messages: Language;
}

export interface Composed {
  paper: Paper;
  missing: FieldIssue[];
  warnings: Warning[];
  /** The questions of a privacy form, in their printed words. */
  consents?: readonly ConsentQuestion[];
}
