/** States × actions: what each status offers to each role. */
import { describe, expect, it } from 'vitest';
import type { Action, Decision } from '#domain/access.ts';
import { availableActions } from '#domain/action-table.ts';
import { DOCUMENT_ACTIONS, type DocumentActionKey } from '#domain/documents/document-actions.ts';
import { DOCUMENT_STATUSES, type DocumentStatus } from '#domain/documents/document-states.ts';
import type { ActionReason, ShownDocument } from '#domain/documents/unsigned-actions.ts';
import { wordsIn } from '../../../shared/rows.suite.ts';
import { listedActions } from '../../entities/documents/use-document-acts.tsx';
import { placedActions } from './placed-actions.ts';

/** What the role allows, regardless of the state. */
interface Grants {
  readFiles: boolean;
  sign: boolean;
  edit: boolean;
  create: boolean;
  delete: Decision;
}

const facts = (status: DocumentStatus, part: Partial<ShownDocument> = {}): ShownDocument => ({
  status,
  type: 'OTHER_IDENTITY',
  signable: status !== 'FINISH',
  sigType: 'OTP',
  mimeType: 'application/pdf',
  fileName: 'proposta.pdf',
  signUrl: status === 'START_SIGN' ? 'http://127.0.0.1/sign/x' : null,
  signedDocumentId: status === 'SIGNED' || status === 'PRIVACY_UPDATING' ? 7 : null,
  feaBlocked: false,
  feaModuleId: null,
  folderStatus: 'OPEN',
  ...part,
});
const ALL: Grants = { readFiles: true, sign: true, edit: true, create: true, delete: { ok: true } };
const STARTED: Grants = { ...ALL, delete: { ok: false, kind: 'conflict', reason: 'signingStarted' } };
const NONE: Grants = {
  readFiles: true,
  sign: false,
  edit: false,
  create: false,
  delete: { ok: false, kind: 'forbidden', reason: 'readonly' },
};

const decided = (allowed: boolean): Decision =>
  allowed ? { ok: true } : { ok: false, kind: 'forbidden', reason: 'role' };

function placed(document: ShownDocument, grants: Grants) {
  // Reading a copy of an identity document requires the permission to sign: test a missing `readFiles` with that type.
  const type = grants.readFiles ? 'SALE_NEW_RFO' : 'OTHER_IDENTITY';
  const rights: Partial<Record<Action, Decision>> = {
    'document.read': { ok: true },
    'document.sign': decided(grants.sign),
    'document.edit': decided(grants.edit),
    'document.create': decided(grants.create),
    'document.delete': grants.delete,
  };
  const offered = availableActions<DocumentActionKey, ShownDocument, ActionReason>(
    DOCUMENT_ACTIONS,
    { ...document, type },
    (right) => rights[right] ?? decided(false),
  );
  return placedActions(document, listedActions(offered));
}

/** `sign!` is primary, `sign` a button, `(sign)` in the menu; `edit:notEditable` is refused. */
const told = (document: ShownDocument, grants: Grants): string[] =>
  placed(document, grants).map(({ key, place, refused }) => {
    const named = refused === null ? key : `${key}:${refused}`;
    return place === 'primary' ? `${named}!` : place === 'menu' ? `(${named})` : named;
  });

describe('a copy of an identity document', () => {
  it('is shown with its download refused to a user who may not open it', () => {
    expect(told(facts('FINISH'), { ...NONE, readFiles: false })).toContain('plain:identityCopy!');
    expect(told(facts('FINISH'), NONE)).toContain('plain!');
  });
});

describe('the actions of a user who may write and sign', () => {
  it.each<[DocumentStatus, Grants, string[]]>([
    ['DRAFT', ALL, ['(delete)', '(bundle:notSignedYet)', '(places)', 'plain', 'print', 'sign:notReady', 'edit!']],
    [
      'READY_TO_SIGN',
      ALL,
      wordsIn('(delete) (take-back) (plain) (bundle:notSignedYet) (print) (places) (tablet) edit:notEditable qr sign!'),
    ],
    [
      'PENDING_START_SIGN',
      STARTED,
      wordsIn(
        '(delete:signingStarted) (plain) (bundle:notSignedYet) (print) (interim) (tablet) edit:notEditable cancel-sign:preparing qr!',
      ),
    ],
    [
      'START_SIGN',
      STARTED,
      wordsIn(
        '(delete:signingStarted) (plain) (bundle:notSignedYet) (print) (interim) (smsLink) (tablet) edit:notEditable cancel-sign copyLink remind qr!',
      ),
    ],
    [
      'COMPLETING',
      STARTED,
      ['(delete:signingStarted)', '(edit:notEditable)', '(bundle:notSignedYet)', '(interim)', 'plain', 'print'],
    ],
    [
      'PRIVACY_UPDATING',
      STARTED,
      ['(delete:signingStarted)', '(edit:notEditable)', 'bundle', 'audit', 'print', 'signed!'],
    ],
    ['SIGNED', STARTED, ['(delete:signingStarted)', '(edit:notEditable)', 'bundle', 'audit', 'print', 'signed!']],
    ['FINISH', ALL, ['(delete)', '(sign:notReady)', 'edit', 'print', 'plain!']],
    [
      'EXPIRED',
      STARTED,
      wordsIn(
        '(delete:signingStarted) (edit:notEditable) (bundle:notSignedYet) (interim) (renew) plain print restart!',
      ),
    ],
  ])('%s', (status, grants, expected) => {
    expect(told(facts(status), grants)).toEqual(expected);
  });

  it('replace the plain download with the signed version', () => {
    expect(told(facts('SIGNED'), ALL)).not.toContain('plain');
  });

  it('keep a blocked start in place with its reason', () => {
    expect(told(facts('READY_TO_SIGN', { feaBlocked: true, feaModuleId: 7 }), ALL).at(-1)).toMatch(/^sign:.*!$/);
    expect(told(facts('READY_TO_SIGN', { folderStatus: 'CLOSED' }), ALL)).toContain('(qr:folderClosed)');
    expect(told(facts('READY_TO_SIGN', { folderStatus: 'CLOSED' }), ALL)).toContain('(tablet:folderClosed)');
    expect(told(facts('READY_TO_SIGN', { folderStatus: 'CLOSED' }), ALL)).toContain('(places:folderClosed)');
    expect(told(facts('DRAFT', { signable: false }), ALL)).toContain('(places:notSignable)');
  });

  it('only renew an expired signature that could not be restarted', () => {
    const closed = told(facts('EXPIRED', { folderStatus: 'CLOSED' }), STARTED);
    expect(closed).toContain('renew!');
    expect(closed.join()).not.toContain('restart');
  });

  it('put a missing FEA module first; the blocked start is beside it', () => {
    const blocked = told(facts('READY_TO_SIGN', { feaBlocked: true }), ALL);
    expect(blocked).toContain('fea!');
    expect(blocked).toContain('sign:feaModuleMissing');
    expect(told(facts('DRAFT', { feaBlocked: true }), ALL)).toContain('fea');
  });

  it('offer no QR code once the customers have signed: staff never sign by QR code', () => {
    const staffLeft = told(facts('START_SIGN', { signUrl: null }), STARTED);
    expect(staffLeft).toContain('(qr:customersSigned)');
    expect(staffLeft.join()).not.toContain('!');
    expect(told(facts('PENDING_START_SIGN', { signUrl: null }), STARTED)).toContain('qr!');
  });

  it('send handwriting to a tablet, beside the start', () => {
    const atDealer = (byHand: 'ready' | 'noDevice' | 'noCustodian') =>
      told(facts('READY_TO_SIGN', { sigType: 'GRAPHOMETRIC', byHand }), ALL);
    expect(atDealer('ready')).toEqual(expect.arrayContaining(['tablet', 'sign!']));
    expect(atDealer('noDevice')).toEqual(expect.arrayContaining(['tablet', 'sign:noDevice!']));
    expect(atDealer('noCustodian')).toEqual(expect.arrayContaining(['tablet', 'sign:noCustodian!']));
  });

  it('offer no QR code for handwriting', () => {
    const scanned = (status: DocumentStatus) => told(facts(status, { sigType: 'GRAPHOMETRIC' }), ALL);
    expect(scanned('READY_TO_SIGN')).toContain('tablet');
    for (const status of ['READY_TO_SIGN', 'PENDING_START_SIGN', 'START_SIGN'] as const) {
      expect(scanned(status), status).toContain('(qr:tabletOnly)');
    }
  });

  it('edit and delete nothing in a closed folder', () => {
    const closed = told(facts('DRAFT', { folderStatus: 'CLOSED' }), ALL);
    expect(closed).toContain('edit:folderClosed');
    expect(closed).toContain('(delete:folderClosed)');
  });

  it('keep a recently sent link in place with the reason against resending', () => {
    expect(told(facts('START_SIGN', { resendRefused: 'tooSoon' }), STARTED)).toContain('remind:tooSoon');
    expect(told(facts('PENDING_START_SIGN'), STARTED).join()).not.toContain('remind');
    expect(told(facts('START_SIGN'), { ...STARTED, sign: false }).join()).not.toContain('remind');
  });

  it('omit a missing file', () => {
    expect(told(facts('DRAFT', { fileName: null }), ALL)).not.toContain('plain');
  });
});

describe('the actions of a document', () => {
  it.each(DOCUMENT_STATUSES)('in %s are only the files for a read-only user', (status) => {
    const keys = placed(facts(status), NONE)
      .filter(({ refused }) => refused === null)
      .map(({ key }) => key);
    const started = ['PENDING_START_SIGN', 'START_SIGN', 'COMPLETING', 'EXPIRED'].includes(status);
    const unsigned = started ? ['interim', 'plain', 'print'] : ['plain', 'print'];
    expect(keys.toSorted()).toEqual(
      facts(status).signedDocumentId === null ? unsigned : ['audit', 'bundle', 'print', 'signed'],
    );
  });

  it.each(DOCUMENT_STATUSES)('in %s include at most one primary action, which is last', (status) => {
    const primary = placed(facts(status), STARTED).map(({ place }) => place === 'primary');
    expect(primary.filter(Boolean).length).toBeLessThanOrEqual(1);
    expect(primary.indexOf(true)).toBe(primary.includes(true) ? primary.length - 1 : -1);
  });
});
