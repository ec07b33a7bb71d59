/** What a tab remembers of a signature, and what it must never restore. */
import { describe, expect, it } from 'vitest';
import type { SignView } from '../api/types.ts';
import { sampleView } from '../api/view.suite.ts';
import {
  NO_PROGRESS,
  type Progress,
  pointsToSign,
  progressKey,
  restoreProgress,
  serializeProgress,
} from './progress.ts';
import { parseStepEntry } from './use-step.ts';

const view: SignView = {
  ...sampleView,
  points: [
    { id: 'p1', documentId: 1, kind: 'signature', label: 'Firma', page: 4, optional: false, signed: false },
    { id: 'p2', documentId: 1, kind: 'consent', label: 'Offerte', page: 4, optional: true, signed: false },
    { id: 'p3', documentId: 1, kind: 'signature', label: 'Già', page: 4, optional: false, signed: true },
  ],
};
const key = progressKey(view);
const sampleProgress: Progress = {
  read: ['aa'],
  seen: { aa: { pages: [1, 2], texts: [3] } },
  confirmed: ['p1'],
  choices: { p2: 'DENIED' },
  code: {
    maskedPhone: '*** *** 567',
    expiresAt: '2026-11-20T08:17:00.000Z',
    resendAfter: '2026-11-20T08:13:00.000Z',
  },
  signedAt: null,
  saidNotMe: false,
};

describe('progress stored in the tab', () => {
  it('is restored completely after a reload', () => {
    expect(restoreProgress(serializeProgress(sampleProgress, key), key)).toEqual(sampleProgress);
  });

  it.each<[string, SignView]>([
    ['the bytes changed', { ...view, documents: [{ id: 1, label: 'Preventivo', sha256: 'bb', pages: 4, size: 1000 }] }],
    ['a point was added', { ...view, points: view.points.slice(0, 2) }],
    ['a point is of another kind', { ...view, points: view.points.map((point) => ({ ...point, kind: 'consent' })) }],
    [
      'the link was renewed',
      { ...view, points: view.points.map((point, index) => ({ ...point, id: `p${index + 70}` })) },
    ],
    ['it is another link', { ...view, fingerprint: 'ABCD-EF' }],
  ])('is dropped when %s', (_, otherView) => {
    expect(restoreProgress(serializeProgress(sampleProgress, key), progressKey(otherView))).toBe(NO_PROGRESS);
  });

  it('survives a change of language, which renames texts', () => {
    expect(progressKey({ ...view, points: view.points.map((point) => ({ ...point, label: 'Signature' })) })).toBe(key);
  });

  it('survives the signature itself, which changes the state, and the deadline when staff sign next', () => {
    const signed: SignView = {
      ...view,
      expiresAt: '2026-11-26T08:12:00.000Z',
      state: 'COMPLETED',
      points: view.points.map((point) => ({ ...point, signed: true })),
    };
    expect(progressKey(signed)).toBe(key);
  });

  it.each([null, '', '{', 'null', '[]', '"x"', '{"key":"x"}', JSON.stringify({ key, progress: null })])(
    'of another shape is ignored: %j',
    (stored) => {
      expect(restoreProgress(stored, key)).toBe(NO_PROGRESS);
    },
  );

  it('contains only valid answers and ids', () => {
    const forged = {
      read: 'aa',
      confirmed: ['p1', 7, null],
      choices: { p2: 'MAYBE', p9: 'GRANTED' },
      code: { maskedPhone: 1 },
      signedAt: 5,
    };
    expect(restoreProgress(JSON.stringify({ key, progress: forged }), key)).toEqual({
      ...NO_PROGRESS,
      confirmed: ['p1'],
      choices: { p9: 'GRANTED' },
    });
  });

  it('never contains the code', () => {
    expect(serializeProgress(sampleProgress, key)).not.toMatch(/\d{6}/);
  });
});

describe('the signature fields sent with the code', () => {
  it('are the confirmed ones and the answers, in document order, without those already signed', () => {
    expect(pointsToSign(view, sampleProgress)).toEqual(['p1', { id: 'p2', choice: 'DENIED' }]);
  });

  it('exclude those neither confirmed nor answered', () => {
    expect(pointsToSign(view, NO_PROGRESS)).toEqual([]);
  });

  it('exclude ids of other documents', () => {
    expect(pointsToSign(view, { ...NO_PROGRESS, confirmed: ['p7', 'p3'], choices: { x: 'GRANTED' } })).toEqual([]);
  });
});

describe('the position in the browser’s history', () => {
  it('is the previous one', () => {
    expect(parseStepEntry({ step: 'read', documentId: 2, page: 3 })).toEqual({ step: 'read', documentId: 2, page: 3 });
  });

  it.each([null, undefined, 'x', {}, { step: 'done' }, { step: 4 }])('%j means the start', (state) => {
    expect(parseStepEntry(state)).toEqual({ step: 'start', documentId: null, page: null });
  });

  it('ignores a document or page that is not a whole number', () => {
    expect(parseStepEntry({ step: 'read', documentId: '2', page: 1.5 })).toEqual({
      step: 'read',
      documentId: null,
      page: null,
    });
  });
});
