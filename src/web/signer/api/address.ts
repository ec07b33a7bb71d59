/** Where the calls of one link lie (P-7). Pure. */
import type { Call } from '#contract/calls/call.ts';

/** The token of a page address `/sign/{token}`, or null when the address is another one. */
export function tokenOfPath(pathname: string): string | null {
  const match = /^\/sign\/([^/]+)\/?$/.exec(pathname);
  return match?.[1] ?? null;
}

/** The address of a call of this link. The portal has its own way: the signer's pages share no file with it. */
export function linkAddress(
  { path }: Pick<Call, 'path'>,
  token: string,
  query: Readonly<Record<string, string | number>> = {},
): string {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return (
    path.replace('{token}', encodeURIComponent(token)) + (given.length > 0 ? `?${new URLSearchParams(given)}` : '')
  );
}
