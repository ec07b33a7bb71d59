/** Actions offered on a customer, possible or with the reason against them. */
import { describe, expect, it } from 'vitest';
import { type Action, type Actor, may } from '../access.ts';
import { available } from '../action-table.ts';
import { BRANDS } from '../dealers/brands.ts';
import { FOLDER_TYPES } from '../folders/folder-types.ts';
import type { Role } from '../identity/roles.ts';
import {
  anyOf,
  DOSSIER_ACTIONS,
  type DossierActionKey,
  type DossierFacts,
  type DossierReason,
} from './dossier-actions.ts';

const actor = (role: Role, ...permissions: string[]): Actor => ({
  ...{ id: 1, login: 'chi', authorities: [role], hstList: ['10001'] },
  brands: [{ brand: 'bmw', permissions }],
});
const facts: DossierFacts = {
  status: 'OPEN',
  searchType: 'RSP',
  businessId: '17',
  syncStatus: 'SYNCED',
  hasAdhered: true,
};

/** By action: `yes`, or the reason against it; absent: not offered. */
function told(somebody: Actor, part: Partial<DossierFacts> = {}, numberOfFolders = 0): Record<string, string> {
  const target = { hst: '10001', createdBy: 'chi', numberOfFolders };
  const anywhere = (right: Action) =>
    BRANDS.flatMap((brand) =>
      FOLDER_TYPES.map((folderType) => may(somebody, right, { hst: '10001', brand, folderType })),
    );
  const offered = available<DossierActionKey, DossierFacts, DossierReason>(
    DOSSIER_ACTIONS,
    { ...facts, ...part },
    (right) => (right === 'folder.create' ? anyOf(anywhere(right)) : may(somebody, right, target)),
  );
  return Object.fromEntries(offered.map(({ key, refused }) => [key, refused ?? 'yes']));
}

const ALL = Object.keys(DOSSIER_ACTIONS);
const each = (cell: string) => Object.fromEntries(ALL.map((key) => [key, cell]));

describe('an action on a customer', () => {
  it.each([
    ['possible for who writes', actor('ROLE_DEALER', 'SALE_NEW'), each('yes')],
    ['shown and refused to who may only read', actor('ROLE_DEALER', 'READONLY'), each('readonly')],
    ['absent for who has not the right', actor('ROLE_SA3', 'SALE_NEW'), {}],
    ['absent for who has neither', actor('ROLE_SA3', 'READONLY'), {}],
    ['absent for a user without a role', actor('ROLE_USER', 'READONLY'), {}],
  ])('is %s', (_, somebody, expected) => {
    expect(told(somebody)).toEqual(expected);
  });

  it('has its folders as a separate reason against deletion', () => {
    expect(told(actor('ROLE_DEALER', 'SALE_NEW'), {}, 1)).toMatchObject({ delete: 'hasFolders', edit: 'yes' });
    expect(told(actor('ROLE_ADMIN'), {}, 1)).toMatchObject({ delete: 'yes' });
    expect(told(actor('ROLE_ADMIN'), { provesAdherence: true }, 1)).toMatchObject({ delete: 'provesAdherence' });
    // For read-only users this reason takes precedence.
    expect(told(actor('ROLE_DEALER', 'READONLY'), {}, 1)).toMatchObject({ delete: 'readonly' });
  });

  it.each<[Partial<DossierFacts>, Record<string, string | undefined>]>([
    [{ syncStatus: 'TO_SYNC' }, { synchronize: 'synchronizing', update: 'synchronizing' }],
    [{ syncStatus: 'SYNCING' }, { synchronize: 'synchronizing', update: 'synchronizing' }],
    [{ syncStatus: 'SYNC_FAILED' }, { synchronize: 'yes', update: 'notSynchronized' }],
    [{ syncStatus: null }, { synchronize: 'yes', update: 'notSynchronized' }],
    [{ searchType: 'DMS' }, { synchronize: undefined, update: undefined }],
    [{ businessId: null }, { synchronize: undefined, update: undefined }],
    [{ hasAdhered: false }, { revoke: 'notActive', 'adherence-papers': 'yes' }],
  ])('with %o', (part, expected) => {
    const offered = told(actor('ROLE_DEALER', 'SALE_NEW'), part);
    for (const [key, cell] of Object.entries(expected)) expect(offered[key], key).toBe(cell);
    const readOnly = told(actor('ROLE_DEALER', 'READONLY'), part);
    for (const [key, cell] of Object.entries(expected)) expect(readOnly[key], key).toBe(cell && 'readonly');
  });

  it('is possible when at least one of its brands is writable', () => {
    const decisionIn = (permissions: string) =>
      may(actor('ROLE_DEALER', permissions), 'folder.create', { hst: '10001', brand: 'bmw', folderType: 'SALE_NEW' });
    expect(anyOf([decisionIn('READONLY'), decisionIn('SALE_NEW')])).toEqual({ ok: true });
    expect(anyOf([decisionIn('SALE_USED'), decisionIn('READONLY')])).toMatchObject({ reason: 'readonly' });
    expect(anyOf([])).toMatchObject({ ok: false });
  });
});
