/** The in-process timestamp authority follows RFC 3161 and refuses invalid requests. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { boolean, integer, objectIdentifier, octetString, sequence, toHex } from '#formats/der.ts';
import { oid } from '#formats/oids.ts';
import { makeKey, type TestKey } from '#formats/test-keys.suite.ts';
import { checkTimestampToken, readTimestampResponse, writeTimestampRequest } from '#formats/tsp.ts';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { answerTimestampQuery, demoPolicy, inProcessTimestampAuthority } from './in-process.ts';

const now = new Date('2026-11-20T10:43:12.345Z');
const clock = { now: () => now };
const digest = new Uint8Array(createHash('sha256').update('firma').digest());
const nonce = Uint8Array.of(1, 2, 3);

let key: TestKey & { chain: Uint8Array[] };

beforeAll(async () => {
  key = { ...(await makeKey('timestamping')), chain: [] };
});

const answer = (request: Uint8Array) => answerTimestampQuery(request, key, clock);

/** A request that deviates from ours. */
const request = (change: { hash?: string; digest?: Uint8Array; policy?: string; certReq?: boolean }) =>
  sequence(
    integer(1),
    sequence(sequence(objectIdentifier(change.hash ?? oid.sha256)), octetString(change.digest ?? digest)),
    ...(change.policy ? [objectIdentifier(change.policy)] : []),
    integer(nonce),
    ...(change.certReq === false ? [] : [boolean(true)]),
  );

describe('the timestamp authority of the demo', () => {
  it('returns a token over the digest, at its own time, with our nonce', async () => {
    const token = readTimestampResponse(await answer(writeTimestampRequest(digest, nonce)));
    const facts = await checkTimestampToken(token, digest, { nonce });
    expect(facts).toMatchObject({ genTime: now, accuracyMs: 1000, policy: demoPolicy });
  });

  it('gives each token a new serial number', async () => {
    const authority = inProcessTimestampAuthority(key, clock);
    const tokens = await Promise.all(Array.from({ length: 50 }, () => authority.stamp(digest)));
    const serials = await Promise.all(tokens.map(async (token) => (await checkTimestampToken(token, digest)).serial));
    expect(new Set(serials).size).toBe(50);
  });

  it('accepts its own policy by name', async () => {
    expect(readTimestampResponse(await answer(request({ policy: demoPolicy }))).length).toBeGreaterThan(500);
  });

  it.each<[string, () => Uint8Array, string]>([
    ['SHA-1', () => request({ hash: '1.3.14.3.2.26', digest: digest.subarray(0, 20) }), '03020780'],
    ['a digest of the wrong length', () => request({ digest: digest.subarray(1) }), '03020204'],
    ['a policy that it does not have', () => request({ policy: '1.2.3' }), '0303000001'],
    ['a request without the wish for its certificate', () => request({ certReq: false }), '03020520'],
    ['bytes that are no request', () => Uint8Array.of(1, 2, 3), '03020204'],
    ['nothing', () => new Uint8Array(), '03020204'],
  ])('rejects %s with a reason', async (_, make, failure) => {
    const response = await answer(make());
    expect(toHex(response)).toContain(failure);
    expect(() => readTimestampResponse(response)).toThrow(/status 2/);
  });

  it('is unavailable, rather than invalid, when its certificate is not for timestamps', async () => {
    const seal = { ...(await makeKey('seal')), chain: [] };
    await expect(inProcessTimestampAuthority(seal, clock).stamp(digest)).rejects.toThrow(TimestampUnavailable);
  });
});
