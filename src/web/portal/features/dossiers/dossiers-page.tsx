/** Replaced below. */
export function DossiersPage() {
  return null;
}
