/** The portal's half of the action table is complete, and the menus of lists keep their former entries besides the new ones. */
import { describe, expect, it } from 'vitest';
import { availableActions } from '#domain/action-table.ts';
import { DOCUMENT_ACTIONS, type DocumentActionKey } from '#domain/documents/document-actions.ts';
import type { DocumentStatus } from '#domain/documents/document-states.ts';
import type { ActionReason, ShownDocument } from '#domain/documents/unsigned-actions.ts';
import { rowsOf } from '../../../shared/rows.suite.ts';
import { reasonText } from './available-actions.ts';
import { rowActions } from './use-document-acts.tsx';

const facts = (status: DocumentStatus, part: Partial<ShownDocument> = {}): ShownDocument => ({
  ...{ status, type: 'SALE_NEW_RFO', signable: status !== 'FINISH', sigType: 'OTP', mimeType: 'application/pdf' },
  ...{ fileName: 'proposta.pdf', feaBlocked: false, feaModuleId: null, folderStatus: 'OPEN' },
  signUrl: status === 'START_SIGN' ? 'http://127.0.0.1/sign/x' : null,
  signedDocumentId: status === 'SIGNED' || status === 'PRIVACY_UPDATING' ? 7 : null,
  ...part,
});

const actionStates = (document: ShownDocument): string[] =>
  rowActions(
    availableActions<DocumentActionKey, ShownDocument, ActionReason>(DOCUMENT_ACTIONS, document, () => ({ ok: true })),
  ).map(({ key, refused }) => (refused === null ? key : `${key}:${refused}`));

/** Cancel, remind, take back, tablet and evidence bundle. */
const GAINED = ['cancel-sign', 'remind', 'take-back', 'tablet', 'bundle'];
const isGained = (entry: string) => GAINED.includes(entry.split(':')[0] ?? '');

describe('the menu of a row', () => {
  it.each(
    rowsOf(`
      DRAFT              | sign:notReady qr:notReady places print plain edit delete | bundle:notSignedYet
      READY_TO_SIGN      | sign qr places print plain edit:notEditable delete       | tablet bundle:notSignedYet take-back
      PENDING_START_SIGN | qr print plain edit:notEditable delete                   | cancel-sign:preparing tablet bundle:notSignedYet
      START_SIGN         | copyLink qr print plain edit:notEditable delete          | remind cancel-sign tablet bundle:notSignedYet
      COMPLETING         | print plain edit:notEditable delete                      | bundle:notSignedYet
      PRIVACY_UPDATING   | signed print audit edit:notEditable delete               | bundle
      SIGNED             | signed print audit edit:notEditable delete               | bundle
      FINISH             | sign:notReady qr:notReady print plain edit delete        |
      EXPIRED            | restart qr:notReady print plain edit:notEditable delete  | bundle:notSignedYet
    `),
  )('%s', (status, before, gained) => {
    const entries = actionStates(facts(status as DocumentStatus));
    expect(entries.filter((entry) => !isGained(entry)).join(' ')).toBe(before);
    expect(entries.filter(isGained).join(' ')).toBe(gained);
  });

  it('offers a missing module first, and a start in place of an impossible restart', () => {
    expect(actionStates(facts('READY_TO_SIGN', { feaBlocked: true }))).toContain('fea');
    expect(actionStates(facts('EXPIRED', { folderStatus: 'CLOSED' }))).toContain('sign:notReady');
    expect(actionStates(facts('EXPIRED', { folderStatus: 'CLOSED' }))).not.toContain('restart');
  });

  it('states when the link may be resent, as the page does', () => {
    expect(actionStates(facts('START_SIGN', { resendRefused: 'tooSoon' }))).toContain('remind:tooSoon');
  });
});

describe('a reason', () => {
  it('has a text of its own, unless it is stated with a time', () => {
    const t = ((key: string) => key) as unknown as Parameters<typeof reasonText>[0];
    expect(reasonText(t, 'notReady')).toBe('label.lifeReason.notReady');
    expect(reasonText(t, 'signingStarted')).toBe('documents.refused.signingStarted');
    expect(reasonText(t, 'preparing')).toBe('documentActions.preparing');
    expect(reasonText(t, 'tooSoon')).toBe('');
  });
});

describe('the domain’s table of actions', () => {
  it('is read in reverse order by menus: no deletion comes first', () => {
    expect(Object.keys(DOCUMENT_ACTIONS)[0]).toBe('delete');
  });
});
