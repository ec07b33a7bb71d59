/** Writes canonical JSON (RFC 8785): one text per value, so that its hash is reproducible. */

export type CanonicalValue =
  | null
  | boolean
  | number
  | string
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue | undefined };

/**
 * Members sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript writes them; undefined members
 * are omitted.
 * @throws RangeError on numbers and strings that JSON cannot represent (NaN, infinities, lone surrogates).
 */
export function canonicalJson(value: CanonicalValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`${value} has no canonical form`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new RangeError('A lone surrogate has no canonical form');
    return JSON.stringify(value);
  }
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter((entry): entry is [string, CanonicalValue] => entry[1] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`).join(',')}}`;
}

function isArray(value: CanonicalValue): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}
