/** Which documents can be signed together, and when one counts as read and confirmed. */
import { expect, it } from 'vitest';
import { MAX_ACTS } from '#domain/signing/staff-signers.ts';
import { ApiFailure } from '../../../api/failure.ts';
import type { OwnSignature } from '../../../api/queries/own-signature.ts';
import { type Act, customerOf, idsIn, papersOf, standingOf } from './papers-to-sign.ts';
import type { Reading } from './use-progress.ts';

const SHA = ['a', 'b'].map((letter) => letter.repeat(64));
const signature = (change: Partial<OwnSignature> = {}): OwnSignature => ({
  ...{ state: 'OPEN', turn: true, role: 'salesManager', signedAt: null, fingerprint: 'ABCD-EF' },
  expiresAt: '2030-01-01T00:00:00.000Z',
  documents: SHA.map((sha256, index) => ({ id: index + 1, label: 'Carta', sha256, pages: 2, size: 9, read: true })),
  points: [1, 2].map((id) => ({ id: `p${id}`, documentId: id, label: 'Firma', page: 1, signed: false })),
  signers: [
    { name: 'Ginevra Provetti', role: 'customer', signed: true },
    { name: 'Matteo Greco', role: 'salesManager', signed: false },
    { name: 'Leonardo Esempi', role: 'customer', signed: true },
  ],
  identity: { method: 'PASSWORD', confirmedUntil: null },
  ...change,
});
const act = (change?: Partial<OwnSignature>): Act => ({ id: 1, signature: signature(change), failure: null });
const papers = (reading?: Reading, shown = SHA, change?: Partial<OwnSignature>) => {
  const key = papersOf([act(change)], {}, () => shown)[0]?.key ?? '';
  return papersOf([act(change)], reading ? { [key]: reading } : {}, () => shown);
};
const doneOf = (...given: Parameters<typeof papers>) => papers(...given).map(({ done }) => done);
const ALL: Reading = { pages: [1, 2], points: ['p1'], confirmed: true };

it('the URL names documents once each, up to the maximum of one sign-in', () => {
  expect(idsIn('12-7-12')).toEqual([12, 7]);
  const most = Array.from({ length: MAX_ACTS }, (_, index) => index + 1);
  expect(idsIn(most.join('-'))).toEqual(most);
  expect(idsIn([...most, 99].join('-'))).toEqual([]);
  for (const wrong of ['', '0', '-1', '1-', '1,2', 'x', '1-2x', '1-1e3', '007', '9'.repeat(17)])
    expect(idsIn(wrong), wrong).toEqual([]);
});

it('states why a document cannot be signed now', () => {
  const failed = (status: number): Act => ({
    ...{ id: 1, signature: undefined },
    failure: new ApiFailure(status, { code: 'x' } as never),
  });
  const states = [{}, { turn: false }, { state: 'SIGNED' }, { state: 'COMPLETED' }, { state: 'DECLINED' }] as const;
  expect(states.map((state) => standingOf(act(state)))).toEqual(['open', 'notYet', 'signed', 'signed', 'declined']);
  expect([standingOf(act({ state: 'CLOSED' })), standingOf(failed(404)), standingOf(failed(503))]).toEqual([
    ...['closed', 'absent', 'failed'],
  ]);
  expect(papersOf([act({ turn: false }), failed(404)], {}, () => SHA)).toEqual([]);
  expect(customerOf(signature())).toBe('Ginevra Provetti, Leonardo Esempi');
});

it('a document is done once it was received, displayed, seen page by page, and each of its signature fields confirmed', () => {
  expect(papers().map(({ document, points }) => [document.id, points.map(({ id }) => id)])).toEqual([
    [1, ['p1']],
    [2, ['p2']],
  ]);
  expect(doneOf()).toEqual([false, false]);
  expect(doneOf(ALL)).toEqual([true, false]);
  expect(doneOf({ ...ALL, pages: [1] })[0]).toBe(false);
  expect(doneOf({ ...ALL, points: [] })[0]).toBe(false);
  expect(doneOf({ ...ALL, confirmed: false })[0]).toBe(false);
  expect(doneOf(ALL, [SHA[1] ?? ''])[0]).toBe(false);
  const unread = signature().documents.map((entry) => ({ ...entry, read: false }));
  expect(doneOf(ALL, SHA, { documents: unread })[0]).toBe(false);
});

it('confirmations of one start do not count for another', () => {
  const [before] = papers();
  const again = papersOf([act({ expiresAt: '2031-01-01T00:00:00.000Z' })], { [before?.key ?? '']: ALL }, () => SHA);
  expect(again[0]?.done).toBe(false);
});
