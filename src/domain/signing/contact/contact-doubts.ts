/** Phones and addresses that may not be the customer's own: those of staff and companies, and those used for others. */
import { MOBILE_PHONE, normalisedPhone } from '../../dossiers/contact-patterns.ts';
import { type PersonName, samePersonName } from '../../dossiers/same-person.ts';

/** Configured treatment of such contacts. */
export interface ContactPolicy {
  readonly staffNumbers: 'refuse' | 'second-person';
  readonly sharedNumbers: 'tell' | 'second-person' | 'refuse';
  /** Number of people who may share a phone without a confirmation. */
  readonly sharedPeople: number;
}

export const CONTACT_KINDS = ['phone', 'email'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** `word`: usable once another staff member has confirmed it; `staff`, `shared`: not usable for a signature, for that reason. */
export const CONTACT_VERDICTS = ['word', 'staff', 'shared'] as const;
export type ContactVerdict = (typeof CONTACT_VERDICTS)[number] | 'fine';

/** Contacts normalized for comparison: a number as dialled, an address in lower case. */
export const normalisedContact = (kind: ContactKind, contact: string): string =>
  kind === 'phone' ? normalisedPhone(contact) : contact.toLowerCase();

/**
 * A mobile number as dialled, from an identity provider's value (`phone_number`, where E.164 is recommended but not
 * guaranteed) or from a company's data: `tel:+39-333-1234567`, `0039 333 1234567`, and in Italy `333 1234567`; null if
 * it is not a mobile number.
 */
export function mobilePhoneFrom(text: string): string | null {
  const digits = text.replace(/[^+\d]/g, '').replace(/^00/, '+');
  const phone = /^3\d{8,9}$/.test(digits) ? `+39${digits}` : digits;
  return MOBILE_PHONE.test(phone) ? phone : null;
}

export interface ContactFacts {
  readonly kind: ContactKind;
  readonly signer: PersonName;
  /** Active users of the portal with this contact. */
  readonly staff: readonly PersonName[];
  /** A company of the network publishes it as its own. */
  readonly company: boolean;
  /** Number of other people who used it before, in the whole network. */
  readonly others: number;
}

/**
 * Staff buy cars too: a user who signs in their own name with their own phone needs a colleague's confirmation. A
 * shared e-mail address only opens a link and cannot sign: codes are sent to the phone.
 */
export function judgeContact(
  { kind, signer, staff, company, others }: ContactFacts,
  policy: ContactPolicy,
): ContactVerdict {
  const isSomeoneElses = company || staff.some((user) => !samePersonName(user, signer));
  const isShared = kind === 'phone' && others >= policy.sharedPeople;
  if (isSomeoneElses && policy.staffNumbers === 'refuse') return 'staff';
  if (isShared && policy.sharedNumbers === 'refuse') return 'shared';
  return company || staff.length > 0 || (isShared && policy.sharedNumbers === 'second-person') ? 'word' : 'fine';
}

/** Counts people by their names: one person's name is written in several ways. @returns how many people other than the current signer. */
export function countOtherPeople(names: readonly PersonName[], signer: PersonName): number {
  const people = names.filter((name, index) => names.findIndex((earlier) => samePersonName(earlier, name)) === index);
  return people.filter((name) => !samePersonName(name, signer)).length;
}

/** A user may not vouch for a contact that they entered, nor for their own signature. @param authors logins of the users who entered it */
export const mayVouch = (login: string, authors: readonly string[]): boolean => !authors.includes(login);
