/** Corrects an e-mail address with a typo in its domain: gmial.com, libero.ti, @gmail. Pure. */
import { EMAIL } from '#domain/dossiers/contact-patterns.ts';

/** Providers with a single domain each. */
const SINGLE: Readonly<Record<string, string>> = {
  ...{ gmail: 'com', googlemail: 'com', icloud: 'com', protonmail: 'com' },
  ...{ libero: 'it', virgilio: 'it', tiscali: 'it', alice: 'it', fastwebnet: 'it', inwind: 'it', aruba: 'it' },
};
/** Providers with domains in many countries; the Italian one is assumed first. */
const MANY: readonly string[] = ['hotmail', 'outlook', 'yahoo', 'live'];
/** Existing domains that differ little from the above. */
const REAL: ReadonlySet<string> = new Set(
  'email.it,email.com,mail.com,ymail.com,rocketmail.com,gmx.com,gmx.de,gmx.net,mail.ru,aliceposta.it'.split(','),
);
/** Certified mail has its own domains, which must not be corrected. */
const CERTIFIED = /pec|cert|legalmail|postale/;
/** Endings that no domain has, with the intended ones. */
const ENDS: Readonly<Record<string, string>> = {
  ...{ con: 'com', cmo: 'com', ocm: 'com', comm: 'com', coom: 'com', vom: 'com', xom: 'com', cpm: 'com', cim: 'com' },
  ...{ ti: 'it', iit: 'it', itt: 'it', ot: 'it', ut: 'it', iy: 'it', ir: 'it' },
};
const MIN_NAME_LENGTH = 5;

/** Whether one letter was omitted, inserted, changed or swapped with its neighbour. */
export function isOneTypo(typed: string, meant: string): boolean {
  const [short, long] = typed.length < meant.length ? [typed, meant] : [meant, typed];
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  const left = short.slice(same);
  const right = long.slice(same);
  if (short.length + 1 === long.length) return left === right.slice(1);
  if (short.length !== long.length || left === '') return false;
  return (
    left.slice(1) === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}

const isMany = (name: string): boolean => MANY.includes(name);
const endOf = (name: string): string => SINGLE[name] ?? 'it';

/** @param domain in lower case. */
function correctedDomain(domain: string): string | null {
  if (REAL.has(domain) || CERTIFIED.test(domain)) return null;
  const [name = '', ...rest] = domain.split('.');
  const typedEnd = rest.join('.');
  const end = ENDS[typedEnd] ?? typedEnd;
  if (isMany(name)) return `${name}.${end === 'co' || end === 'cm' ? 'com' : end === 'i' || end === '' ? 'it' : end}`;
  if (name in SINGLE) return `${name}.${endOf(name)}`;
  const near = [...Object.keys(SINGLE), ...MANY].filter(
    (provider) => provider.length >= MIN_NAME_LENGTH && isOneTypo(name, provider),
  );
  const [meant] = near;
  if (near.length === 1 && meant !== undefined) {
    return `${meant}.${isMany(meant) && end !== '' ? end : endOf(meant)}`;
  }
  return end === typedEnd ? null : `${name}.${end}`;
}

/** A known domain directly after its local part, without the @. */
const WITHOUT_AT = new RegExp(`^(.+?)[.]?((?:${[...Object.keys(SINGLE), ...MANY].join('|')})[.](?:com|it))$`);

/** Fixes what no address contains: spaces, commas for dots, a second @; on an Italian keyboard ò is on the key of the @. */
function withoutTypos(typed: string): string {
  const dense = typed
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[\s<>]/g, '')
    .replaceAll(',', '.')
    .replace(/\.{2,}/g, '.')
    .replace(/@\.?@*/g, '@')
    .replace(/\.+$/, '')
    .replace(/\.@/, '@');
  if (dense.includes('@')) return dense;
  const keyed = dense.replace(/[òç#]/, '@');
  return keyed.includes('@') ? keyed : dense.replace(WITHOUT_AT, '$1@$2');
}

/** @returns null when the address needs no correction. */
export function correctedEmail(typed: string): string | null {
  const text = withoutTypos(typed);
  const at = text.indexOf('@');
  if (at < 1) return null;
  const domain = text.slice(at + 1).toLowerCase();
  const meant = correctedDomain(domain) ?? domain;
  const address = `${text.slice(0, at)}@${meant === domain ? text.slice(at + 1) : meant}`;
  return address !== typed.trim() && EMAIL.test(address) ? address : null;
}
