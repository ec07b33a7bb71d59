/**
 * Lists every manipulation of a signed file, none of which may be reported intact, and swaps of keys and tokens, after
 * which nothing may be reported valid.
 */
import { expect } from 'vitest';
import { digestOf, readCms } from '#formats/cms-read.ts';
import { readDerPrefix } from '#formats/der.ts';
import { signaturesOf } from '#formats/verify/signature-fields.ts';
import { StrictFile } from '#formats/verify/strict-file.ts';
import { signerKey, stampWith, testAuthority } from '#pdf/signing/samples.suite.ts';
import { updates } from '../attacks.ts';
import { replaceBytes } from './append-update.ts';
import { newestSignature, signAgain, withSignatureValue } from './rewrite-signatures.ts';
import { type SignedPaper, sealKey } from './signed-paper.ts';

export interface Manipulation {
  /** Completes the sentence "a file with …". */
  readonly title: string;
  readonly apply: (sealed: Uint8Array, paper: SignedPaper) => Promise<Uint8Array>;
  /** Detected only against the stored number of signatures. */
  readonly stored?: boolean;
  /** The expected report on the newest signature. */
  readonly shows?: object;
  /** The code expected among the problems or changes. */
  readonly code?: string;
}

type Range = readonly [a: number, b: number, c: number, d: number];

/** Byte ranges that do not cover a whole revision except for the value. */
const RANGES: readonly (readonly [name: string, change: (range: Range) => number[]])[] = [
  ['shrunk at the end', ([a, b, c, d]) => [a, b, c, d - 20]],
  ['shrunk at the start', ([, b, c, d]) => [9, b - 9, c, d]],
  ['with a wider gap', ([a, b, c, d]) => [a, b, c + 4, d - 4]],
  ['with a gap that starts earlier', ([a, b, c, d]) => [a, b - 10, c, d]],
  ['negative', ([a, b, c]) => [a, b, c, -1]],
  ['of two numbers', ([a, b]) => [a, b]],
  ['that overlaps', ([a, , c, d]) => [a, c + 1, c, d]],
  ['beyond the file', ([a, b, c, d]) => [a, b, c, d + 9]],
  ['of nothing', () => [0, 0, 0, 0]],
];

/** Content put into the zero padding of the value. */
const PADDINGS: readonly (readonly [name: string, put: string])[] = [
  ['data in the padding', '41'],
  ['white space in the padding', '  '],
  ['an end of the value before its time', '> '],
  ['a comment in the padding', '%0'],
];

/** The file with a different byte range in its newest signature. */
async function withByteRange(sealed: Uint8Array, change: (range: Range) => number[]): Promise<Uint8Array> {
  const { signature } = await newestSignature(sealed);
  const before = Buffer.from(sealed).subarray(signature.contentsSpan[0] - 200);
  const old = /\/ByteRange \[[^\]]*\]/.exec(before.toString('latin1'))?.[0];
  if (!old) throw new Error('no range');
  const numbers = change([...signature.byteRange] as unknown as Range).join(' ');
  return replaceBytes(sealed, old, `/ByteRange [${numbers}`.padEnd(old.length - 1).concat(']'));
}

/** The file with different bytes near the end of its newest signature's gap. */
async function withPadding(sealed: Uint8Array, change: string): Promise<Uint8Array> {
  const { end } = await newestSignature(sealed);
  const attacked = Buffer.from(sealed);
  if (attacked.toString('latin1', end - 40, end - 38) !== '00') throw new Error('no padding');
  attacked.write(change, end - 40, 'latin1');
  return new Uint8Array(attacked);
}

const flipped = (bytes: Uint8Array, position: number, bit = 1): Uint8Array =>
  bytes.with(position, (bytes[position] ?? 0) ^ bit);

const appended = (bytes: Uint8Array, tail: string): Uint8Array =>
  new Uint8Array(Buffer.concat([bytes, Buffer.from(tail, 'latin1')]));

/** Length of the DER at the start of a padded value. */
const derLength = (padded: Uint8Array): number => 4 + (padded[2] ?? 0) * 256 + (padded[3] ?? 0);

const bytes = (title: string, apply: (sealed: Uint8Array) => Uint8Array): Manipulation => ({
  title,
  apply: async (sealed) => apply(sealed),
});

/** The value of the newest signature in a different encoding. */
const reencoded = async (sealed: Uint8Array): Promise<Uint8Array> => {
  const { signature } = await newestSignature(sealed);
  const { content } = readDerPrefix(signature.contents);
  return withSignatureValue(
    sealed,
    new Uint8Array(Buffer.concat([Uint8Array.of(0x30, 0x80), content, Uint8Array.of(0, 0)])),
  );
};

/** Signature wrapping: a second range in the former padding points to the old end, which is moved to make room for other bytes. */
const wrapped = async (sealed: Uint8Array): Promise<Uint8Array> => {
  const { signature, start, end } = await newestSignature(sealed);
  const [head, tail] = [sealed.subarray(0, start), sealed.subarray(end)];
  const value = Buffer.from(signature.contents.subarray(0, derLength(signature.contents))).toString('hex');
  const planted = '\n9999 0 obj\n<</Type /Page>>\nendobj\n'.padEnd(200);
  const fixed = `<${value}> /ByteRange [0 ${start} `;
  const room = (end - start) * 2;
  const middle = `${fixed}${start + room} ${tail.length}]${planted}`.padEnd(room, ' ');
  return new Uint8Array(Buffer.concat([head, Buffer.from(middle, 'latin1'), tail]));
};

/** The whole signed file as a stream inside another document. */
const enclosed = (sealed: Uint8Array): Uint8Array => {
  const before = `%PDF-1.7\n1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type /Pages /Kids [] /Count 0>>\nendobj\n3 0 obj\n<</Length ${sealed.length}>>\nstream\n`;
  const at = before.length + sealed.length + '\nendstream\nendobj\n'.length;
  const offset = (text: string) => String(before.indexOf(text)).padStart(10, '0');
  const rows = ['1 0 obj', '2 0 obj', '3 0 obj'].map((marker) => `${offset(marker)} 00000 n \n`).join('');
  const table = `xref\n0 4\n0000000000 65535 f \n${rows}trailer\n<</Size 4 /Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(
    Buffer.concat([Buffer.from(before), sealed, Buffer.from(`\nendstream\nendobj\n${table}`, 'latin1')]),
  );
};

const plain: readonly Manipulation[] = [
  bytes('a flipped bit in a page', (sealed) => flipped(sealed, Buffer.from(sealed).indexOf('stream\n') + 20)),
  {
    title: 'a flipped bit in the value of a signature',
    shows: { indication: 'TOTAL-FAILED', subIndication: 'SIG_CRYPTO_FAILURE', digestOk: true, valueOk: false },
    apply: async (sealed) => {
      const { signature } = await newestSignature(sealed);
      const value = Buffer.from(readCms(signature.contents).value).toString('hex');
      return replaceBytes(sealed, value, `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`);
    },
  },
  {
    title: 'another date in the newest signature',
    apply: async (sealed) => {
      const { start } = await newestSignature(sealed);
      return flipped(sealed, Buffer.from(sealed).lastIndexOf('/M (D:2026', start) + 9);
    },
  },
  ...['\n', '\r\n', ' ', '%comment\n', 'x', '\0', '%%EOF\n', '<</Type /Page>>', 'startxref\n0\n%%EOF\n'].map((tail) =>
    bytes(`junk behind the last end: ${JSON.stringify(tail)}`, (sealed) => appended(sealed, tail)),
  ),
  bytes('bytes before its start', (sealed) => new Uint8Array(Buffer.concat([Buffer.from('x\n'), sealed]))),
  bytes('its last bytes cut off', (sealed) => sealed.slice(0, -200)),
  { title: 'a signature rolled back', apply: async (_, { revisions }) => revisions[2], stored: true },
  { title: 'every signature rolled back', apply: async (_, { revisions }) => revisions[0] },
  bytes('another name of the range', (sealed) => replaceBytes(sealed, '/ByteRange', '/ByteRangf')),
  bytes('another name of the value', (sealed) => replaceBytes(sealed, '/Contents <', '/Contentz <')),
  bytes('another form of signature named', (sealed) =>
    replaceBytes(sealed, 'ETSI.CAdES.detached', 'adbe.pkcs7.detachee'),
  ),
  {
    title: 'an emptied value',
    shows: { subIndication: 'FORMAT_FAILURE', problems: ['cms.unreadable'] },
    apply: (sealed) => withSignatureValue(sealed, new Uint8Array(0)),
  },
  {
    title: 'the value of another of its signatures',
    shows: { subIndication: 'HASH_FAILURE' },
    apply: async (sealed) => {
      const [first] = signaturesOf(await StrictFile.open(sealed));
      if (!first) throw new Error('not signed');
      return withSignatureValue(sealed, first.contents.subarray(0, derLength(first.contents)));
    },
  },
  { title: 'a second range in the padding, and the signed end moved away', apply: wrapped },
  bytes('another document around it', enclosed),
];

/** Applied to a document with two signatures and the closing seal. */
export const MANIPULATIONS: readonly Manipulation[] = [
  ...updates.map(({ title, code, apply }) => ({ title, code, apply: (sealed: Uint8Array) => apply(sealed) })),
  ...plain,
  ...RANGES.map(([name, change]) => ({
    title: `a range ${name}`,
    shows: { indication: 'TOTAL-FAILED', coversWholeRevision: false },
    apply: (sealed: Uint8Array) => withByteRange(sealed, change),
  })),
  ...PADDINGS.map(([title, put]) => ({
    title,
    shows: { indication: expect.not.stringContaining('TOTAL-PASSED') },
    apply: (sealed: Uint8Array) => withPadding(sealed, put),
  })),
];

/** Eleven attacks, most of which common validators report as valid. */
export const COMMON_ATTACKS: Readonly<Record<string, string>> = {
  'overlay text': 'text laid over a page',
  'added page': 'a page added',
  'covering annotation': 'an annotation that covers the text',
  'moved signature widget': 'a moved signature box',
  'OpenAction script': 'a script at opening',
  'changed signature dictionary entries': 'a changed entry of a signature dictionary',
  'junk after the last %%EOF': 'junk behind the last end: "x"',
  'flipped bit': 'a flipped bit in a page',
  'shrunk ByteRange': 'a range shrunk at the end',
  'bytes in the Contents gap': 'data in the padding',
  'roll-back to an earlier revision': 'a signature rolled back',
};

/** The signed bytes are intact, but the encoding of the value, the key, the certificate or the token is wrong. */
export const SWAPS: readonly Manipulation[] = [
  {
    title: 'a value in another encoding',
    shows: {
      ...{ indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE', level: null },
      problems: ['cms.encoding', 'cms.form'],
    },
    apply: reencoded,
  },
  {
    title: 'a seal by the key of a stranger',
    shows: { indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND', valueOk: true },
    apply: async (sealed) => {
      const stranger = await testAuthority();
      const token = async (value: Uint8Array) => stampWith(stranger)(await digestOf('SHA-256', value));
      return signAgain(sealed, { key: await signerKey(stranger, 'Ginevra Provetti'), token });
    },
  },
  {
    title: 'a seal by a stranger’s key, stamped by the installation’s authority',
    apply: async (sealed, { authority }) => {
      const token = async (value: Uint8Array) => stampWith(authority)(await digestOf('SHA-256', value));
      return signAgain(sealed, { key: await sealKey(await testAuthority()), token });
    },
  },
  {
    title: 'another certificate than the signature names',
    apply: async (sealed, { authority }) => {
      const [key, other] = [await sealKey(authority), await sealKey(authority)];
      const token = async (value: Uint8Array) => stampWith(authority)(await digestOf('SHA-256', value));
      return signAgain(sealed, { key, boundTo: other.certificate, token });
    },
  },
  {
    title: 'a certificate whose key has not signed',
    apply: async (sealed, { authority }) => {
      const [key, other] = [await sealKey(authority), await sealKey(authority)];
      const token = async (value: Uint8Array) => stampWith(authority)(await digestOf('SHA-256', value));
      return signAgain(sealed, { key: { ...key, certificate: other.certificate }, token });
    },
  },
  {
    title: 'a timestamp of something else',
    apply: async (sealed, { authority }) => {
      const token = async () => stampWith(authority)(await digestOf('SHA-256', new Uint8Array([1])));
      return signAgain(sealed, { key: await sealKey(authority), token });
    },
  },
  {
    title: 'a timestamp of an unknown authority',
    apply: async (sealed, { authority }) => {
      const stranger = await testAuthority();
      const token = async (value: Uint8Array) => stampWith(stranger)(await digestOf('SHA-256', value));
      return signAgain(sealed, { key: await sealKey(authority), token });
    },
  },
];
