/** Timestamp tokens are checked before use (RFC 3161, EN 319 422). */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DerError, integer, sequence, toHex } from './der.ts';
import { makeKey, type TestKey } from './test-keys.suite.ts';
import {
  checkTimestampToken,
  readTimestampRequest,
  readTimestampResponse,
  TimestampRefused,
  type TokenInput,
  writeGrantedResponse,
  writeRejectedResponse,
  writeTimestampRequest,
  writeTimestampToken,
} from './tsp.ts';

const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());
const digest = sha256('firma');
const nonce = Uint8Array.of(0, 0xf1, 2, 3);
const genTime = new Date('2026-11-20T10:43:12.345Z');

let authority: TestKey;
let signer: TestKey;

beforeAll(async () => {
  const root = await makeKey('root');
  authority = await makeKey('timestamping', { issuer: root });
  signer = await makeKey('signer', { issuer: root });
});

const token = (change: Partial<TokenInput> = {}) =>
  writeTimestampToken({
    digest,
    nonce,
    policy: '2.25.1',
    serial: Uint8Array.of(0x01, 0xff),
    genTime,
    accuracyMs: 1000,
    certificate: authority.certificate,
    chain: [],
    algorithm: authority.algorithm,
    sign: (data) => authority.sign(data),
    ...change,
  });

describe('a timestamp request', () => {
  it('round-trips with imprint, nonce and the certificate flag', () => {
    const query = readTimestampRequest(writeTimestampRequest(digest, nonce));
    expect(toHex(query.digest)).toBe(toHex(digest));
    expect(toHex(query.nonce ?? new Uint8Array())).toBe('f10203');
    expect(query.certReq).toBe(true);
    expect(query.policy).toBeNull();
  });

  it('is refused in another version, truncated, or without an imprint', () => {
    const request = writeTimestampRequest(digest, nonce);
    const other = request.slice();
    other[4] = 2;
    expect(() => readTimestampRequest(other)).toThrow(DerError);
    expect(() => readTimestampRequest(request.subarray(0, 20))).toThrow(DerError);
    expect(() => readTimestampRequest(sequence(integer(1)))).toThrow(DerError);
    expect(() => writeTimestampRequest(digest.subarray(1), nonce)).toThrow(DerError);
  });
});

describe('a timestamp token', () => {
  it('states its serial number, time, accuracy and authority', async () => {
    const written = await token();
    const facts = await checkTimestampToken(written, digest, { nonce });
    expect(facts).toMatchObject({ serial: '01ff', genTime, accuracyMs: 1000, policy: '2.25.1' });
    expect(toHex(facts.certificate)).toBe(toHex(authority.certificate));
    expect(facts.sha256).toBe(createHash('sha256').update(written).digest('hex'));
  });

  it('is accepted from an RSA-3072 authority', async () => {
    const rsa = await makeKey('timestamping', { rsaBits: 3072 });
    const written = await token({
      certificate: rsa.certificate,
      algorithm: rsa.algorithm,
      sign: (data) => rsa.sign(data),
      accuracyMs: 1,
    });
    expect((await checkTimestampToken(written, digest)).accuracyMs).toBe(1);
  });

  it.each<[string, () => Promise<Uint8Array>, Uint8Array, RegExp]>([
    ['over other data', () => token(), sha256('altro'), /imprint/],
    ['with another nonce', () => token({ nonce: Uint8Array.of(9) }), digest, /nonce/],
    ['without our nonce', () => token({ nonce: null }), digest, /nonce/],
    ['signed by another key', () => token({ sign: (data) => signer.sign(data) }), digest, /value/],
    [
      "by a signer's certificate",
      () => token({ certificate: signer.certificate, sign: (data) => signer.sign(data) }),
      digest,
      /not one for timestamps/,
    ],
    ['from before its authority', () => token({ genTime: new Date('2025-12-31T23:59:59Z') }), digest, /validity/],
    ['from after its authority', () => token({ genTime: new Date('2046-01-01T00:00:02Z') }), digest, /validity/],
  ])('is refused %s', async (_, make, imprint, reason) => {
    const written = await make();
    await expect(checkTimestampToken(written, imprint, { nonce })).rejects.toThrow(TimestampRefused);
    await expect(checkTimestampToken(written, imprint, { nonce })).rejects.toThrow(reason);
  });

  it('is refused after any one-bit change of its content', async () => {
    const written = await token();
    const start = Buffer.from(written).indexOf(Buffer.from(digest)) - 40;
    for (let at = start; at < start + 110; at += 1) {
      const changed = written.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      await expect(checkTimestampToken(changed, digest, { nonce }), `byte ${at}`).rejects.toThrow(TimestampRefused);
    }
  });

  it('is refused when it is not a token', async () => {
    await expect(checkTimestampToken(new Uint8Array(), digest)).rejects.toThrow(TimestampRefused);
    await expect(checkTimestampToken(sequence(integer(1)), digest)).rejects.toThrow(TimestampRefused);
  });
});

describe('a timestamp response', () => {
  it('returns the token when granted', async () => {
    const written = await token();
    expect(toHex(readTimestampResponse(writeGrantedResponse(written)))).toBe(toHex(written));
  });

  it.each(['badAlg', 'badRequest', 'badDataFormat', 'unacceptedPolicy'] as const)(
    'returns nothing on %s',
    (failure) => {
      expect(() => readTimestampResponse(writeRejectedResponse(failure))).toThrow(/status 2/);
    },
  );
});
