/** Builds the addresses of a link's calls. Pure. */
import type { Call } from '#contract/calls/call.ts';

/** The token of a page address `/sign/{token}`; null for any other address. */
export function tokenOfPath(pathname: string): string | null {
  const match = /^\/sign\/([^/]+)\/?$/.exec(pathname);
  return match?.[1] ?? null;
}

/** The address of a call of this link. The portal has its own function: the signer's pages share no chunk with it. */
export function linkAddress(
  { path }: Pick<Call, 'path'>,
  token: string,
  query: Readonly<Record<string, string | number>> = {},
): string {
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return (
    path.replace('{token}', encodeURIComponent(token)) + (entries.length > 0 ? `?${new URLSearchParams(entries)}` : '')
  );
}
