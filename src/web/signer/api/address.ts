/** Where the calls of one link lie (P-7). Pure. */

/** The token of a page address `/sign/{token}`, or null when the address is another one. */
export function tokenOfPath(pathname: string): string | null {
  const match = /^\/sign\/([^/]+)\/?$/.exec(pathname);
  return match?.[1] ?? null;
}

/** The address before every call's own; by itself it tells what the link shows. */
export const linkAddress = (token: string): string => `/api/sign/${token}`;
