/** Actions offered on a customer, possible or with the reason against them. */
import { describe, expect, it } from 'vitest';
import { type Action, type Actor, may } from '../access.ts';
import { availableActions } from '../action-table.ts';
import { BRANDS } from '../dealers/brands.ts';
import { FOLDER_TYPES } from '../folders/folder-types.ts';
import type { Role } from '../identity/roles.ts';
import {
  anyPermitted,
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
function outcomesFor(user: Actor, part: Partial<DossierFacts> = {}, numberOfFolders = 0): Record<string, string> {
  const target = { hst: '10001', createdBy: 'chi', numberOfFolders };
  const anywhere = (right: Action) =>
    BRANDS.flatMap((brand) => FOLDER_TYPES.map((folderType) => may(user, right, { hst: '10001', brand, folderType })));
  const offered = availableActions<DossierActionKey, DossierFacts, DossierReason>(
    DOSSIER_ACTIONS,
    { ...facts, ...part },
    (right) => (right === 'folder.create' ? anyPermitted(anywhere(right)) : may(user, right, target)),
  );
  return Object.fromEntries(offered.map(({ key, refused }) => [key, refused ?? 'yes']));
}

const ALL = Object.keys(DOSSIER_ACTIONS);
const allWith = (outcome: string) => Object.fromEntries(ALL.map((key) => [key, outcome]));

describe('an action on a customer', () => {
  it.each([
    ['possible for users who may write', actor('ROLE_DEALER', 'SALE_NEW'), allWith('yes')],
    ['shown and refused to read-only users', actor('ROLE_DEALER', 'READONLY'), allWith('readonly')],
    ['absent for users without the right', actor('ROLE_SA3', 'SALE_NEW'), {}],
    ['absent for read-only users without the right', actor('ROLE_SA3', 'READONLY'), {}],
    ['absent for a user without a role', actor('ROLE_USER', 'READONLY'), {}],
  ])('is %s', (_, user, expected) => {
    expect(outcomesFor(user)).toEqual(expected);
  });

  it('has its folders as a separate reason against deletion', () => {
    expect(outcomesFor(actor('ROLE_DEALER', 'SALE_NEW'), {}, 1)).toMatchObject({ delete: 'hasFolders', edit: 'yes' });
    expect(outcomesFor(actor('ROLE_ADMIN'), {}, 1)).toMatchObject({ delete: 'yes' });
    expect(outcomesFor(actor('ROLE_ADMIN'), { provesAdherence: true }, 1)).toMatchObject({ delete: 'provesAdherence' });
    // For read-only users this reason takes precedence.
    expect(outcomesFor(actor('ROLE_DEALER', 'READONLY'), {}, 1)).toMatchObject({ delete: 'readonly' });
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
    const offered = outcomesFor(actor('ROLE_DEALER', 'SALE_NEW'), part);
    for (const [key, outcome] of Object.entries(expected)) expect(offered[key], key).toBe(outcome);
    const readOnly = outcomesFor(actor('ROLE_DEALER', 'READONLY'), part);
    for (const [key, outcome] of Object.entries(expected)) expect(readOnly[key], key).toBe(outcome && 'readonly');
  });

  it('is possible when at least one of its brands is writable', () => {
    const decisionIn = (permissions: string) =>
      may(actor('ROLE_DEALER', permissions), 'folder.create', { hst: '10001', brand: 'bmw', folderType: 'SALE_NEW' });
    expect(anyPermitted([decisionIn('READONLY'), decisionIn('SALE_NEW')])).toEqual({ ok: true });
    expect(anyPermitted([decisionIn('SALE_USED'), decisionIn('READONLY')])).toMatchObject({ reason: 'readonly' });
    expect(anyPermitted([])).toMatchObject({ ok: false });
  });
});
