/** Event names for every move of a document, their receivers, and when a delivery is retried. */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_MOVES, type DocumentMove, type DocumentStatus } from '../documents/document-states.ts';
import { eventTypeOf, isSubscribed, WEBHOOK_EVENTS, type WebhookEventType } from './events.ts';
import { deadlineFrom, nextAttempt } from './retries.ts';

/** An edit that does not change the status is not an event. */
const EVENT_OF_MOVE: Record<DocumentMove, WebhookEventType> = {
  editToDraft: 'document.draft',
  editToReady: 'document.ready',
  editToFinish: 'document.finished',
  takeBack: 'document.draft',
  startSign: 'document.starting',
  linksSent: 'document.sent',
  preparationFailed: 'document.preparation_failed',
  lastSignature: 'document.completing',
  decline: 'document.declined',
  lock: 'document.locked',
  cancel: 'document.cancelled',
  expire: 'document.expired',
  renew: 'document.ready',
  complete: 'document.signed',
  completePrivacy: 'document.updating_privacy',
  consentsPushed: 'document.signed',
};
const REASONS: Partial<Record<DocumentMove, string>> = {
  decline: 'signing.declined',
  lock: 'signing.locked',
  cancel: 'signing.cancelled',
};

describe('the name of an event', () => {
  it.each(Object.entries(EVENT_OF_MOVE) as [DocumentMove, WebhookEventType][])('%s is %s', (move, type) => {
    const { from, to } = DOCUMENT_MOVES[move];
    for (const was of from as readonly DocumentStatus[]) {
      if (was === to) continue;
      expect(eventTypeOf({ kind: 'changed', status: to, was, reason: REASONS[move] ?? null }), was).toBe(type);
    }
  });

  it('differs for a created or deleted document, and every name is used', () => {
    const facts = { status: 'START_SIGN', was: 'START_SIGN', reason: null } as const;
    const createdEvent = eventTypeOf({ ...facts, kind: 'created', was: null });
    const deletedEvent = eventTypeOf({ ...facts, kind: 'deleted' });
    expect([createdEvent, deletedEvent]).toEqual(['document.created', 'document.deleted']);
    expect(new Set([createdEvent, deletedEvent, ...Object.values(EVENT_OF_MOVE)])).toEqual(new Set(WEBHOOK_EVENTS));
  });

  it('is declined for a wrong recipient, and cancelled for any other reason', () => {
    const returned = { kind: 'changed', status: 'READY_TO_SIGN', was: 'START_SIGN' } as const;
    expect(eventTypeOf({ ...returned, reason: 'signing.notMe' })).toBe('document.declined');
    for (const reason of ['signing.adherenceRevoked', null]) {
      expect(eventTypeOf({ ...returned, reason })).toBe('document.cancelled');
    }
  });
});

describe('a subscription', () => {
  const event = { type: 'document.signed', hst: '10001', createdBy: 'dms' };
  const all = { events: null, hsts: null, account: null };
  it.each([
    [all, true],
    [{ ...all, events: ['document.signed'] }, true],
    [{ ...all, events: ['document.expired'] }, false],
    [{ ...all, hsts: ['10001', '10002'] }, true],
    [{ ...all, hsts: ['10002'] }, false],
    [{ ...all, account: 'dms' }, true],
    [{ ...all, account: 'dms2' }, false],
    [{ events: ['document.signed'], hsts: ['10001'], account: 'dms2' }, false],
  ])('%j: %s', (subscription, expected) => expect(isSubscribed(subscription, event)).toBe(expected));
});

describe('the next attempt', () => {
  const started = new Date('2026-11-20T09:00:00Z');
  const deadline = deadlineFrom(started);
  const hours = (from: Date, to: Date | null): number => ((to?.getTime() ?? Number.NaN) - from.getTime()) / 3_600_000;
  it('comes after growing pauses, and the last one at the deadline', () => {
    expect(hours(started, deadline)).toBe(72);
    expect(nextAttempt(1, started, deadline)).toEqual(new Date(started.getTime() + 5_000));
    expect(hours(started, nextAttempt(50, started, deadline))).toBe(8);
    const late = new Date(deadline.getTime() - 1_000);
    expect(nextAttempt(12, late, deadline)).toEqual(deadline);
    expect(nextAttempt(13, deadline, deadline)).toBeNull();
  });

  it('waits as long as the receiver asks, within the three days, and ends when it is gone', () => {
    const next = (retryAfter: number, attempts = 1) =>
      nextAttempt(attempts, started, deadline, { status: 429, retryAfter });
    expect(next(90)).toEqual(new Date(started.getTime() + 90_000));
    expect(next(1, 3), 'never sooner than its own pause').toEqual(new Date(started.getTime() + 300_000));
    expect(next(999_999_999)).toEqual(deadline);
    expect(nextAttempt(1, started, deadline, { status: 410, retryAfter: null })).toBeNull();
  });
});
