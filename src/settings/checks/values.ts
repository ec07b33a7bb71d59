/** Values that settings of several subjects have, and what is expected of them. */
import { z } from 'zod';
import type { Message } from '#domain/errors.ts';
import { anyOf, worded } from './problem.ts';

/** Visible ASCII: what fits into a header. */
export const visible = z.string().regex(
  /^[\x21-\x7e]+$/,
  worded({
    it: 'attesi caratteri ASCII visibili, senza spazi',
    en: 'expected visible ASCII characters without spaces',
  }),
);

/** Characters that credentials may have: HTTP Basic (RFC 7617, section 2), OAuth 2.0 (RFC 6749, appendix A.1 and A.2). */
export const credential = z
  .string()
  .regex(/^[\x20-\x7e]+$/, worded({ it: 'attesi caratteri ASCII visibili', en: 'expected visible ASCII characters' }));

export const NAMES_BY_SPACES = worded({
  it: 'attesi nomi separati da spazi',
  en: 'expected names separated by spaces',
});

/** Several values in one setting, separated by spaces. */
export const words = z
  .string()
  .transform((text) => text.trim().split(/\s+/))
  .refine((list) => list.every((one) => one !== ''), NAMES_BY_SPACES);

export const bucketName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    worded({ it: 'atteso il nome di un bucket', en: 'expected the name of a bucket' }),
  );

/** Beginning of the names in a bucket: segments of letters, digits, `-`, `_` and `.`. */
export const prefixLike = (example: string) =>
  z
    .string()
    .regex(
      /^(?:[\w.-]+\/)*[\w.-]*$/,
      worded({ it: `atteso un prefisso come ${example}`, en: `expected a prefix such as ${example}` }),
    );

export const WITHOUT_CREDENTIALS: Message = { it: 'senza credenziali', en: 'without credentials' };
export const WITHOUT_QUERY: Message = { it: 'senza credenziali né query', en: 'without credentials and query' };

/** Options of a check for addresses. @param without what the address must not have. */
export function expectedAddress(schemes: readonly string[], without?: Message): { message: string } {
  const begins = anyOf(schemes.map((scheme) => `${scheme}//`));
  const [it, en] = without === undefined ? ['', ''] : [`, ${without.it}`, `, ${without.en}`];
  return worded({
    it: `atteso un indirizzo che inizia con ${begins.it}${it}`,
    en: `expected an address beginning with ${begins.en}${en}`,
  });
}
