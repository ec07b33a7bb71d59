/** Every status against every move: what the table of P-5 does not allow is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allows,
  DOCUMENT_MOVES,
  DOCUMENT_STATUSES,
  type DocumentFacts,
  type DocumentMove,
  type DocumentStatus,
  documentCan,
  landingStatus,
} from './life.ts';

/** P-5 written again by hand, one line a status: the moves that leave it. */
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

const ready: DocumentFacts = {
  status: 'READY_TO_SIGN',
  signable: true,
  sigType: 'OTP',
  mimeType: 'application/pdf',
  folderStatus: 'OPEN',
};

describe('the life of a document', () => {
  for (const status of DOCUMENT_STATUSES) {
    it(`lets ${status} go only where the table says`, () => {
      const moves = Object.keys(DOCUMENT_MOVES) as DocumentMove[];
      expect(moves.filter((move) => allows(move, status)).sort()).toEqual([...LEAVING[status]].sort());
    });
  }

  it('leads nowhere from SIGNED', () => {
    expect(Object.values(DOCUMENT_MOVES).some((move) => (move.from as readonly string[]).includes('SIGNED'))).toBe(
      false,
    );
  });

  it('starts a signature only on a ready, signable PDF with OTP in an open folder', () => {
    expect(documentCan.startSign(ready)).toEqual({ ok: true });
    const refusals: [Partial<DocumentFacts>, string][] = [
      [{ status: 'DRAFT' }, 'notReady'],
      [{ status: 'FINISH' }, 'notReady'],
      [{ status: 'SIGNED' }, 'notReady'],
      [{ status: 'EXPIRED' }, 'notReady'],
      [{ status: 'COMPLETING' }, 'notReady'],
      [{ status: 'PENDING_START_SIGN' }, 'alreadyStarted'],
      [{ status: 'START_SIGN' }, 'alreadyStarted'],
      [{ signable: false }, 'notSignable'],
      [{ sigType: null }, 'noSignatureType'],
      [{ mimeType: 'image/png' }, 'notPdf'],
      [{ mimeType: null }, 'notPdf'],
      [{ folderStatus: 'CLOSED' }, 'folderClosed'],
      [{ folderStatus: 'DELETED' }, 'folderClosed'],
      [{ sigType: 'GRAPHOMETRIC', byHand: 'noDevice' }, 'noDevice'],
      [{ sigType: 'GRAPHOMETRIC', byHand: 'noCustodian' }, 'noCustodian'],
      [{ sigType: 'GRAPHOMETRIC', feaBlocked: true }, 'feaModuleMissing'],
      [{ feaBlocked: true }, 'feaModuleMissing'],
      [{ feaBlocked: true, feaModuleId: null }, 'feaModuleMissing'],
      [{ feaBlocked: true, feaModuleId: 12 }, 'feaModuleUnsigned'],
      [{ feaBlocked: true, feaModuleId: 12, feaModuleSigning: true }, 'feaModuleSigning'],
      [{ feaBlocked: true, feaModuleId: 12, feaCoSigner: true }, 'feaCoSigner'],
      [{ sigType: 'FEA' }, 'feaModuleMissing'],
      [{ sigType: 'FEA', feaBlocked: true, feaModuleId: 12 }, 'feaModuleUnsigned'],
      [{ status: 'DRAFT', feaBlocked: true }, 'notReady'],
      [{ folderStatus: 'CLOSED', feaBlocked: true }, 'folderClosed'],
    ];
    for (const [change, reason] of refusals) {
      expect(documentCan.startSign({ ...ready, ...change }), JSON.stringify(change)).toEqual({ ok: false, reason });
    }
  });

  it('sends to a tablet what can be started, by hand too, and what waits for the customer', () => {
    for (const change of [
      {},
      { sigType: 'GRAPHOMETRIC' },
      { status: 'PENDING_START_SIGN' },
      { status: 'START_SIGN', folderStatus: 'CLOSED' },
    ] satisfies Partial<DocumentFacts>[]) {
      expect(documentCan.sendToTablet({ ...ready, ...change }), JSON.stringify(change)).toEqual({ ok: true });
    }
    const refusals: [Partial<DocumentFacts>, string][] = [
      [{ status: 'DRAFT' }, 'notReady'],
      [{ status: 'COMPLETING' }, 'notReady'],
      [{ status: 'SIGNED' }, 'notReady'],
      [{ signable: false }, 'notSignable'],
      [{ sigType: null }, 'noSignatureType'],
      [{ mimeType: 'image/png' }, 'notPdf'],
      [{ folderStatus: 'CLOSED' }, 'folderClosed'],
      [{ sigType: 'GRAPHOMETRIC', feaBlocked: true }, 'feaModuleMissing'],
    ];
    for (const [change, reason] of refusals) {
      expect(documentCan.sendToTablet({ ...ready, ...change }), JSON.stringify(change)).toEqual({ ok: false, reason });
    }
  });

  it('shows no code for what is signed by hand, before the start and while it waits', () => {
    for (const status of ['READY_TO_SIGN', 'PENDING_START_SIGN', 'START_SIGN'] as const) {
      const link = { status, signUrl: status === 'START_SIGN' ? 'http://127.0.0.1/sign/x' : null };
      const byHand: DocumentFacts = { ...ready, ...link, sigType: 'GRAPHOMETRIC' };
      expect(documentCan.showQr(byHand), status).toEqual({ ok: false, reason: 'tabletOnly' });
      expect(documentCan.showQr({ ...ready, ...link }), status).toEqual({ ok: true });
    }
  });

  it('starts a FEA signature by code once its module is signed', () => {
    for (const feaModuleId of [null, 12]) {
      expect(documentCan.startSign({ ...ready, sigType: 'FEA', feaBlocked: false, feaModuleId })).toEqual({ ok: true });
    }
  });

  it('edits and deletes in an open folder alone', () => {
    const draft: DocumentFacts = { ...ready, status: 'DRAFT' };
    for (const can of [documentCan.edit, documentCan.delete]) {
      expect(can(draft)).toEqual({ ok: true });
      for (const folderStatus of ['CLOSED', 'DELETED']) {
        expect(can({ ...draft, folderStatus })).toEqual({ ok: false, reason: 'folderClosed' });
      }
    }
    expect(documentCan.edit({ ...ready, folderStatus: 'CLOSED' })).toEqual({ ok: false, reason: 'notEditable' });
  });

  it('never takes back what was once signed', () => {
    expect(documentCan.takeBack(ready)).toEqual({ ok: true });
    expect(documentCan.takeBack({ ...ready, everSigned: true })).toEqual({ ok: false, reason: 'alreadySigned' });
    expect(documentCan.takeBack({ ...ready, status: 'START_SIGN' })).toEqual({ ok: false, reason: 'notReady' });
  });

  it('edits in Bozza and Concluso alone', () => {
    const editable = DOCUMENT_STATUSES.filter((status) => documentCan.edit({ ...ready, status }).ok);
    expect(editable).toEqual(['DRAFT', 'FINISH']);
  });

  it('lands a draft in DRAFT whatever else it says', () => {
    fc.assert(fc.property(fc.boolean(), (signable) => landingStatus({ draft: true, signable }) === 'DRAFT'));
    expect(landingStatus({ draft: false, signable: true })).toBe('READY_TO_SIGN');
    expect(landingStatus({ draft: false, signable: false })).toBe('FINISH');
  });
});
