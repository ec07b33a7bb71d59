/** Every possible refusal has a message and a way to continue. */
import { describe, expect, it } from 'vitest';
import { REFUSALS } from '#domain/errors.ts';
import { failureOf } from '../api/failure.ts';
import { english } from '../text/en.ts';
import { italian } from '../text/it.ts';
import { type NextStep, troubleOf } from './refused-action.ts';

const refusal = (status: number, code: string, extra: Record<string, unknown> = {}) =>
  failureOf(status, { code, detail: 'parole del server', ...extra }, null);

describe('a refusal', () => {
  it.each<[string, number, Record<string, unknown>, NextStep, string]>([
    ['otp.wrong', 422, { attemptsLeft: 2 }, 'retype', 'Il codice non è giusto. Ti restano 2 tentativi.'],
    ['otp.wrong', 422, { attemptsLeft: 1 }, 'retype', 'Il codice non è giusto. Ti resta 1 tentativo.'],
    ['otp.wrong', 422, {}, 'retype', 'Il codice non è giusto. Controlla l’SMS e riprova.'],
    ['otp.wrong', 422, { attemptsLeft: 0 }, 'newCode', 'Il codice non è giusto e non vale più. Richiedine un altro.'],
    ['otp.expired', 422, {}, 'newCode', italian.code.expiredLong],
    ['otp.none', 409, {}, 'newCode', italian.code.none],
    ['otp.tooSoon', 429, { retryAfter: 38 }, 'stay', 'Hai appena chiesto un codice: riprova tra 38 s.'],
    ['otp.tooMany', 429, {}, 'stay', italian.code.tooMany],
    ['otp.noneLeft', 409, {}, 'stay', italian.code.noneLeft],
    ['signing.locked', 409, {}, 'locked', italian.closed.lockedText],
    ['signing.notRead', 409, {}, 'readAgain', italian.read.firstNotRead],
    ['signing.otherBytes', 409, {}, 'readAgain', italian.read.firstNotRead],
    ['signing.pointMissing', 400, {}, 'points', italian.points.incomplete],
    ['signing.notYours', 409, {}, 'refresh', italian.code.elsewhere],
    ['signing.alreadySigned', 409, {}, 'refresh', 'parole del server'],
    ['signing.closed', 409, {}, 'refresh', 'parole del server'],
    ['signing.unknownLink', 404, {}, 'refresh', 'parole del server'],
  ])('%s (%i, %j) leads to "%s"', (code, status, extra, way, message) => {
    expect(troubleOf(refusal(status, code, extra), italian)).toEqual({ way, text: message });
  });

  it('has a message for every code that a signer can receive', () => {
    const forSigners = Object.keys(REFUSALS).filter((code) => /^(otp|signing)\./.test(code));
    const staffOnly = [
      'signing.phoneMissing',
      'signing.preparationFailed',
      'signing.fileUnprepared',
      'signing.otherFileUnprepared',
      'signing.declined',
      'signing.notMe',
      'signing.cancelled',
      // Only for staff, who sign in the portal.
      'signing.identityWrong',
      'signing.identityUnavailable',
    ];
    for (const code of forSigners.filter((candidate) => !staffOnly.includes(candidate))) {
      const { status } = REFUSALS[code as keyof typeof REFUSALS];
      const { way, text } = troubleOf(refusal(status, code), english);
      expect(way === 'refresh' || text !== 'parole del server', code).toBe(true);
    }
  });

  it('of a lost connection states that nothing is lost', () => {
    expect(troubleOf(failureOf(0, null, null), italian)).toEqual({ way: 'stay', text: italian.failure.network });
  });

  it.each([500, 502, 503])('of a failing service (%i) does not blame the user', (status) => {
    expect(troubleOf(failureOf(status, null, null), italian).text).toBe(italian.failure.server);
  });

  it('for too many requests states the time to wait', () => {
    expect(troubleOf(failureOf(429, { code: 'request.tooMany' }, 7), italian).text).toContain('7 s');
  });

  it('of another conflict reloads the state, any other is shown as it is', () => {
    expect(troubleOf(refusal(409, 'conflict.stale'), italian).way).toBe('refresh');
    expect(troubleOf(refusal(400, 'request.invalid'), italian)).toEqual({ way: 'stay', text: 'parole del server' });
  });

  it('never has an empty message', () => {
    expect(troubleOf(failureOf(418, null, null), italian).text).not.toBe('');
  });
});
