/** Names and kind of a customer. */

interface CustomerKind {
  readonly organizationName: string | null;
  readonly rspSearchType: string | null;
}

/** The customer's display name: the company, else first and last name. */
export function customerName(dossier: {
  firstName: string;
  lastName: string;
  organizationName: string | null;
}): string {
  return dossier.organizationName ?? `${dossier.firstName} ${dossier.lastName}`;
}

export const isCompany = ({ organizationName, rspSearchType }: CustomerKind): boolean =>
  organizationName !== null || rspSearchType === 'ORGANIZATION';

/** The signer's name: the person, or a company's representative. */
export const personName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
