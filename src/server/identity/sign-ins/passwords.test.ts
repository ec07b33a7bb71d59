/** Password verifiers: what they store, what they accept, and that their timing discloses nothing. */
import { describe, expect, it } from 'vitest';
import { makePasswordVerifier, passwordMatches } from './passwords.ts';

describe('a password verifier', () => {
  it('accepts its password and no other', async () => {
    const verifier = await makePasswordVerifier('perché no 1');
    expect(await passwordMatches('perché no 1', verifier)).toBe(true);
    // The same letters from a keyboard that sends the accent separately.
    expect(await passwordMatches('perche\u0301 no 1', verifier)).toBe(true);
    for (const wrong of ['', 'perche no 1', 'Perché no 1', 'perché no 1 ', verifier]) {
      expect(await passwordMatches(wrong, verifier), wrong).toBe(false);
    }
  });

  it('does not contain the password and never repeats', async () => {
    const [one, other] = await Promise.all([makePasswordVerifier('segreta'), makePasswordVerifier('segreta')]);
    expect(one).not.toBe(other);
    expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toContain('segreta');
  });

  it('that is missing or broken accepts nothing, including an empty password', async () => {
    const zero = Buffer.alloc(32).toString('base64url');
    for (const broken of [
      null,
      '',
      'scrypt',
      'demo',
      `scrypt$16384$8$5$AAAA$${zero}`,
      `md5$1$1$1$${'A'.repeat(22)}$${zero}`,
    ]) {
      // Every password derives the dummy key used where there is no verifier; even that must not match.
      const work = async () => Buffer.alloc(32);
      for (const password of ['', 'demo', 'AAAA']) expect(await passwordMatches(password, broken, work)).toBe(false);
    }
  });

  it('takes the same time for an unknown user', async () => {
    const verifier = await makePasswordVerifier('demo');
    const workFor = async (of: string | null): Promise<object[]> => {
      const done: object[] = [];
      const matches = await passwordMatches('guess', of, async (password, salt, cost) => {
        done.push({ password, saltBytes: salt.length, ...cost });
        return Buffer.alloc(32);
      });
      expect(matches).toBe(false);
      return done;
    };
    const known = await workFor(verifier);
    expect(known).toEqual([{ password: 'guess', saltBytes: 16, N: 2 ** 14, r: 8, p: 5 }]);
    for (const unknown of [null, '', 'demo']) expect(await workFor(unknown)).toEqual(known);
  });
});
