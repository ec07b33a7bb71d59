/** Where the calls of one link lie (P-7). Pure. */

/** The token of a page address `/sign/{token}`, or null when the address is another one. */
export function tokenOfPath(pathname: string): string | null {
  const match = /^\/sign\/([^/]+)\/?$/.exec(pathname);
  return match?.[1] ?? null;
}
