/** What a link shows for every state of session and signer, in the seat's browser and in others. */
import { describe, expect, it } from 'vitest';
import { copyLinkState, LINK_TOKEN, linkExpiry, linkState, type SigningState } from './link.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const later = new Date(now.getTime() + 1);
const STATES: readonly SigningState[] = [
  'PREPARING',
  'OPEN',
  'COMPLETING',
  'COMPLETED',
  'DECLINED',
  'LOCKED',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
];

const show = (
  sessionState: SigningState,
  signerState: 'WAITING' | 'SIGNED' | 'DECLINED' | 'LOCKED',
  ceremony: boolean,
) => linkState({ sessionState, signerState, expiresDate: later, endedDate: null }, ceremony, now);

describe('a link', () => {
  it('is open to its holder while the session waits for this signer', () => {
    expect(show('OPEN', 'WAITING', false)).toBe('OPEN');
    expect(show('OPEN', 'WAITING', true)).toBe('OPEN');
  });

  it('shows its outcome only to the browser of the ceremony', () => {
    expect(show('OPEN', 'SIGNED', true)).toBe('SIGNED');
    expect(show('COMPLETING', 'SIGNED', true)).toBe('SIGNED');
    expect(show('COMPLETED', 'SIGNED', true)).toBe('COMPLETED');
    expect(show('DECLINED', 'DECLINED', true)).toBe('DECLINED');
    expect(show('LOCKED', 'LOCKED', true)).toBe('LOCKED');
  });

  it('looks unknown to other browsers once it is not open', () => {
    for (const state of STATES.filter((one) => one !== 'OPEN')) expect(show(state, 'SIGNED', false), state).toBeNull();
    expect(show('OPEN', 'SIGNED', false)).toBeNull();
  });

  it('looks unknown when it was cancelled, failed or not yet prepared, even in its own browser', () => {
    for (const state of ['PREPARING', 'CANCELLED', 'EXPIRED', 'FAILED'] as const) {
      expect(show(state, 'WAITING', true), state).toBeNull();
    }
  });

  it('ends with its last instant, before any sweep', () => {
    const facts = { sessionState: 'OPEN', signerState: 'WAITING', expiresDate: now, endedDate: null } as const;
    expect(linkState(facts, true, now)).toBeNull();
    expect(linkExpiry(now).toISOString()).toBe('2026-11-23T10:00:00.000Z');
  });

  it('keeps the copy for thirty days', () => {
    const facts = (endedDate: Date) =>
      ({ sessionState: 'COMPLETED', signerState: 'SIGNED', expiresDate: now, endedDate }) as const;
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
    expect(linkState(facts(days(29.9)), true, now)).toBe('COMPLETED');
    expect(linkState(facts(days(30)), true, now)).toBeNull();
  });
});

describe('a link to the copy', () => {
  const at = (sessionState: SigningState, days: number) =>
    copyLinkState({ sessionState, endedDate: new Date(now.getTime() - days * 86_400_000) }, now);

  it('shows the copy for thirty days, and only for a complete signature', () => {
    expect(at('COMPLETED', 0)).toBe('COMPLETED');
    expect(at('COMPLETED', 29.9)).toBe('COMPLETED');
    expect(at('COMPLETED', 30)).toBeNull();
    for (const state of STATES.filter((candidate) => candidate !== 'COMPLETED')) expect(at(state, 0), state).toBeNull();
  });
});

describe('the format of a token', () => {
  it('is 32 characters of base64url and nothing else', () => {
    expect(LINK_TOKEN.test('A'.repeat(32))).toBe(true);
    for (const bad of [
      'A'.repeat(31),
      'A'.repeat(33),
      `${'A'.repeat(31)}=`,
      `${'A'.repeat(31)}+`,
      `${'A'.repeat(32)}\n`,
      '',
    ]) {
      expect(LINK_TOKEN.test(bad), JSON.stringify(bad)).toBe(false);
    }
  });
});
