/** Actions on a document: every action in every status for every right, as pages, lists and the server decided separately before. */
import { describe, expect, it } from 'vitest';
import type { Action, Decision } from '../access.ts';
import { availableActions } from '../action-table.ts';
import { REFUSALS, Refusal } from '../errors.ts';
import { DOCUMENT_ACTIONS, type DocumentActionKey } from './document-actions.ts';
import { DOCUMENT_STATUSES, type DocumentStatus } from './document-states.ts';
import { requirePossible } from './require-possible.ts';
import type { ActionReason, DocumentFacts, ShownDocument } from './unsigned-actions.ts';

const ready: DocumentFacts = {
  status: 'READY_TO_SIGN',
  signable: true,
  sigType: 'OTP',
  mimeType: 'application/pdf',
  folderStatus: 'OPEN',
};

describe('an action', () => {
  it('starts a signature only on a ready, signable PDF with OTP in an open folder', () => {
    expect(DOCUMENT_ACTIONS.sign.refusal(ready)).toBeNull();
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
      expect(DOCUMENT_ACTIONS.sign.refusal({ ...ready, ...change }), JSON.stringify(change)).toBe(reason);
    }
  });

  it('sends to a tablet what can be started, by hand too, and what waits for the customer', () => {
    for (const change of [
      {},
      { sigType: 'GRAPHOMETRIC' },
      { status: 'PENDING_START_SIGN' },
      { status: 'START_SIGN', folderStatus: 'CLOSED' },
    ] satisfies Partial<DocumentFacts>[]) {
      expect(DOCUMENT_ACTIONS.tablet.refusal({ ...ready, ...change }), JSON.stringify(change)).toBeNull();
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
      expect(DOCUMENT_ACTIONS.tablet.refusal({ ...ready, ...change }), JSON.stringify(change)).toBe(reason);
    }
  });

  it('offers no QR code for handwriting, before the start and while it waits', () => {
    for (const status of ['READY_TO_SIGN', 'PENDING_START_SIGN', 'START_SIGN'] as const) {
      const link = { status, signUrl: status === 'START_SIGN' ? 'http://127.0.0.1/sign/x' : null };
      const byHand: DocumentFacts = { ...ready, ...link, sigType: 'GRAPHOMETRIC' };
      expect(DOCUMENT_ACTIONS.qr.refusal(byHand), status).toBe('tabletOnly');
      expect(DOCUMENT_ACTIONS.qr.refusal({ ...ready, ...link }), status).toBeNull();
    }
  });

  it('starts a FEA signature by code once its module is signed', () => {
    for (const feaModuleId of [null, 12]) {
      expect(DOCUMENT_ACTIONS.sign.refusal({ ...ready, sigType: 'FEA', feaBlocked: false, feaModuleId })).toBeNull();
    }
  });

  it('edits and deletes only in an open folder', () => {
    const draft: DocumentFacts = { ...ready, status: 'DRAFT' };
    for (const can of [DOCUMENT_ACTIONS.edit.refusal, DOCUMENT_ACTIONS.delete.refusal]) {
      expect(can(draft)).toBeNull();
      for (const folderStatus of ['CLOSED', 'DELETED']) {
        expect(can({ ...draft, folderStatus })).toBe('folderClosed');
      }
    }
    expect(DOCUMENT_ACTIONS.edit.refusal({ ...ready, folderStatus: 'CLOSED' })).toBe('notEditable');
  });

  it('never changes a document back to draft after a signature was started', () => {
    expect(DOCUMENT_ACTIONS['take-back'].refusal(ready)).toBeNull();
    expect(DOCUMENT_ACTIONS['take-back'].refusal({ ...ready, everSigned: true })).toBe('alreadySigned');
    expect(DOCUMENT_ACTIONS['take-back'].refusal({ ...ready, status: 'START_SIGN' })).toBe('notReady');
  });

  it('edits only in Bozza and Concluso', () => {
    const editable = DOCUMENT_STATUSES.filter((status) => DOCUMENT_ACTIONS.edit.refusal({ ...ready, status }) === null);
    expect(editable).toEqual(['DRAFT', 'FINISH']);
  });
});

/** One cell per status, in the order of `DOCUMENT_STATUSES`: `yes`, the reason against it, or `.` if not offered. */
function cellsOf(table: string): [key: string, cells: string[]][] {
  const lines = table.trim().split('\n');
  return lines.map((line) => {
    const [key = '', ...cells] = line.trim().split(/\s+/);
    return [key, cells];
  });
}

const facts = (status: DocumentStatus, part: Partial<ShownDocument> = {}): ShownDocument => ({
  ...{ ...ready, status, type: 'SALE_NEW_RFO', fileName: 'proposta.pdf', feaBlocked: false, feaModuleId: null },
  signable: status !== 'FINISH',
  signUrl: status === 'START_SIGN' ? 'http://127.0.0.1/sign/x' : null,
  signedDocumentId: status === 'SIGNED' || status === 'PRIVACY_UPDATING' ? 7 : null,
  ...part,
});

const OK: Decision = { ok: true };
const ROLE: Decision = { ok: false, kind: 'forbidden', reason: 'role' };
const NOT_DRAFT: Decision = { ok: false, kind: 'conflict', reason: 'notDraft' };

const WRITER = (): Decision => OK;
const READER = (right: Action): Decision => (right === 'document.read' ? OK : ROLE);
/** A technical account cannot sign, but can delete drafts. */
const TECHNICAL =
  (status: DocumentStatus) =>
  (right: Action): Decision => {
    if (right === 'document.sign') return ROLE;
    return right === 'document.delete' && status !== 'DRAFT' ? NOT_DRAFT : OK;
  };

/** What page, row and dashboard together offered when each decided separately. */
const OF_WRITER = `
  delete          yes          yes          yes          yes          yes          yes         yes         yes         yes
  edit            yes          notEditable  notEditable  notEditable  notEditable  notEditable notEditable yes         notEditable
  take-back       .            yes          .            .            .            .           .           .           .
  plain           yes          yes          yes          yes          yes          .           .           yes         yes
  bundle          notSignedYet notSignedYet notSignedYet notSignedYet notSignedYet yes         yes         .           notSignedYet
  audit           .            .            .            .            .            yes         yes         .           .
  print           yes          yes          yes          yes          yes          yes         yes         yes         yes
  signed          .            .            .            .            .            yes         yes         .           .
  interim         .            .            yes          yes          yes          .           .           .           yes
  fea             .            .            .            .            .            .           .           .           .
  places          yes          yes          .            .            .            .           .           .           .
  smsLink         .            .            .            yes          .            .           .           .           .
  tablet          .            yes          yes          yes          .            .           .           .           .
  qr              notReady     yes          yes          yes          .            .           .           notReady    notReady
  cancel-sign     .            .            preparing    yes          .            .           .           .           .
  copyLink        .            .            .            yes          .            .           .           .           .
  remind          .            .            .            yes          .            .           .           .           .
  correct-contact .            .            .            yes          .            .           .           .           .
  replace-signer  .            .            .            yes          .            .           .           .           .
  confirm-contact .            yes          .            .            .            .           .           .           .
  renew           .            .            .            .            .            .           .           .           yes
  restart         .            .            .            .            .            .           .           .           yes
  sign            notReady     yes          .            .            .            .           .           notReady    .`;
const OF_TECHNICAL = `
  delete    yes          notDraft     notDraft     notDraft     notDraft     notDraft    notDraft    notDraft notDraft
  edit      yes          notEditable  notEditable  notEditable  notEditable  notEditable notEditable yes      notEditable
  take-back .            yes          .            .            .            .           .           .        .
  plain     identityCopy identityCopy identityCopy identityCopy identityCopy .           .           identityCopy identityCopy
  bundle    notSignedYet notSignedYet notSignedYet notSignedYet notSignedYet yes         yes         .        notSignedYet
  audit     .            .            .            .            .            yes         yes         .        .
  print     .            .            .            .            .            yes         yes         .        .
  signed    .            .            .            .            .            yes         yes         .        .
  interim   .            .            yes          yes          yes          .           .           .        yes`;
const OF_READER = `
  plain     yes          yes          yes          yes          yes          .           .           yes      yes
  bundle    notSignedYet notSignedYet notSignedYet notSignedYet notSignedYet yes         yes         .        notSignedYet
  audit     .            .            .            .            .            yes         yes         .        .
  print     yes          yes          yes          yes          yes          yes         yes         yes      yes
  signed    .            .            .            .            .            yes         yes         .        .
  interim   .            .            yes          yes          yes          .           .           .        yes`;

const told = (document: ShownDocument, may: (right: Action) => Decision): Record<string, string> =>
  Object.fromEntries(
    availableActions<DocumentActionKey, ShownDocument, ActionReason>(DOCUMENT_ACTIONS, document, may).map(
      ({ key, refused }) => [key, refused ?? 'yes'],
    ),
  );

describe.each([
  ['who may write and sign', OF_WRITER, () => WRITER, 'SALE_NEW_RFO'],
  ['a technical account, of a copy of an identity document', OF_TECHNICAL, TECHNICAL, 'OTHER_IDENTITY'],
  ['who may only read', OF_READER, () => READER, 'SALE_NEW_RFO'],
] as const)('to %s', (_, table, may, type) => {
  it.each(DOCUMENT_STATUSES.map((status, at) => [status, at] as const))('%s is offered as before', (status, at) => {
    const cells = cellsOf(table).map(([key, row]) => [key, row[at] ?? '.'] as const);
    const offered = Object.fromEntries(cells.filter(([, cell]) => cell !== '.'));
    expect(told(facts(status, { type }), may(status))).toEqual(offered);
  });
});

describe('a document', () => {
  it.each<[DocumentStatus, Partial<ShownDocument>, Record<string, string | undefined>]>([
    ['DRAFT', { fileName: null }, { plain: undefined }],
    ['DRAFT', { folderStatus: 'CLOSED' }, { edit: 'folderClosed', delete: 'folderClosed', places: 'folderClosed' }],
    ['DRAFT', { signable: false }, { places: 'notSignable', bundle: undefined }],
    ['DRAFT', { feaBlocked: true }, { fea: 'yes', sign: 'notReady' }],
    ['READY_TO_SIGN', { feaBlocked: true }, { fea: 'yes', sign: 'feaModuleMissing', qr: 'feaModuleMissing' }],
    ['READY_TO_SIGN', { feaBlocked: true, feaModuleId: 7 }, { fea: undefined, sign: 'feaModuleUnsigned' }],
    ['READY_TO_SIGN', { folderStatus: 'CLOSED' }, { sign: 'folderClosed', qr: 'folderClosed', tablet: 'folderClosed' }],
    ['READY_TO_SIGN', { everSigned: true }, { 'take-back': 'alreadySigned' }],
    [
      'READY_TO_SIGN',
      { sigType: 'GRAPHOMETRIC', byHand: 'noDevice' },
      { sign: 'noDevice', tablet: 'yes', qr: 'tabletOnly' },
    ],
    ['START_SIGN', { sigType: 'GRAPHOMETRIC' }, { tablet: 'yes', qr: 'tabletOnly' }],
    [
      'START_SIGN',
      { signUrl: null },
      { qr: 'customersSigned', copyLink: undefined, smsLink: undefined, remind: 'yes' },
    ],
    ['START_SIGN', { resendRefused: 'tooSoon' }, { remind: 'tooSoon', smsLink: 'yes' }],
    ['EXPIRED', { folderStatus: 'CLOSED' }, { restart: undefined, renew: 'yes', sign: 'notReady', qr: 'notReady' }],
    ['SIGNED', { fileName: null }, { signed: 'yes', bundle: 'yes', plain: undefined }],
  ])('%s with %o', (status, part, expected) => {
    expect(told(facts(status, part), WRITER)).toEqual(expect.objectContaining(defined(expected)));
    for (const [key, cell] of Object.entries(expected)) {
      if (cell === undefined) expect(told(facts(status, part), WRITER), key).not.toHaveProperty(key);
    }
  });

  it('has its deletion refused once its signature was started', () => {
    const started: Decision = { ok: false, kind: 'conflict', reason: 'signingStarted' };
    const may = (right: Action) => (right === 'document.delete' ? started : OK);
    expect(told(facts('SIGNED'), may)).toHaveProperty('delete', 'signingStarted');
  });

  it('can have its signature placed only by a user who may both edit and sign', () => {
    for (const lacking of ['document.sign', 'document.edit'] as const) {
      expect(told(facts('DRAFT'), (right) => (right === lacking ? ROLE : OK))).not.toHaveProperty('places');
    }
  });
});

const defined = (cells: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined));

/** The results when the server compared statuses itself: `yes` means allowed, else the code after `life.`. */
const OF_SERVER = `
  edit            yes         notEditable notEditable    notEditable    notEditable notEditable notEditable yes        notEditable
  take-back       notReady    yes         notReady       notReady       notReady    notReady    notReady    notReady   notReady
  places          yes         yes         alreadyStarted alreadyStarted notReady    notReady    notReady    notReady   notReady
  sign            notReady    yes         alreadyStarted alreadyStarted notReady    notReady    notReady    notReady   notReady
  tablet          notReady    yes         yes            yes            notReady    notReady    notReady    notReady   notReady
  qr              notReady    yes         yes            yes            notReady    notReady    notReady    notReady   notReady
  cancel-sign     notWaiting  notWaiting  notWaiting     yes            notWaiting  notWaiting  notWaiting  notWaiting notWaiting
  remind          notWaiting  notWaiting  notWaiting     yes            notWaiting  notWaiting  notWaiting  notWaiting notWaiting
  correct-contact notWaiting  notWaiting  notWaiting     yes            notWaiting  notWaiting  notWaiting  notWaiting notWaiting
  replace-signer  notWaiting  notWaiting  notWaiting     yes            notWaiting  notWaiting  notWaiting  notWaiting notWaiting
  confirm-contact notReady    yes         notReady       notReady       notReady    notReady    notReady    notReady   notReady
  renew           notExpired  notExpired  notExpired     notExpired     notExpired  notExpired  notExpired  notExpired yes`;

describe('the server refuses', () => {
  it.each(cellsOf(OF_SERVER))('%s as before', (key, cells) => {
    const asked = key as keyof typeof DOCUMENT_ACTIONS;
    for (const [at, status] of DOCUMENT_STATUSES.entries()) {
      const reason: ActionReason | null = DOCUMENT_ACTIONS[asked].refusal({ ...facts(status), signable: true });
      const expected = cells[at] === 'yes' ? null : `life.${cells[at]}`;
      expect(codeOf(reason), `${key} in ${status}`).toBe(expected);
    }
  });

  it('every reason with a code that has a text', () => {
    const others: readonly ActionReason[] = ['signingStarted', 'notDraft', 'identityCopy', 'tooSoon', 'tooMany'];
    for (const reason of others) expect(Object.keys(REFUSALS)).toContain(codeOf(reason));
  });
});

function codeOf(reason: ActionReason | null): string | null {
  try {
    requirePossible(reason);
    return null;
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
}
