/** What a paper is composed from, and what composing says besides: what is missing, and what a person should look at (D-110). */
import type { Dossier, Warning } from '../dossiers/dossier.ts';
import type { FieldIssue, Language } from '../errors.ts';
import type { SignerRole } from '../folders/folder-types.ts';
import type { PaperValues } from './fields.ts';
import type { Letterhead, Paper } from './paper.ts';
import type { LoanRules } from './rules.ts';

export type PaperCustomer = Pick<
  Dossier,
  | 'firstName'
  | 'lastName'
  | 'organizationName'
  | 'rspSearchType'
  | 'fiscalCode'
  | 'representativeFiscalCode'
  | 'birthDate'
  | 'birthPlace'
  | 'street'
  | 'postalCode'
  | 'city'
  | 'mobilePhone'
  | 'email'
>;

/** What a legal entity says about its advanced signature (D-5); null until it has said so. */
export interface FeaIssuer {
  provider: string | null;
  insurer: string | null;
  policy: string | null;
  coverage: string | null;
  assistance: string | null;
  publicPage: string | null;
}

/** Who insures the vehicles that a legal entity lends; null until it has said so. */
export interface VehicleInsurance {
  insurer: string | null;
  policy: string | null;
}

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
  demo: boolean;
  rules: LoanRules;
  /** Language of the messages, not of the paper. */
  messages: Language;
}

export interface Composed {
  paper: Paper;
  missing: FieldIssue[];
  warnings: Warning[];
}
