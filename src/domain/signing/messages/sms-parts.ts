/** Encodes text as SMS: GSM-7 with its extension table or UCS-2, split into parts as the network counts them (3GPP TS 23.038, 23.040). */

/** GSM 7-bit default alphabet in code order, without the escape at 0x1B. */
export const GSM7 =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Extension table: the code follows an escape, so each character takes two septets. */
export const GSM7_EXTENSION: ReadonlyMap<string, number> = new Map([
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
]);

export interface SmsEncoding {
  readonly alphabet: 'GSM-7' | 'UCS-2';
  /** At least one; no escape sequence or surrogate pair is split between two. */
  readonly segments: readonly string[];
}

const LENGTHS = {
  'GSM-7': { single: 160, part: 153 },
  'UCS-2': { single: 70, part: 67 },
} as const;

/** Septets per character; undefined outside GSM-7. */
function septets(character: string): number | undefined {
  if (GSM7.includes(character)) return 1;
  return GSM7_EXTENSION.has(character) ? 2 : undefined;
}

/** Splits a text into the segments that are sent and charged. */
export function encodeSms(text: string): SmsEncoding {
  const characters = [...text];
  const isGsm7 = characters.every((character) => septets(character) !== undefined);
  const alphabet = isGsm7 ? 'GSM-7' : 'UCS-2';
  const weigh = (character: string): number => (isGsm7 ? (septets(character) ?? 0) : character.length);
  const { single, part } = LENGTHS[alphabet];
  const total = characters.reduce((sum, character) => sum + weigh(character), 0);
  if (total <= single) return { alphabet, segments: [text] };
  const segments: string[] = [];
  let segment = '';
  let length = 0;
  for (const character of characters) {
    const weight = weigh(character);
    if (length + weight > part) {
      segments.push(segment);
      segment = '';
      length = 0;
    }
    segment += character;
    length += weight;
  }
  return { alphabet, segments: [...segments, segment] };
}

/** Parts charged by a gateway. */
export const smsParts = (text: string): number => encodeSms(text).segments.length;
