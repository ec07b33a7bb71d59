/** A signer's progress, and when the link may be sent again. */
import { describe, expect, it } from 'vitest';
import {
  ACTS_OF_SIGNER,
  mayRemind,
  type ProgressFacts,
  progressOf,
  REMINDERS_PER_DAY,
  STUCK_AFTER,
  WAITING_EVENTS,
} from './signer-progress.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const facts = (change: Partial<ProgressFacts> = {}): ProgressFacts => ({
  lastEvent: 'link.sent',
  seen: null,
  codesRequested: 0,
  ...change,
});

describe('a waiting signature', () => {
  it('is sent until its signer acts', () => {
    expect(progressOf(facts())).toBe('SENT');
    expect(progressOf(facts({ lastEvent: 'sign.started' }))).toBe('SENT');
    expect(progressOf(facts({ lastEvent: 'document.shown', seen: ago(3) }))).toBe('OPENED');
  });

  it('stays opened when the link is resent', () => {
    expect(progressOf(facts({ lastEvent: 'reminder.sent', seen: ago(3) }))).toBe('OPENED');
    expect(progressOf(facts({ lastEvent: 'reminder.sent' }))).toBe('SENT');
  });

  it.each(STUCK_AFTER)('is stuck after %s, opened or not', (lastEvent) => {
    expect(progressOf(facts({ lastEvent }))).toBe('STUCK');
    expect(progressOf(facts({ lastEvent, seen: ago(3) }))).toBe('STUCK');
  });

  it.each(WAITING_EVENTS.filter((event) => !(STUCK_AFTER as readonly string[]).includes(event)))(
    'is not stuck after %s',
    (lastEvent) => {
      expect(progressOf(facts({ lastEvent, seen: ago(3) }))).toBe('OPENED');
    },
  );

  it('is stuck once all codes were sent, regardless of the last event', () => {
    expect(progressOf(facts({ lastEvent: 'otp.sent', seen: ago(3), codesRequested: 3 }))).toBe('OPENED');
    expect(progressOf(facts({ lastEvent: 'otp.sent', seen: ago(3), codesRequested: 4 }))).toBe('STUCK');
  });

  it('does not count our messages as an act of the signer', () => {
    expect(ACTS_OF_SIGNER.filter((event) => /^(link\.sent|reminder)/.test(event))).toEqual([]);
  });
});

describe('the link', () => {
  it('may be resent 15 minutes after the last message, not sooner', () => {
    expect(mayRemind({ lastMessage: ago(15), reminders: [] }, NOW)).toEqual({ ok: true });
    expect(mayRemind({ lastMessage: ago(14), reminders: [] }, NOW)).toEqual({
      ok: false,
      reason: 'tooSoon',
      from: new Date('2026-11-21T10:01:00.000Z'),
    });
  });

  it('may be sent at once when nothing was sent yet', () => {
    expect(mayRemind({ lastMessage: null, reminders: [] }, NOW)).toEqual({ ok: true });
  });

  it('may be resent three times in any 24 hours', () => {
    expect(REMINDERS_PER_DAY).toBe(3);
    const reminders = [ago(23 * 60), ago(120), ago(30)];
    expect(mayRemind({ lastMessage: ago(30), reminders: reminders.slice(1) }, NOW)).toEqual({ ok: true });
    expect(mayRemind({ lastMessage: ago(30), reminders }, NOW)).toEqual({
      ok: false,
      reason: 'tooMany',
      from: new Date('2026-11-21T11:00:00.000Z'),
    });
    expect(mayRemind({ lastMessage: ago(30), reminders: [ago(24 * 60), ...reminders.slice(1)] }, NOW).ok).toBe(true);
  });

  it('waits for the longer of both limits', () => {
    const reminders = [ago(600), ago(120), ago(5)];
    expect(mayRemind({ lastMessage: ago(5), reminders }, NOW)).toMatchObject({ reason: 'tooMany' });
  });
});
