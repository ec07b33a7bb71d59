/** The address of a call with its parameters and query. Pure. */
import type { Call } from '#contract/calls/call.ts';

/** @throws when a parameter of the path is missing. Values that are undefined or null stay out of the query. */
export function callAddress(
  { path }: Pick<Call, 'path'>,
  parameters: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const address = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${path} lacks ${name}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return address;
  return `${address}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
