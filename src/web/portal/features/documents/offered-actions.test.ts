/** States × actions: what each status offers to whom (P-4, P-5, specification §4, §6). */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_STATUSES, type DocumentStatus } from '#domain/documents/life.ts';
import { type Facts, type Grants, offeredActions } from './offered-actions.ts';

const facts = (status: DocumentStatus, part: Partial<Facts> = {}): Facts => ({
  status,
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
const ALL: Grants = { sign: true, edit: true, create: true, delete: { ok: true } };
const STARTED: Grants = { ...ALL, delete: { ok: false, kind: 'conflict', reason: 'signingStarted' } };
const NONE: Grants = {
  sign: false,
  edit: false,
  create: false,
  delete: { ok: false, kind: 'forbidden', reason: 'readonly' },
};

/** `sign!` is primary, `sign` a button, `(sign)` in the menu; `edit:notEditable` is refused. */
const told = (document: Facts, grants: Grants): string[] =>
  offeredActions(document, grants).map(({ key, place, refused }) => {
    const named = refused === null ? key : `${key}:${refused}`;
    return place === 'primary' ? `${named}!` : place === 'menu' ? `(${named})` : named;
  });

describe('what a document offers to whoever may write and sign', () => {
  it.each<[DocumentStatus, Grants, string[]]>([
    ['DRAFT', ALL, ['(delete)', 'plain', 'sign:notReady', 'edit!']],
    ['READY_TO_SIGN', ALL, ['(delete)', '(take-back)', '(plain)', '(tablet)', 'edit:notEditable', 'qr', 'sign!']],
    [
      'PENDING_START_SIGN',
      STARTED,
      ['(delete:signingStarted)', '(plain)', '(tablet)', 'edit:notEditable', 'cancel-sign:preparing', 'qr!'],
    ],
    [
      'START_SIGN',
      STARTED,
      [
        '(delete:signingStarted)',
        '(plain)',
        '(tablet)',
        'edit:notEditable',
        'cancel-sign',
        'copyLink',
        'remind',
        'qr!',
      ],
    ],
    ['COMPLETING', STARTED, ['(delete:signingStarted)', '(edit:notEditable)', 'plain']],
    ['PRIVACY_UPDATING', STARTED, ['(delete:signingStarted)', '(edit:notEditable)', 'audit', 'signed!']],
    ['SIGNED', STARTED, ['(delete:signingStarted)', '(edit:notEditable)', 'audit', 'signed!']],
    ['FINISH', ALL, ['(delete)', '(sign:notReady)', 'edit', 'plain!']],
    ['EXPIRED', STARTED, ['(delete:signingStarted)', '(edit:notEditable)', 'plain', 'sign:notReady', 'renew!']],
  ])('%s', (status, grants, expected) => {
    expect(told(facts(status), grants)).toEqual(expected);
  });

  it('the signed version replaces the plain download', () => {
    expect(told(facts('SIGNED'), ALL)).not.toContain('plain');
  });

  it('a blocked start keeps its place and says why', () => {
    expect(told(facts('READY_TO_SIGN', { feaBlocked: true }), ALL)).toContain('sign:feaModuleMissing!');
    expect(told(facts('READY_TO_SIGN', { sigType: 'GRAPHOMETRIC' }), ALL)).toContain('sign:noDevice!');
    expect(told(facts('READY_TO_SIGN', { folderStatus: 'CLOSED' }), ALL)).toContain('(qr:folderClosed)');
    expect(told(facts('READY_TO_SIGN', { folderStatus: 'CLOSED' }), ALL)).toContain('(tablet:folderClosed)');
  });

  it('what is signed by hand goes to a tablet, beside the start that is refused', () => {
    expect(told(facts('READY_TO_SIGN', { sigType: 'GRAPHOMETRIC' }), ALL)).toContain('tablet');
  });

  it('nothing of a closed folder is edited or deleted', () => {
    const closed = told(facts('DRAFT', { folderStatus: 'CLOSED' }), ALL);
    expect(closed).toContain('edit:folderClosed');
    expect(closed).toContain('(delete:folderClosed)');
  });

  it('a link that was just sent keeps its place and says why it is not sent again', () => {
    expect(told(facts('START_SIGN', { resendRefused: 'tooSoon' }), STARTED)).toContain('remind:tooSoon');
    expect(told(facts('PENDING_START_SIGN'), STARTED).join()).not.toContain('remind');
    expect(told(facts('START_SIGN'), { ...STARTED, sign: false }).join()).not.toContain('remind');
  });

  it('a file that is missing is not offered', () => {
    expect(told(facts('DRAFT', { fileName: null }), ALL)).not.toContain('plain');
  });
});

describe('what a document offers', () => {
  it.each(DOCUMENT_STATUSES)('in %s to whoever only reads: the files', (status) => {
    const keys = offeredActions(facts(status), NONE).map(({ key }) => key);
    expect(keys).toEqual(facts(status).signedDocumentId === null ? ['plain'] : ['audit', 'signed']);
  });

  it.each(DOCUMENT_STATUSES)('in %s: at most one primary action, and it stands last', (status) => {
    const primary = offeredActions(facts(status), STARTED).map(({ place }) => place === 'primary');
    expect(primary.filter(Boolean).length).toBeLessThanOrEqual(1);
    expect(primary.indexOf(true)).toBe(primary.includes(true) ? primary.length - 1 : -1);
  });
});
