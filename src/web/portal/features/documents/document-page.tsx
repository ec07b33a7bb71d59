/** Replaced below. */
export function DocumentPage() {
  return null;
}
