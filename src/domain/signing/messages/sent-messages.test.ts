/** Why a message failed: from other mail servers' status codes to words for the desk. */
import { describe, expect, it } from 'vitest';
import { MESSAGE_REASONS, messageReason, reasonOfStatus } from './sent-messages.ts';

describe('the status of a returned message', () => {
  it.each([
    ['5.1.1', 'ADDRESS'],
    ['5.1.0', 'ADDRESS'],
    ['5.1.2', 'ADDRESS'],
    ['5.1.10', 'ADDRESS'],
    ['5.2.1', 'ADDRESS'],
    ['5.4.4', 'ADDRESS'],
    ['5.2.2', 'FULL'],
    ['4.2.2', 'FULL'],
    ['5.7.1', 'BLOCKED'],
    ['5.7.26', 'BLOCKED'],
    ['4.4.7', 'LATE'],
    ['5.4.7', 'LATE'],
    ['4.4.1', 'LATE'],
    ['5.0.0', 'RETURNED'],
    ['5.3.4', 'RETURNED'],
    ['', 'RETURNED'],
    ['nothing', 'RETURNED'],
    [null, 'RETURNED'],
  ])('%s means %s', (status, reason) => {
    expect(reasonOfStatus(status)).toBe(reason);
  });
});

it('has words for each reason, in both languages, that follow a colon', () => {
  for (const language of ['it', 'en'] as const) {
    const words = MESSAGE_REASONS.map((reason) => messageReason(reason, language));
    expect(new Set(words).size).toBe(MESSAGE_REASONS.length);
    for (const text of words) expect(text).toMatch(/^[a-z].*[^.]$/);
  }
});
