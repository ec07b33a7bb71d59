/**
 * Appointing an administrator requires two administrators: which changes do, who may decide a proposal, and how long it
 * is valid (record 0066). Pure.
 */
import type { RefusalCode } from '../errors.ts';
import type { Role } from './roles.ts';

/** Validity of a proposal in days; a new one can be made at any time. */
export const PROPOSAL_DAYS = 14;
/** Maximum length of a rejection's reason. */
export const MAX_REASON_LENGTH = 500;

const DAY_MS = 86_400_000;
export const proposalExpiry = (at: Date): Date => new Date(at.getTime() + PROPOSAL_DAYS * DAY_MS);

/**
 * WAITING for a second administrator; CONFIRMED and in force; REJECTED by another; WITHDRAWN by its author; OVERTAKEN
 * by an edit of the user; LAPSED because its author is no longer an administrator; EXPIRED.
 */
export const PROPOSAL_STATES = [
  'WAITING',
  'CONFIRMED',
  'REJECTED',
  'WITHDRAWN',
  'OVERTAKEN',
  'LAPSED',
  'EXPIRED',
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** By an administrator; or by the operator's command: an appointment, or a released identity. */
export const PROPOSAL_KINDS = ['PROPOSAL', 'OPERATOR', 'FREED'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

interface Access {
  readonly authorities: readonly Role[];
  readonly activated: boolean;
  readonly email: string;
}

/** Effect of a change: the user gets the role, gets access with it, or has another address. */
export const ADMINISTRATOR_EFFECTS = ['role', 'access', 'address'] as const;
export type AdministratorEffect = (typeof ADMINISTRATOR_EFFECTS)[number];

export const isActiveAdministrator = (user: Pick<Access, 'authorities' | 'activated'>): boolean =>
  user.activated && user.authorities.includes('ROLE_ADMIN');

/** @param before null for a new user. @returns an empty list for a change that one administrator may make. */
export function administratorEffects(before: Access | null, next: Access): AdministratorEffect[] {
  if (!isActiveAdministrator(next)) return [];
  const effects: AdministratorEffect[] = [];
  if (!before?.authorities.includes('ROLE_ADMIN')) effects.push('role');
  if (!before?.activated) effects.push('access');
  // The first sign-in is matched by address: another address gives access to another person.
  if (before !== null && before.email.toLowerCase() !== next.email.toLowerCase()) effects.push('address');
  return effects;
}

/** The role without access has no effect: it is saved immediately, and only access requires two administrators. */
export const needsSecondAdministrator = (before: Access | null, next: Access): boolean =>
  administratorEffects(before, next).length > 0;

export interface ProposalFacts {
  readonly state: ProposalState;
  readonly userId: number;
  /** Login; null for the operator. */
  readonly proposedBy: string | null;
  readonly expires: Date;
}

export type ProposalAct = 'confirm' | 'reject' | 'withdraw';

/** Why an administrator may not perform this act, as far as the proposal decides; null if nothing prevents it. */
export function proposalRefusal(
  act: ProposalAct,
  proposal: ProposalFacts,
  actor: { readonly id: number; readonly login: string },
  at: Date,
): RefusalCode | null {
  if (proposal.state !== 'WAITING') return 'administrator.notWaiting';
  if (proposal.expires <= at) return 'administrator.expired';
  const isAuthor = proposal.proposedBy === actor.login;
  if (act === 'withdraw') return isAuthor ? null : 'administrator.reasonMissing';
  if (act === 'reject') return null;
  if (isAuthor) return 'administrator.ownProposal';
  return proposal.userId === actor.id ? 'administrator.ownRole' : null;
}
