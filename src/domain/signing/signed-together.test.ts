/** Which documents may be signed with one link and one code. */
import { describe, expect, it } from 'vitest';
import { decideTogether, type TogetherFacts } from './signed-together.ts';

const paper = (id: number, other: Partial<TogetherFacts> = {}): TogetherFacts => ({
  ...{ id, folderId: 1, type: 'SALE_NEW_RFO', sigType: 'OTP' },
  ...other,
});

describe('documents', () => {
  it('of one folder with one kind of signature may be signed together', () => {
    expect(decideTogether([paper(1), paper(2, { type: 'PRIVACY_DEALER' }), paper(3)])).toEqual({ ok: true });
  });

  it('with the same consents may not: the later answer would be unknown', () => {
    const form = { type: 'PRIVACY_NSC' };
    expect(decideTogether([paper(1), paper(2, form), paper(3, form)])).toEqual({
      ...{ ok: false, reason: 'sameForm', documentId: 3 },
    });
  });

  it('are not refused here when there is only one', () => {
    expect(decideTogether([paper(1, { type: 'FEA_MODULE', sigType: 'GRAPHOMETRIC' })])).toEqual({ ok: true });
    expect(decideTogether([])).toEqual({ ok: true });
  });

  it.each<[Partial<TogetherFacts>, string]>([
    [{ folderId: 2 }, 'otherFolder'],
    [{ type: 'FEA_MODULE' }, 'module'],
    [{ sigType: 'GRAPHOMETRIC' }, 'byHand'],
    [{ sigType: 'FEA' }, 'otherKind'],
    [{ sigType: null }, 'otherKind'],
  ])('%j is refused, and named', (other, reason) => {
    expect(decideTogether([paper(1), paper(2), paper(3, other)])).toEqual({ ok: false, reason, documentId: 3 });
  });
});
