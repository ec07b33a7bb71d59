/**
 * Infers from the name of an empty signature field in an upload whose it is and what is signed there; form producers
 * put this in the name. Pure.
 */
import { SIGNER_ROLES, type SignerRole } from '../folders/folder-types.ts';

const ROLE_WORDS: Readonly<Record<SignerRole, RegExp>> = {
  customer: /client|acquirent|customer|buyer/i,
  dealer: /dealer|concession|venditor|seller/i,
  operatorDealer: /caposervizio|accettat|operator/i,
  salesManager: /responsabile|manager/i,
};

/** Clauses that require separate approval (artt. 1341 and 1342 c.c.). */
const APPROVAL_WORDS = /(?<!\d)134[12]|claus|vessator|approv/i;

/** Names of a second customer's or a guarantor's field: an upload is signed by one customer. */
const OTHER_PERSON = /(?<![a-z])co[\s._-]?(?:client|acquirent|customer|buyer)|cointest|coobblig|garant|fideius/i;

/** Every signature field must be confirmed, so an optional consent cannot be one. */
const OPTIONAL_CONSENT = /consens|consent|marketing|profilazion|newsletter|facoltativ|opzional|optional/i;

export const hasNoRole = (name: string): boolean => !SIGNER_ROLES.some((role) => ROLE_WORDS[role].test(name));

/** Whether the customer separately approves clauses in this field; no other role does. */
export const isApproval = (role: SignerRole, name: string): boolean => role === 'customer' && APPROVAL_WORDS.test(name);

interface NamedField {
  readonly name: string;
  readonly tip?: string | null;
}

/**
 * The form's signature field for a role: a field named after the role, otherwise one whose name indicates no role; a
 * field for the approval of clauses only when there is no other.
 * @param inOrder the free fields, in reading order.
 */
export function signatureField<F extends NamedField>(role: SignerRole, inOrder: readonly F[]): F | undefined {
  const withRole = inOrder.filter(({ name }) => ROLE_WORDS[role].test(name));
  // A clause approval belongs to the customer even if its name states no role.
  const withoutRole = inOrder.filter(
    ({ name }) => hasNoRole(name) && (role === 'customer' || !isApproval('customer', name)),
  );
  const candidates = [...withRole, ...withoutRole];
  return candidates.find(({ name }) => !isApproval(role, name)) ?? candidates[0];
}

/**
 * Whether a role that already has its signature also signs this field: only if the field's name states it, and never if
 * the field belongs to another role or is optional.
 */
export function alsoSigns(role: SignerRole, { name, tip }: NamedField): boolean {
  const isOwn = ROLE_WORDS[role].test(name) || (isApproval(role, name) && hasNoRole(name));
  return isOwn && !OTHER_PERSON.test(name) && !OPTIONAL_CONSENT.test(`${name} ${tip ?? ''}`);
}

/** A longer tooltip is not a label. */
const MAX_TIP_LENGTH = 160;

/** The field's tooltip if it is readable: Latin letters on one line; otherwise null. */
export function readableTip(tip: string | null | undefined): string | null {
  const text = (tip ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  const readable = /^[\p{Script=Latin}\p{N}\p{P}\p{Sc}\p{Sm} °]+$/u.test(text) && /\p{L}{3}/u.test(text);
  return readable && text.length <= MAX_TIP_LENGTH ? text : null;
}
