/** Whose an empty signature field of an uploaded file is, and what is signed there: makers of forms say it in its name (P-6, D-15). Pure. */
import { SIGNER_ROLES, type SignerRole } from '../folders/folder-types.ts';

const ROLE_WORDS: Readonly<Record<SignerRole, RegExp>> = {
  customer: /client|acquirent|customer|buyer/i,
  dealer: /dealer|concession|venditor|seller/i,
  operatorDealer: /caposervizio|accettat|operator/i,
  salesManager: /responsabile|manager/i,
};

/** Clauses that want an approval of their own (artt. 1341 and 1342 c.c.). */
const APPROVAL_WORDS = /(?<!\d)134[12]|claus|vessator|approv/i;

/** Of a second customer or of who answers for them: an upload is signed by one customer. */
const OTHER_PERSON = /(?<![a-z])co[\s._-]?(?:client|acquirent|customer|buyer)|cointest|coobblig|garant|fideius/i;

/** Each point of a signature has to be confirmed; what is given freely or not at all cannot be one. */
const FREE_CHOICE = /consens|consent|marketing|profilazion|newsletter|facoltativ|opzional|optional/i;

export const isOfNobody = (name: string): boolean => !SIGNER_ROLES.some((role) => ROLE_WORDS[role].test(name));

/** Whether the customer approves clauses there, apart from what else they sign; nobody else does. */
export const isApproval = (role: SignerRole, name: string): boolean => role === 'customer' && APPROVAL_WORDS.test(name);

interface NamedField {
  readonly name: string;
  readonly tip?: string | null;
}

/**
 * Where a role gives its signature: a field that is named after it, else one that is named after nobody; one for clauses
 * only where there is no other.
 * @param inOrder those that are free, in the order of reading.
 */
export function signatureField<F extends NamedField>(role: SignerRole, inOrder: readonly F[]): F | undefined {
  const named = inOrder.filter(({ name }) => ROLE_WORDS[role].test(name));
  // The approval of clauses is the customer's also where its name says nobody.
  const ofNobody = inOrder.filter(
    ({ name }) => isOfNobody(name) && (role === 'customer' || !isApproval('customer', name)),
  );
  const own = [...named, ...ofNobody];
  return own.find(({ name }) => !isApproval(role, name)) ?? own[0];
}

/** Whether a role that has its signature signs there too: only what says so by its name, never what is somebody else's or free. */
export function signsThereToo(role: SignerRole, { name, tip }: NamedField): boolean {
  const own = ROLE_WORDS[role].test(name) || (isApproval(role, name) && isOfNobody(name));
  return own && !OTHER_PERSON.test(name) && !FREE_CHOICE.test(`${name} ${tip ?? ''}`);
}

/** Longer ones are no label any more. */
const LONGEST_TIP = 160;

/** What a field says of itself, when people can read it: words in Latin letters, on one line; else null. */
export function readableTip(tip: string | null | undefined): string | null {
  const text = (tip ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  const readable = /^[\p{Script=Latin}\p{N}\p{P}\p{Sc}\p{Sm} °]+$/u.test(text) && /\p{L}{3}/u.test(text);
  return readable && text.length <= LONGEST_TIP ? text : null;
}
