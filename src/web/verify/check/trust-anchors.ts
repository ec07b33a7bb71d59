/** Reads the roots that this installation trusts: the server writes them into the page, so that checking a file needs no request. */

/** DER of the roots in a list of Base64 texts; empty when the page was not filled in. */
export function parseAnchors(content: string | null): Uint8Array[] {
  try {
    const texts = (content ?? '').split(' ').filter((text) => text !== '');
    return texts.map((text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    return [];
  }
}

/** Roots trusted for signatures, and those trusted for timestamps. */
export interface TrustAnchors {
  readonly anchors: readonly Uint8Array[];
  readonly timestampAnchors: readonly Uint8Array[];
}

export function readTrustAnchors(): TrustAnchors {
  const readMeta = (name: string) =>
    parseAnchors(document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null);
  return { anchors: readMeta('fascicolo-anchors'), timestampAnchors: readMeta('fascicolo-timestamp-anchors') };
}
