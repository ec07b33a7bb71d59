/** What a paper is composed from, and what composing says besides: what is missing, and what a person should look at (D-110). */
import type { ConsentQuestion } from '../consents/notices.ts';
import type { DocumentStatus } from '../documents/life.ts';
import { isNeeded, PAPER_FACTS } from '../dossiers/customer-facts.ts';
import type { Dossier, Warning } from '../dossiers/dossier.ts';
import { ofEach } from '../each.ts';
import type { FieldIssue, Language } from '../errors.ts';
import type { ChainedEvent } from '../evidence/chain.ts';
import type { SignerRole } from '../folders/folder-types.ts';
import type { PaperValues } from './fields.ts';
import type { Letterhead, Paper } from './paper.ts';
import type { LoanRules } from './rules.ts';
import type { CompanyFacts, FeaIssuer, VehicleInsurance } from './versions/version-schemas.ts';

export type PaperCustomer = Pick<Dossier, (typeof PAPER_FACTS)[number]>;

/** A customer of whom nothing is known. */
export const NO_CUSTOMER = ofEach(PAPER_FACTS, (name) =>
  name !== 'rspSearchType' && isNeeded(name) ? '' : null,
) as PaperCustomer;

/** What the portal's own trail tells of a document of the folder whose signature was started. */
export interface DocumentTrail {
  documentId: number;
  type: string;
  status: DocumentStatus;
  events: readonly Pick<ChainedEvent, 'seq' | 'time' | 'type' | 'actor' | 'detail' | 'hash'>[];
}

/** What the national company has told of itself: controller of its own privacy form, issuer of its own papers (D-6). */
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
  /** Who signs besides the customer, and who they are as far as it is known. */
  signers: readonly { role: SignerRole; name: string | null }[];
  fea: FeaIssuer;
  insurance: VehicleInsurance;
  /** How the legal entity’s data protection officer is reached; null until it has been told. */
  dpo: string | null;
  national: NationalCompany;
  /** Of the folder's other documents, for the paper that lists them. */
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
  /** What a privacy form asks, in the words that it prints. */
  consents?: readonly ConsentQuestion[];
}
