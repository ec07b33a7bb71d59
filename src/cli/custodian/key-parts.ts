/** The custodian's key in parts, each a text that one person keeps on paper or on a stick. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { LocalizedError } from '../terminal/language.ts';
import { joinShares, splitSecret } from './shamir.ts';

/** Why parts do not give the key; the message is for the person who holds them. */
export class PartsRefused extends LocalizedError {
  override readonly name = 'PartsRefused';
}

export interface KeyPart {
  readonly number: number;
  readonly parts: number;
  readonly needed: number;
  /** Lower-case hexadecimal SHA-256 of the custodian's certificate. */
  readonly certificate: string;
  /** The share of the key that decrypts `sealed`. */
  readonly share: Uint8Array;
  /** The private key (PKCS#8) encrypted with AES-256-GCM, the same in every part: nonce, content, tag. */
  readonly sealed: Uint8Array;
}

const cipher = 'aes-256-gcm';
/** Length of nonce and tag in bytes. */
const [nonceLength, tagLength] = [12, 16];

/** @throws RangeError unless 2 ≤ needed ≤ parts ≤ 255. */
export function splitKey(key: Uint8Array, certificate: string, parts: number, needed: number): KeyPart[] {
  // Shares should be of a short and uniformly random secret, so the key that encrypts the private key is split.
  const secret = randomBytes(32);
  const nonce = randomBytes(nonceLength);
  const encryption = createCipheriv(cipher, secret, nonce, { authTagLength: tagLength });
  encryption.setAAD(Buffer.from(certificate));
  const sealed = Buffer.concat([nonce, encryption.update(key), encryption.final(), encryption.getAuthTag()]);
  const shares = splitSecret(secret, parts, needed);
  secret.fill(0);
  return shares.map(({ at, value }) => ({ number: at, parts, needed, certificate, share: value, sealed }));
}

/** @returns PKCS#8, to be overwritten after use. @throws PartsRefused */
export function joinKey(parts: readonly KeyPart[]): Uint8Array {
  const [first] = parts;
  if (!first)
    throw new PartsRefused({
      it: 'Non è stata indicata alcuna parte della chiave.',
      en: 'No part of the key was given.',
    });
  const { needed, certificate, sealed } = first;
  const sameKey = parts.every((part) => part.certificate === certificate && Buffer.compare(part.sealed, sealed) === 0);
  if (!sameKey)
    throw new PartsRefused({ it: 'Le parti non sono della stessa chiave.', en: 'The parts are not of the same key.' });
  const distinct = [...new Map(parts.map((part) => [part.number, part])).values()];
  if (distinct.length < needed) {
    const count = distinct.length;
    const countText = count === 1 ? 'è stata indicata una sola' : `ne sono state indicate ${count}`;
    throw new PartsRefused({
      it: `Servono ${needed} parti diverse della chiave: ${countText}.`,
      en: `${needed} different parts of the key are needed: ${count} ${count === 1 ? 'was' : 'were'} given.`,
    });
  }
  const secret = joinShares(distinct.slice(0, needed).map(({ number, share }) => ({ at: number, value: share })));
  try {
    const decryption = createDecipheriv(cipher, secret, sealed.subarray(0, nonceLength), { authTagLength: tagLength });
    decryption.setAAD(Buffer.from(certificate));
    decryption.setAuthTag(sealed.subarray(-tagLength));
    return Buffer.concat([decryption.update(sealed.subarray(nonceLength, -tagLength)), decryption.final()]);
  } catch {
    throw new PartsRefused({
      it: 'Le parti, messe insieme, non danno la chiave.',
      en: 'Put together, the parts do not give the key.',
    });
  } finally {
    secret.fill(0);
  }
}

const begin = '=== INIZIO DELLA PARTE DI CHIAVE ===';
const end = '=== FINE DELLA PARTE DI CHIAVE ===';

/** The text of a part, always in Italian, since Italian offices read it years later: an explanation, then the part itself. */
export function partText(part: KeyPart, custodian: string, createdAt: Date): string {
  const { number, parts, needed, certificate, share, sealed } = part;
  const day = createdAt.toLocaleDateString('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'long' });
  const content = `PARTE ${number} DI ${parts} DELLA CHIAVE DEL CUSTODE

Custode: ${custodian}
Creata il ${day}.

Con questa chiave si aprono, su richiesta dell’autorità giudiziaria, le firme autografe cifrate nei documenti.
Servono ${needed} parti su ${parts}: meno di ${needed} non rivelano nulla. Conserva questa da sola, in un luogo sicuro,
lontano dalle altre; non inviarla per posta elettronica. Il codice di controllo scopre gli errori di copiatura.
`;
  return [
    content,
    begin,
    `Parte: ${number} di ${parts}, ne servono ${needed}`,
    ...wrapHex('Certificato', certificate),
    ...wrapHex('Quota', Buffer.from(share).toString('hex')),
    ...wrapHex('Chiave cifrata', Buffer.from(sealed).toString('hex')),
    `Controllo: ${grouped(checkOf(part))}`,
    end,
    '',
  ].join('\n');
}

/** @throws PartsRefused naming the file when it is not a part, or contains an error. */
export function readPart(text: string, file: string): KeyPart {
  const damaged = new PartsRefused({
    it: `La parte di chiave ${file} è danneggiata o copiata male: il controllo non torna.`,
    en: `The part of the key ${file} is damaged or was copied wrongly: its check does not agree.`,
  });
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const [from, to] = [lines.indexOf(begin), lines.indexOf(end)];
  if (from < 0)
    throw new PartsRefused({
      it: `Il file ${file} non contiene una parte di chiave.`,
      en: `The file ${file} does not hold a part of a key.`,
    });
  const body = lines.slice(from + 1, to < 0 ? undefined : to);
  const of = body.map((line) => /^Parte: (\d+) di (\d+), ne servono (\d+)$/.exec(line)).find((match) => match !== null);
  const certificate = unwrapHex(body, 'Certificato');
  const [share, sealed] = [unwrapHex(body, 'Quota'), unwrapHex(body, 'Chiave cifrata')];
  if (to < from || !of || certificate.length !== 64 || share.length !== 64 || sealed.length % 2 !== 0) throw damaged;
  const [number = 0, parts = 0, needed = 0] = of.slice(1).map(Number);
  const part: KeyPart = {
    number,
    parts,
    needed,
    certificate,
    share: new Uint8Array(Buffer.from(share, 'hex')),
    sealed: new Uint8Array(Buffer.from(sealed, 'hex')),
  };
  const isValid = unwrapHex(body, 'Controllo') === checkOf(part) && number >= 1 && number <= parts && needed >= 2;
  if (!isValid) throw damaged;
  return part;
}

function checkOf({ number, parts, needed, certificate, share, sealed }: KeyPart): string {
  const fields = [number, parts, needed, certificate, Buffer.from(share).toString('hex')].join(' ');
  return createHash('sha256').update(fields).update(sealed).digest('hex').slice(0, 16);
}

const grouped = (hex: string): string => hex.replace(/.{4}(?!$)/g, '$& ');

/** A label, followed by lines of 16 groups of four. */
const wrapHex = (label: string, hex: string): string[] => [
  `${label}:`,
  ...(hex.match(/.{1,64}/g) ?? []).map((line) => `  ${grouped(line)}`),
];

/** The hexadecimal value after a label, on its line and the following ones. */
function unwrapHex(lines: readonly string[], label: string): string {
  const labelLine = lines.findIndex((line) => line.startsWith(`${label}:`));
  if (labelLine < 0) return '';
  const following = lines.slice(labelLine + 1);
  const next = following.findIndex((line) => !/^[0-9a-fA-F ]*$/.test(line));
  const own = [lines[labelLine]?.slice(label.length + 1) ?? '', ...following.slice(0, next < 0 ? undefined : next)];
  return own.join('').replace(/\s/g, '').toLowerCase();
}
