/** Schemas and check options shared by several groups of settings. */
import { z } from 'zod';
import type { Message } from '#domain/errors.ts';
import { bilingual, orList } from './problem.ts';

/** Visible ASCII: can be sent in a header. */
export const visibleAscii = z.string().regex(
  /^[\x21-\x7e]+$/,
  bilingual({
    it: 'attesi caratteri ASCII visibili, senza spazi',
    en: 'expected visible ASCII characters without spaces',
  }),
);

/** Characters that credentials may have: HTTP Basic (RFC 7617, section 2), OAuth 2.0 (RFC 6749, appendix A.1 and A.2). */
export const credential = z
  .string()
  .regex(
    /^[\x20-\x7e]+$/,
    bilingual({ it: 'attesi caratteri ASCII visibili', en: 'expected visible ASCII characters' }),
  );

export const NAMES_BY_SPACES = bilingual({
  it: 'attesi nomi separati da spazi',
  en: 'expected names separated by spaces',
});

/** Several values in one setting, separated by spaces. */
export const spaceSeparated = z
  .string()
  .transform((text) => text.trim().split(/\s+/))
  .refine((list) => list.every((word) => word !== ''), NAMES_BY_SPACES);

export const bucketName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    bilingual({ it: 'atteso il nome di un bucket', en: 'expected the name of a bucket' }),
  );

/** Beginning of the names in a bucket: segments of letters, digits, `-`, `_` and `.`. */
export const prefixLike = (example: string) =>
  z
    .string()
    .regex(
      /^(?:[\w.-]+\/)*[\w.-]*$/,
      bilingual({ it: `atteso un prefisso come ${example}`, en: `expected a prefix such as ${example}` }),
    );

/** An address without user and password. @param fits whether its other parts are allowed. */
export const addressThat = (fits: (address: URL) => boolean, expected: { message: string }) =>
  z.string().refine((text) => {
    if (!URL.canParse(text)) return false;
    const address = new URL(text);
    return address.username === '' && address.password === '' && fits(address);
  }, expected);

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Encrypted, or not leaving this machine. */
export const isConfidential = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));

export const WITHOUT_CREDENTIALS: Message = { it: 'senza credenziali', en: 'without credentials' };
export const WITHOUT_QUERY: Message = { it: 'senza credenziali né query', en: 'without credentials and query' };

/** Options of a check for addresses. @param without the parts that the address must not have. */
export function expectedAddress(schemes: readonly string[], without?: Message): { message: string } {
  const prefixes = orList(schemes.map((scheme) => `${scheme}//`));
  const [it, en] = without === undefined ? ['', ''] : [`, ${without.it}`, `, ${without.en}`];
  return bilingual({
    it: `atteso un indirizzo che inizia con ${prefixes.it}${it}`,
    en: `expected an address beginning with ${prefixes.en}${en}`,
  });
}
