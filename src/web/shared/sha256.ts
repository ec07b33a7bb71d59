/** SHA-256 of received bytes, computed by the page itself. */

const hex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Lower-case hexadecimal. Without a secure connection the browser has no digest: use our own. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle !== undefined) return hex(await subtle.digest('SHA-256', bytes));
  return hex((await import('./plain-sha256.ts')).plainSha256(bytes));
}
