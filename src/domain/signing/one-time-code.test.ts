/** One-time codes: uniform digits, resend pauses, attempts. */
import { describe, expect, it } from 'vitest';
import { afterWrongCode, codeFromBytes, isCodeUsable, mayRequestCode } from './one-time-code.ts';

const bytes = (...words: number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  for (const [index, word] of words.entries()) view.setUint32(index * 4, word);
  return new Uint8Array(view.buffer);
};

describe('six digits from random bytes', () => {
  it('keep leading zeros', () => {
    expect(codeFromBytes(bytes(0))).toBe('000000');
    expect(codeFromBytes(bytes(7))).toBe('000007');
    expect(codeFromBytes(bytes(1_999_999))).toBe('999999');
  });

  it('reject words that would favour small codes, and take the next', () => {
    const last = 4_294_000_000;
    expect(codeFromBytes(bytes(last - 1))).toBe('999999');
    expect(codeFromBytes(bytes(last, 42))).toBe('000042');
    expect(codeFromBytes(bytes(0xffffffff, last, 3))).toBe('000003');
  });

  it('are absent when every word was rejected or none is complete', () => {
    expect(codeFromBytes(bytes(0xffffffff, 0xfffffffe))).toBeNull();
    expect(codeFromBytes(Uint8Array.of(1, 2, 3))).toBeNull();
    expect(codeFromBytes(new Uint8Array())).toBeNull();
  });

  it('have a uniform first digit', () => {
    const counts = Array.from({ length: 10 }, () => 0);
    let word = 1;
    for (let index = 0; index < 20_000; index++) {
      word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
      const digit = Number(codeFromBytes(bytes(word, word ^ 0x5bd1e995))?.[0]);
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(250);
  });
});

const now = new Date('2026-11-20T10:00:00.000Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);

describe('requesting a code', () => {
  it.each([
    [{ codesRequested: 0, lastCode: null }, { ok: true }],
    [{ codesRequested: 1, lastCode: ago(60) }, { ok: true }],
    [
      { codesRequested: 1, lastCode: ago(59.5) },
      { ok: false, reason: 'tooSoon', retryAfter: 1 },
    ],
    [
      { codesRequested: 1, lastCode: ago(0) },
      { ok: false, reason: 'tooSoon', retryAfter: 60 },
    ],
    [{ codesRequested: 3, lastCode: ago(61) }, { ok: true }],
    [
      { codesRequested: 4, lastCode: ago(3_600) },
      { ok: false, reason: 'tooMany' },
    ],
    [
      { codesRequested: 40, lastCode: ago(0) },
      { ok: false, reason: 'tooMany' },
    ],
  ])('with %j is %j', (facts, decision) => {
    expect(mayRequestCode(facts, now)).toEqual(decision);
  });
});

describe('entering a code', () => {
  it('is refused after its last instant and its third wrong attempt', () => {
    const live = { attempts: 2, failedAttempts: 2, expiresDate: new Date(now.getTime() + 1) };
    expect(isCodeUsable(live, now)).toBe(true);
    expect(isCodeUsable({ ...live, expiresDate: now }, now)).toBe(false);
    expect(isCodeUsable({ ...live, attempts: 3 }, now)).toBe(false);
  });

  it.each([
    [0, 0, { locked: false, codeSpent: false, attemptsLeft: 2 }],
    [2, 2, { locked: false, codeSpent: true, attemptsLeft: 0 }],
    [0, 3, { locked: false, codeSpent: false, attemptsLeft: 1 }],
    [1, 4, { locked: true, codeSpent: false, attemptsLeft: 0 }],
    [2, 4, { locked: true, codeSpent: true, attemptsLeft: 0 }],
  ])('after %i wrong attempts of the code and %i of the session gives %j', (attempts, failedAttempts, after) => {
    expect(afterWrongCode({ attempts, failedAttempts, expiresDate: now })).toEqual(after);
  });
});
