/** Replaced below. */
export function FoldersPage() {
  return null;
}
