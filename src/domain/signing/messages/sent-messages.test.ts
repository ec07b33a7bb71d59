/** Why a message failed: from other mail servers' status codes to words for the desk. */
import { describe, expect, it } from 'vitest';
import { rowsOf, wordsIn } from '#test/rows.ts';
import { MESSAGE_REASONS, messageReason, reasonOfStatus } from './sent-messages.ts';

describe('the status of a returned message', () => {
  it.each(
    rowsOf(`
      ADDRESS | 5.1.1 5.1.0 5.1.2 5.1.10 5.2.1 5.4.4
      FULL | 5.2.2 4.2.2
      BLOCKED | 5.7.1 5.7.26
      LATE | 4.4.7 5.4.7 4.4.1
      RETURNED | 5.0.0 5.3.4 nothing
    `),
  )('%s is the result of %s', (reason, statuses = '') => {
    for (const status of wordsIn(statuses)) expect(reasonOfStatus(status), status).toBe(reason);
  });

  it.each(['', null])('%j means RETURNED', (status) => {
    expect(reasonOfStatus(status)).toBe('RETURNED');
  });
});

it('each reason has a text in both languages that can follow a colon', () => {
  for (const language of ['it', 'en'] as const) {
    const words = MESSAGE_REASONS.map((reason) => messageReason(reason, language));
    expect(new Set(words).size).toBe(MESSAGE_REASONS.length);
    for (const text of words) expect(text).toMatch(/^[a-z].*[^.]$/);
  }
});
