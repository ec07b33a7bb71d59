/** Link tokens and codes as secrets: unguessable, bound to their purpose, never equal for two of them. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { secretsFrom } from '../../../secrets.ts';
import { deriveCode, hashBinding, newSalt } from '../confirm/codes.ts';
import { claimedSignerId, isEqualText, isLinkToken, linkToken } from './tokens.ts';

const secrets = secretsFrom(createHash('sha256').update('test').digest());
const others = secretsFrom(createHash('sha256').update('other').digest());
const link = { signerId: 41, sessionId: 7, epoch: 1 };

describe('a link token', () => {
  it('identifies its signer and is valid only for this signer, session, epoch and installation', () => {
    const token = linkToken(secrets, link);
    expect(claimedSignerId(token)).toBe(41);
    expect(isLinkToken(secrets, link, token)).toBe(true);
    for (const other of [
      { ...link, signerId: 42 },
      { ...link, sessionId: 8 },
      { ...link, epoch: 2 },
    ]) {
      expect(isLinkToken(secrets, other, token), JSON.stringify(other)).toBe(false);
    }
    expect(isLinkToken(others, link, token)).toBe(false);
  });

  it('for the copy is not valid for signing, or the reverse', () => {
    const copy = linkToken(secrets, link, 'copy-link');
    expect(claimedSignerId(copy)).toBe(41);
    expect(isLinkToken(secrets, link, copy, 'copy-link')).toBe(true);
    expect(isLinkToken(secrets, link, copy)).toBe(false);
    expect(isLinkToken(secrets, link, linkToken(secrets, link), 'copy-link')).toBe(false);
  });

  it('is invalid with any character changed', () => {
    const token = linkToken(secrets, link);
    for (let at = 0; at < token.length; at++) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect(isLinkToken(secrets, link, changed), String(at)).toBe(false);
    }
  });

  it('never contains six digits in a row, which look like a code', () => {
    for (let signerId = 1; signerId <= 20_000; signerId++) {
      const token = linkToken(secrets, { ...link, signerId });
      if (/\d{6}/.test(token)) throw new Error(`${signerId}: ${token}`);
    }
    expect(claimedSignerId(linkToken(secrets, { ...link, signerId: 281_474_976_710_655 }))).toBe(281_474_976_710_655);
  });

  it.each(['', 'x', 'A'.repeat(32), '/'.repeat(32), 'à'.repeat(32), `${'A'.repeat(31)} `])('is not %j', (text) => {
    expect(claimedSignerId(text)).toBeNull();
  });
});

describe('a signing code', () => {
  const binding = {
    sessionId: 7,
    signerId: 41,
    preparedSha256: ['a'.repeat(64)],
    phone: '+393331234567',
    pointIds: [1, 2],
  };

  it('is bound to session, signer, every file, phone and signature fields', () => {
    const bound = hashBinding(binding);
    for (const other of [
      { ...binding, sessionId: 8 },
      { ...binding, signerId: 42 },
      { ...binding, preparedSha256: ['b'.repeat(64)] },
      { ...binding, preparedSha256: ['a'.repeat(64), 'a'.repeat(64)] },
      { ...binding, phone: '+393331234568' },
      { ...binding, pointIds: [1] },
      { ...binding, pointIds: [2, 1] },
    ]) {
      expect(hashBinding(other), JSON.stringify(other)).not.toBe(bound);
    }
    expect(hashBinding({ ...binding })).toBe(bound);
  });

  it('depends on salt, binding and the installation’s secret, and has six digits', () => {
    const bound = hashBinding(binding);
    const codes = new Set(Array.from({ length: 300 }, () => deriveCode(secrets, newSalt(), bound)));
    expect(codes.size).toBeGreaterThan(295);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    const salt = 'ab'.repeat(16);
    const all = [
      deriveCode(secrets, salt, bound),
      deriveCode(others, salt, bound),
      deriveCode(secrets, 'ac'.repeat(16), bound),
      deriveCode(secrets, salt, hashBinding({ ...binding, phone: '+393330000000' })),
    ];
    expect(new Set(all).size).toBe(4);
    expect(deriveCode(secrets, salt, bound)).toBe(all[0]);
  });
});

it('comparison covers the whole text, whatever its length', () => {
  expect(isEqualText('abc', 'abc')).toBe(true);
  for (const other of ['abd', 'ab', 'abcd', '', 'ABC']) expect(isEqualText('abc', other), other).toBe(false);
});
