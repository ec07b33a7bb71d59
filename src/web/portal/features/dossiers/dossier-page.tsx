/** Replaced below. */
export function DossierPage() {
  return null;
}
