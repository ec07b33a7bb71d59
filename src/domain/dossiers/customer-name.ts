/** How people name the customer: the company, else first and last name. */
export function customerName(dossier: {
  firstName: string;
  lastName: string;
  organizationName: string | null;
}): string {
  return dossier.organizationName ?? `${dossier.firstName} ${dossier.lastName}`;
}

/** Who signs: the person, of a company its representative. */
export const personName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
