/** Row types of pending and repeated sign-ins, of the mapping from provider identities to users, and of signatures that wait for staff. */
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { BrandPermissions } from '#domain/access.ts';
import type { AdministratorEffect, ProposalKind, ProposalState } from '#domain/identity/administrators.ts';
import type { Role } from '#domain/identity/roles.ts';
import type { StaffRole } from '#domain/signing/staff-signers.ts';

export interface StaffSessionTable {
  id: string;
  user_id: number;
  binding: string | null;
  id_token: string | null;
  created_date: Date;
  expires_date: Date;
  ended_date: Date | null;
  provider_subject: ColumnType<string | null, string | null | undefined, never>;
  provider_session: ColumnType<string | null, string | null | undefined, never>;
}

export interface SignInRequestTable {
  state: string;
  nonce: string;
  code_verifier: string;
  redirect: string;
  binding: string;
  expires_date: Date;
  user_id: number | null;
  staff_session_id: string | null;
  bound_to: string | null;
  also_bound_to: ColumnType<string[], string[] | undefined, never>;
}

export interface SignInAnswerTable {
  state: string;
  /** A SignedIn as JSON. */
  person: ColumnType<unknown, string, never>;
  expires_date: Date;
}

export interface ProviderMessageTable {
  issuer: string;
  message_id: string;
  expires_date: Date;
}

export interface AccountChangeTable {
  user_id: number;
  changed_by: string;
  changed_date: Date;
}

export interface UserIdentityTable {
  user_id: number;
  issuer: string;
  subject: string;
  bound_date: Date;
}

/** The proposed change of a user that makes them an administrator (record 0066). */
export interface AdministratorProposalTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: ProposalKind;
  wanted: ColumnType<WantedUser, string, never>;
  effects: AdministratorEffect[];
  base_date: Date;
  proposed_by: string | null;
  proposed_date: Date;
  expires_date: Date;
  state: ProposalState;
  decided_by: string | null;
  decided_date: Date | null;
  reason: string | null;
  told_state: ProposalState | null;
}

/** A user's values after the change; the login stays. */
export interface WantedUser {
  firstName: string;
  lastName: string;
  email: string;
  authorities: Role[];
  hstList: string[];
  brands: BrandPermissions[];
  activated: boolean;
  /** Omitted: unchanged. */
  mobilePhone?: string | null | undefined;
}

export interface FreshSignInTable {
  id: GeneratedAlways<number>;
  user_id: number;
  staff_session_id: string;
  bound_to: string;
  method: 'PROVIDER' | 'PASSWORD';
  confirmed_date: Date;
  expires_date: Date;
  used_date: Date | null;
  /** Number of signatures that the sign-in covers. */
  acts: ColumnType<number, number | undefined, never>;
}

export interface StaffSignatureView {
  document_id: number;
  signer_id: number;
  position: number;
  user_id: number;
  role: StaffRole;
  name: string;
  /** When the latest customer signed. */
  turn_date: Date | null;
  is_open: boolean;
  is_turn: boolean;
  started_by: string;
  expires_date: Date;
}

export interface StaffSignerTables {
  staff_session: StaffSessionTable;
  sign_in_request: SignInRequestTable;
  sign_in_answer: SignInAnswerTable;
  provider_message: ProviderMessageTable;
  account_change: AccountChangeTable;
  administrator_proposal: AdministratorProposalTable;
  user_identity: UserIdentityTable;
  fresh_sign_in: FreshSignInTable;
  staff_signature: StaffSignatureView;
}
