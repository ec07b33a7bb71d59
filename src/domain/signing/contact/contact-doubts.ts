/** Telephones and addresses that may not be the customer's own: those of staff and of companies, and those that have served others (D-45). */
import { dialled, MOBILE_PHONE } from '../../dossiers/patterns.ts';
import { type Named, samePersonName } from '../../dossiers/same-person.ts';

/** What is done about them, by configuration. */
export interface ContactPolicy {
  readonly staffNumbers: 'refuse' | 'second-person';
  readonly sharedNumbers: 'tell' | 'second-person' | 'refuse';
  /** How many people may have one telephone without anybody asking. */
  readonly sharedPeople: number;
}

export const CONTACT_KINDS = ['phone', 'email'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** `word`: it serves once somebody else of the staff has given their word; `staff`, `shared`: it serves no signature, for that reason. */
export const CONTACT_VERDICTS = ['word', 'staff', 'shared'] as const;
export type ContactVerdict = (typeof CONTACT_VERDICTS)[number] | 'fine';

/** As contacts are compared: a number as it is dialled, an address in small letters. */
export const plainContact = (kind: ContactKind, contact: string): string =>
  kind === 'phone' ? dialled(contact) : contact.toLowerCase();

/**
 * A telephone as it is dialled, from what an identity provider writes (`phone_number`, where E.164 is advised and not
 * promised) or somebody has put among a company's data: `tel:+39-333-1234567`, `0039 333 1234567`, and in Italy `333 1234567`; null for what is no mobile number.
 */
export function toldPhone(text: string): string | null {
  const digits = text.replace(/[^+\d]/g, '').replace(/^00/, '+');
  const phone = /^3\d{8,9}$/.test(digits) ? `+39${digits}` : digits;
  return MOBILE_PHONE.test(phone) ? phone : null;
}

/** What is known of a contact. */
export interface ContactFacts {
  readonly kind: ContactKind;
  readonly signer: Named;
  /** Active users of the portal who have it. */
  readonly staff: readonly Named[];
  /** A company of the network publishes it as its own. */
  readonly company: boolean;
  /** How many other people it was to serve before, in the whole network. */
  readonly others: number;
}

/**
 * Staff buy cars too: whoever signs in their own name by their own telephone does so with a colleague's word.
 * An address that several share opens a link and signs nothing: codes go to the telephone.
 */
export function judgeContact(
  { kind, signer, staff, company, others }: ContactFacts,
  policy: ContactPolicy,
): ContactVerdict {
  const somebodyElses = company || staff.some((user) => !samePersonName(user, signer));
  const shared = kind === 'phone' && others >= policy.sharedPeople;
  if (somebodyElses && policy.staffNumbers === 'refuse') return 'staff';
  if (shared && policy.sharedNumbers === 'refuse') return 'shared';
  return company || staff.length > 0 || (shared && policy.sharedNumbers === 'second-person') ? 'word' : 'fine';
}

/** The people behind names: one person is written in several ways. @returns how many besides whoever signs now. */
export function otherPeople(names: readonly Named[], signer: Named): number {
  const people = names.filter((name, n) => names.findIndex((earlier) => samePersonName(earlier, name)) === n);
  return people.filter((name) => !samePersonName(name, signer)).length;
}

/** Nobody vouches for a contact that they have put there, nor for a signature of their own. @param writers logins of whoever wrote it */
export const mayVouch = (login: string, writers: readonly string[]): boolean => !writers.includes(login);
