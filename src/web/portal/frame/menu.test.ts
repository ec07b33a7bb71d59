/** The side menu shows only pages that exist and that the user may see. */
import { describe, expect, it } from 'vitest';
import { type Action, mayEver } from '#domain/access.ts';
import type { Role } from '#domain/identity/roles.ts';
import { rowsOf } from '../../shared/rows.suite.ts';
import { activeEntry, menuGroups } from './menu.ts';

const everything = () => true;
const keys = (
  url: string | null,
  allowed: (action: Action) => boolean,
  exists: (path: string) => boolean = everything,
) => menuGroups(url, allowed, exists).flatMap((group) => group.entries.map((entry) => entry.key));
const of = (role: Role) => {
  const actor = { id: 1, login: 'x', authorities: [role], hstList: ['10001'], brands: [] };
  return keys(null, (action) => mayEver(actor, action).ok);
};

describe('the side menu', () => {
  it('shows every entry with all permissions, in the specified order', () => {
    expect(keys('https://dealer.example.com', everything).join(' ')).toBe(
      'dashboard customers folders documents waiting numbers ' +
        'licenses firstSteps users services papers integrations dealerPortal videos',
    );
  });

  it('has no Dealer Portal unless its URL is configured', () => {
    expect(keys(null, everything)).not.toContain('dealerPortal');
  });

  it('shows only the dashboard to a user without permissions', () => {
    expect(keys(null, () => false)).toEqual(['dashboard']);
  });

  it('has no entry for a missing page', () => {
    expect(keys(null, everything, (path) => !path.startsWith('/admin'))).toEqual([
      'dashboard',
      'customers',
      'folders',
      'documents',
      'waiting',
      'numbers',
      'licenses',
      'firstSteps',
      'papers',
      'videos',
    ]);
  });

  const common = ['dashboard', 'customers', 'folders', 'documents'];
  const signing = [...common, 'waiting'];
  const supervising = [...signing, 'numbers'];
  it.each<[Role, string[]]>([
    ['ROLE_ADMIN', [...supervising, 'licenses', 'firstSteps', 'users', 'services', 'papers', 'integrations', 'videos']],
    ['ROLE_BMW_ITALIA', [...supervising, 'licenses', 'users', 'papers', 'videos']],
    ['ROLE_SUPERVISOR_DEALER', [...supervising, 'licenses', 'users', 'videos']],
    ['ROLE_DEALER', [...signing, 'videos']],
    ['ROLE_SA3', [...common, 'videos']],
    ['ROLE_DMS_INCADEA', common],
    ['ROLE_USER', ['dashboard']],
  ])('shows to %s: %s', (role, entries) => {
    expect(of(role)).toEqual(entries);
  });

  it.each(
    rowsOf(`
      /dashboard                  | dashboard
      /app/wizard/mini/sale_new/x | dashboard
      /app/dossiers/7             | customers
      /app/folders                | folders
      /app/documents              | documents
      /app/documents/48210        | folders
      /app/recurring-numbers      | numbers
      /app/licenses               | licenses
      /app/videos                 | videos
      /admin/users/7              | users
      /admin/services             | services
      /admin/integrations         | integrations
      /app/first-steps            | firstSteps
    `),
  )('marks at %s the entry %s', (address = '', entry) => {
    expect(activeEntry(address)).toBe(entry);
  });

  it.each(['/my-page', '/app/foldersandmore'])('marks no entry at %s', (address) => {
    expect(activeEntry(address)).toBeNull();
  });
});
