/** Every status against every move: moves outside the table are refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allows,
  DOCUMENT_MOVES,
  DOCUMENT_STATUSES,
  type DocumentMove,
  type DocumentStatus,
  statusAfterSave,
} from './document-states.ts';

/** The table written a second time, one line per status: the moves that leave it. */
const LEAVING: Record<DocumentStatus, DocumentMove[]> = {
  DRAFT: ['editToDraft', 'editToReady', 'editToFinish'],
  READY_TO_SIGN: ['takeBack', 'startSign'],
  PENDING_START_SIGN: ['linksSent', 'preparationFailed'],
  START_SIGN: ['lastSignature', 'decline', 'lock', 'cancel', 'expire'],
  COMPLETING: ['complete', 'completePrivacy'],
  PRIVACY_UPDATING: ['consentsPushed'],
  SIGNED: [],
  FINISH: ['editToDraft', 'editToReady', 'editToFinish'],
  EXPIRED: ['renew'],
};

describe('the life of a document', () => {
  for (const status of DOCUMENT_STATUSES) {
    it(`allows from ${status} only the transitions of the table`, () => {
      const moves = Object.keys(DOCUMENT_MOVES) as DocumentMove[];
      expect(moves.filter((move) => allows(move, status)).sort()).toEqual([...LEAVING[status]].sort());
    });
  }

  it('ends with SIGNED', () => {
    expect(Object.values(DOCUMENT_MOVES).some((move) => (move.from as readonly string[]).includes('SIGNED'))).toBe(
      false,
    );
  });

  it('saves a draft as DRAFT whether or not it is signable', () => {
    fc.assert(fc.property(fc.boolean(), (signable) => statusAfterSave({ draft: true, signable }) === 'DRAFT'));
    expect(statusAfterSave({ draft: false, signable: true })).toBe('READY_TO_SIGN');
    expect(statusAfterSave({ draft: false, signable: false })).toBe('FINISH');
  });
});
