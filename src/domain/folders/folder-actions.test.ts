/** Actions offered on a folder, possible or with the reason against them. */
import { describe, expect, it } from 'vitest';
import type { AccessReason, Action, Decision } from '../access.ts';
import { availableActions } from '../action-table.ts';
import { FOLDER_ACTIONS, type FolderActionKey, type FolderFacts, type FolderReason } from './folder-actions.ts';

const OK: Decision = { ok: true };
const refused = (reason: AccessReason, kind: 'forbidden' | 'conflict' = 'forbidden'): Decision => ({
  ok: false,
  kind,
  reason,
});
const writer = (): Decision => OK;
const reader = (right: Action): Decision => (right === 'folder.read' ? OK : refused('readonly'));
const cannotDelete =
  (reason: AccessReason) =>
  (right: Action): Decision =>
    right === 'folder.delete' ? refused(reason, 'conflict') : OK;

function told(part: Partial<FolderFacts>, may: (right: Action) => Decision): Record<string, string> {
  const folder: FolderFacts = { status: 'OPEN', numberOfDocuments: 2, ...part };
  const offered = availableActions<FolderActionKey, FolderFacts, FolderReason>(FOLDER_ACTIONS, folder, may);
  return Object.fromEntries(offered.map(({ key, refused: reason }) => [key, reason ?? 'yes']));
}

describe('a folder', () => {
  it('that is open can be edited, closed, deleted, downloaded as ZIP, and accepts documents', () => {
    expect(told({}, writer)).toEqual({ delete: 'yes', close: 'yes', edit: 'yes', zip: 'yes', 'new-document': 'yes' });
  });

  it('that is closed can be reopened, and accepts no documents', () => {
    expect(told({ status: 'CLOSED' }, writer)).toEqual({ delete: 'yes', reopen: 'yes', edit: 'yes', zip: 'yes' });
  });

  it('can only be downloaded as ZIP by read-only users', () => {
    expect(told({}, reader)).toEqual({ zip: 'yes' });
    expect(told({ status: 'CLOSED' }, reader)).toEqual({ zip: 'yes' });
  });

  it.each(['hasDocuments', 'hasJobId'] as const)('has its deletion refused because of %s', (reason) => {
    expect(told({}, cannotDelete(reason))).toMatchObject({ delete: reason, edit: 'yes' });
  });

  it('does not offer its deletion to users without the right', () => {
    for (const reason of ['role', 'scope', 'readonly', 'folderType'] as const) {
      expect(told({}, cannotDelete(reason))).not.toHaveProperty('delete');
    }
  });

  it('without documents has no ZIP', () => {
    expect(told({ numberOfDocuments: 0 }, reader)).toEqual({ zip: 'noDocuments' });
  });

  it.each<[Partial<FolderFacts>, string | undefined]>([
    [{ ready: 1, together: 1 }, undefined],
    [{ ready: 2, together: 1 }, 'noneTogether'],
    [{ ready: 2, together: 2 }, 'yes'],
    [{ ready: 2, together: 0, status: 'CLOSED' }, 'folderClosed'],
  ])('with %o: signing several at once', (part, outcome) => {
    expect(told(part, writer).together).toBe(outcome);
    expect(told(part, reader)).not.toHaveProperty('together');
  });
});
