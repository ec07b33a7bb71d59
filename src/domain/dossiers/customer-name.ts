/** How people name the customer: the company, else first and last name. */
export function customerName(dossier: {
  firstName: string;
  lastName: string;
  organizationName: string | null;
}): string {
  return dossier.organizationName ?? `${dossier.firstName} ${dossier.lastName}`;
}
