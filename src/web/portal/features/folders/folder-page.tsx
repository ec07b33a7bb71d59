/** Replaced below. */
export function FolderPage() {
  return null;
}
