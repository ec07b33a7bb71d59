/** No signer gets further in the four steps than their progress allows. */
import { describe, expect, it } from 'vitest';
import type { SignPoint, SignState, SignView } from '../api/types.ts';
import { sampleView } from '../api/view.suite.ts';
import { NO_PROGRESS, type Progress } from './progress.ts';
import {
  furthestStep,
  isRequestableStep,
  missingPoints,
  type RequestedStep,
  screenFor,
  unreadDocuments,
} from './steps.ts';

function point(id: string, overrides: Partial<SignPoint> = {}): SignPoint {
  return { id, documentId: 1, kind: 'signature', label: id, page: 1, optional: false, signed: false, ...overrides };
}

const session = (overrides: Partial<SignView> = {}): SignView => ({
  ...sampleView,
  points: [point('p1'), point('p2')],
  ...overrides,
});

const codeSent = {
  maskedPhone: '*** *** 567',
  expiresAt: '2026-11-20T08:17:00.000Z',
  resendAfter: '2026-11-20T08:13:00.000Z',
};
const read: Progress = { ...NO_PROGRESS, read: ['aa'] };
const confirmed: Progress = { ...read, confirmed: ['p1', 'p2'] };
const withCode: Progress = { ...confirmed, code: codeSent };

describe('the four steps', () => {
  it.each<[string, Progress, RequestedStep, string]>([
    ['nothing done, start wanted', NO_PROGRESS, 'start', 'start'],
    ['nothing done, reading wanted', NO_PROGRESS, 'read', 'read'],
    ['nothing read, points wanted', NO_PROGRESS, 'points', 'read'],
    ['nothing read, code wanted', NO_PROGRESS, 'code', 'read'],
    ['read, points wanted', read, 'points', 'points'],
    ['read but not confirmed, code wanted', { ...read, code: codeSent }, 'code', 'points'],
    ['one point missing, code wanted', { ...withCode, confirmed: ['p1'] }, 'code', 'points'],
    ['confirmed but no code sent, code wanted', confirmed, 'code', 'points'],
    ['everything done, code wanted', withCode, 'code', 'code'],
    ['everything done, going back to the points', withCode, 'points', 'points'],
    ['everything done, going back to the document', withCode, 'read', 'read'],
    ['everything done, going back to the start', withCode, 'start', 'start'],
    ['refusing is possible from anywhere', NO_PROGRESS, 'decline', 'decline'],
    ['saying "not me" is possible from anywhere', withCode, 'notMe', 'notMe'],
  ])('%s', (_, progress, requested, screen) => {
    expect(screenFor(session(), progress, requested)).toBe(screen);
  });

  it.each(['FREE', 'ELSEWHERE'] as const)('nothing is read where the signature is not made (%s)', (place) => {
    for (const requested of ['start', 'read', 'points', 'code', 'hand'] as const) {
      expect(screenFor(session({ place }), withCode, requested)).toBe('start');
    }
    expect(screenFor(session({ place }), withCode, 'decline')).toBe('decline');
  });

  it.each<[SignState, string]>([
    ['SIGNED', 'done'],
    ['COMPLETED', 'done'],
    ['DECLINED', 'declined'],
    ['LOCKED', 'locked'],
  ])('a session that is %s shows "%s" whatever step was requested', (state, screen) => {
    for (const requested of ['start', 'read', 'points', 'code', 'decline', 'notMe'] as const) {
      for (const progress of [NO_PROGRESS, withCode]) {
        expect(screenFor(session({ state }), progress, requested)).toBe(screen);
      }
    }
  });

  it('a document whose bytes changed must be read again', () => {
    const changed = session({ documents: [{ id: 1, label: 'Preventivo', sha256: 'bb', pages: 4, size: 1000 }] });
    expect(furthestStep(changed, withCode)).toBe('read');
    expect(unreadDocuments(changed, withCode)).toHaveLength(1);
  });

  it('with two documents both must be read', () => {
    const twoDocuments = session({
      documents: [
        { id: 1, label: 'Preventivo', sha256: 'aa', pages: 4, size: 1000 },
        { id: 2, label: 'Privacy', sha256: 'cc', pages: 1, size: 500 },
      ],
    });
    expect(screenFor(twoDocuments, confirmed, 'points')).toBe('read');
    expect(screenFor(twoDocuments, { ...confirmed, read: ['aa', 'cc'] }, 'points')).toBe('points');
  });

  it.each([null, undefined, 'done', 'locked', '', 3, {}])('%j is not a step that can be requested', (value) => {
    expect(isRequestableStep(value)).toBe(false);
  });
});

describe('missing signature fields', () => {
  it('are all required ones at first: nothing is preselected', () => {
    expect(missingPoints(session(), read).map(({ id }) => id)).toEqual(['p1', 'p2']);
  });

  it('exclude optional and already signed ones', () => {
    const view = session({ points: [point('p1', { optional: true }), point('p2', { signed: true })] });
    expect(missingPoints(view, read)).toEqual([]);
  });

  it('include a required consent until it has an answer, of either kind', () => {
    const view = session({ points: [point('c', { kind: 'consent' })] });
    expect(missingPoints(view, read)).toHaveLength(1);
    expect(missingPoints(view, { ...read, choices: { c: 'DENIED' } })).toHaveLength(0);
    expect(missingPoints(view, { ...read, choices: { c: 'GRANTED' } })).toHaveLength(0);
  });

  it('include a consent that was only ticked, and a signature that was only answered', () => {
    const view = session({ points: [point('c', { kind: 'CONSENT' as never }), point('s')] });
    const swapped: Progress = { ...read, confirmed: ['c'], choices: { s: 'GRANTED' } };
    expect(missingPoints(view, swapped)).toHaveLength(2);
  });
});
