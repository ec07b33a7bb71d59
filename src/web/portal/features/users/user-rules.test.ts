/** What the user pages decide themselves: boxes, roles, permission summaries, criteria, bodies. */
import { describe, expect, test } from 'vitest';
import type { Actor } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { ROLES, SINGLE_SELECTION_ROLES } from '#domain/identity/roles.ts';
import type { Account } from '../../api/answer-types.ts';
import { copyGrants, type Grants, grantsOf } from './copy-grants.ts';
import { type BrandColumn, boxReason, givableIn, gridRows, toggled, wholeColumn } from './permission-rules.ts';
import { roleReason } from './roles-field.tsx';
import { rightsOf } from './user-columns.tsx';
import { userCriteria } from './user-filters.ts';
import { fieldOfServer, newUserValues, type UserValues, userBody, userIssues, valuesOf } from './user-values.ts';

const ALL = ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'READONLY'];
const column = (change: Partial<BrandColumn> = {}): BrandColumn => ({ chosen: [], had: [], givable: ALL, ...change });

describe('a checkbox of the permission grid', () => {
  test('is disabled for other permissions once read-only is checked, and the reverse', () => {
    const readOnly = column({ chosen: ['READONLY'] });
    expect(boxReason('SALE_NEW', readOnly)).toBe('readonly');
    expect(boxReason('READONLY', readOnly)).toBeNull();
    expect(boxReason('READONLY', column({ chosen: ['SERVICE'] }))).toBe('readonly');
    expect(boxReason('SALE_NEW', column({ chosen: ['SERVICE'] }))).toBeNull();
  });
  test('can always be cleared, even if both are checked', () => {
    const both = column({ chosen: ['READONLY', 'SERVICE'], givable: [] });
    expect(boxReason('READONLY', both)).toBeNull();
    expect(boxReason('SERVICE', both)).toBeNull();
  });
  test('that the actor may not grant is disabled, unless the user had it', () => {
    const limited = column({ givable: ['PRIVACY'], had: ['SERVICE'] });
    expect(boxReason('SALE_NEW', limited)).toBe('notGivable');
    expect(boxReason('SERVICE', limited)).toBeNull();
    expect(wholeColumn(limited)).toEqual(['PRIVACY', 'SERVICE']);
    expect(wholeColumn(column({ givable: ['READONLY'] }))).toEqual([]);
  });
  test('is checked and unchecked in the order of the grid', () => {
    expect(toggled(['SERVICE'], 'PRIVACY')).toEqual(['PRIVACY', 'SERVICE']);
    expect(toggled(['PRIVACY', 'SERVICE'], 'PRIVACY')).toEqual(['SERVICE']);
  });
  test('for the vehicle exit request exists only for users who still have it, and cannot be granted', () => {
    const columns = { bmw: column(), bmwi: column(), mini: column(), moto: column() };
    expect(gridRows(columns)).toEqual(ALL);
    const old = { ...columns, moto: column({ had: ['VEHICLE_EXIT_REQUEST'] }) };
    expect(gridRows(old)).toContain('VEHICLE_EXIT_REQUEST');
    expect(wholeColumn(old.moto)).not.toContain('VEHICLE_EXIT_REQUEST');
    const admin: Actor = { id: 1, login: 'admin', authorities: ['ROLE_ADMIN'], hstList: [], brands: [] };
    for (const brand of BRANDS) expect(givableIn(admin, brand)).toEqual(ALL);
  });
});

describe('a role', () => {
  test.each(SINGLE_SELECTION_ROLES)('%s excludes every other, and is excluded by every other', (single) => {
    for (const role of ROLES.filter((otherRole) => otherRole !== single)) {
      expect(roleReason(role, [single])).toBe('excluded');
      expect(roleReason(single, [role])).toBe(SINGLE_SELECTION_ROLES.includes(role) ? 'excluded' : 'alone');
    }
    expect(roleReason(single, [])).toBeNull();
    expect(roleReason(single, [single, 'ROLE_DEALER'])).toBeNull();
  });
  test('of a dealer combines with the others', () => {
    expect(roleReason('ROLE_SALE_MANAGER', ['ROLE_DEALER', 'ROLE_USER'])).toBeNull();
  });
});

const user = (change: Partial<Account> = {}): Account => ({
  ...{ id: 8, login: 'manager', firstName: 'Matteo', lastName: 'Greco', fullname: 'Matteo Greco' },
  ...{ email: 'matteo.greco@example.com', activated: true, authorities: ['ROLE_SALE_MANAGER'], hstList: ['10001'] },
  brands: [{ brand: 'mini', permissions: ['SALE_NEW'] }],
  ...change,
});
const READ = { brand: 'bmw', permissions: ['READONLY'] } as const;

describe('a user’s permissions in one word', () => {
  test.each<[string, Partial<Account>, string]>([
    ['write', {}, 'write'],
    ['all for who reaches everything', { authorities: ['ROLE_BMW_ITALIA'], brands: [] }, 'all'],
    ['read where every brand says so', { brands: [{ ...READ, permissions: ['READONLY'] }] }, 'read'],
    ['read by the role', { authorities: ['ROLE_SA3'] }, 'read'],
    [
      'mixed',
      {
        brands: [
          { brand: 'mini', permissions: ['SALE_NEW'] },
          { ...READ, permissions: ['READONLY'] },
        ],
      },
      'mixed',
    ],
    ['none without a brand', { brands: [] }, 'none'],
    ['none without a role of a dealer', { authorities: ['ROLE_USER'] }, 'none'],
  ])('%s', (_name, change, expected) => {
    expect(rightsOf(user(change))).toBe(expected);
  });
});

test('the list is requested as its URL states, with the role as authority', () => {
  const state = { page: 0, size: 10, sorting: { field: 'fullname', order: 'asc' } } as const;
  expect(userCriteria({ ...state, text: '', filters: {} })).toEqual({ sort: 'fullname,asc' });
  const filters = { role: 'ROLE_SA3', hst: '10001', brand: 'moto', activated: 'false' };
  expect(userCriteria({ ...state, text: 'costa', filters })).toEqual({
    ...{ sort: 'fullname,asc', 'genericFilter.contains': 'costa', 'authority.in': 'ROLE_SA3' },
    ...{ 'hst.in': '10001', 'brand.in': 'moto', 'activated.equals': 'false' },
  });
});

describe('the user form', () => {
  const values = (change: Partial<UserValues> = {}): UserValues => ({ ...valuesOf(user()), ...change });
  const issueCodes = (change: Partial<UserValues>, creating = false) =>
    userIssues(values(change), creating).map(({ field, code }) => `${field} ${code}`);

  test('has one field per brand, empty without permissions', () => {
    expect(valuesOf(user())).toMatchObject({ brand_bmw: [], brand_bmwi: [], brand_mini: ['SALE_NEW'], brand_moto: [] });
  });
  test('sends brands as a list, and the login only for a new user', () => {
    expect(userBody(values(), false)).toMatchObject({ brands: [{ brand: 'mini', permissions: ['SALE_NEW'] }] });
    expect(userBody(values(), false)).not.toHaveProperty('login');
    expect(userBody(values(), true)).toHaveProperty('login', 'manager');
  });
  test('neither sends nor requires dealers and permissions for roles that reach everything', () => {
    const admin = values({ authorities: ['ROLE_ADMIN'], brand_bmw: ['READONLY', 'SERVICE'] });
    expect(userBody(admin, false)).toMatchObject({ hstList: [], brands: [] });
    expect(issueCodes({ authorities: ['ROLE_ADMIN'], hstList: [], brand_bmw: ['READONLY', 'SERVICE'] })).toEqual([]);
    expect(
      valuesOf(user({ authorities: ['ROLE_ADMIN'], brands: [{ ...READ, permissions: [...ALL] }] })).brand_bmw,
    ).toEqual([]);
  });
  test.each<[Partial<UserValues>, string[]]>([
    [{}, []],
    [{ authorities: [] }, ['authorities required']],
    [{ authorities: ['ROLE_SA3', 'ROLE_DEALER'] }, ['authorities singleRole']],
    [{ brand_moto: ['READONLY', 'SERVICE'] }, ['brand_moto readonlyAlone']],
    [{ brand_bmw: ['VEHICLE_EXIT_REQUEST'] }, ['brand_bmw privilegedOnly']],
    [{ hstList: [] }, ['hstList required']],
    [{ authorities: [], hstList: [] }, ['authorities required', 'hstList required']],
    [{ authorities: [], hstList: [], activated: false }, ['authorities required']],
    [{ email: 'matteo@' }, ['email email']],
  ])('%j gives %j', (change, expected) => {
    expect(issueCodes(change)).toEqual(expected);
  });
  test('requires a valid login only for a new user', () => {
    expect(issueCodes({ login: 'due parole' }, true)).toEqual(['login login']);
    expect(issueCodes({ login: 'due parole' })).toEqual([]);
  });
  test('finds the field of a server error', () => {
    const sent = values({ brand_bmw: ['SERVICE'] });
    expect(fieldOfServer('brands.1.permissions', sent)).toBe('brand_mini');
    expect(fieldOfServer('brands.0.permissions', sent)).toBe('brand_bmw');
    expect(fieldOfServer('hstList.2', sent)).toBe('hstList');
    expect(fieldOfServer('login', sent)).toBe('login');
  });
  test('starts with the only dealer of the acting user', () => {
    expect(newUserValues(['10001']).hstList).toEqual(['10001']);
    expect(newUserValues(['10001', '10002']).hstList).toEqual([]);
    expect(newUserValues([]).hstList).toEqual([]);
  });
});

describe('permissions copied from a colleague', () => {
  const nothing: Grants = grantsOf(newUserValues([]));
  const supervisor: Actor = {
    ...{ id: 3, login: 'supervisor', authorities: ['ROLE_SUPERVISOR_DEALER'], hstList: ['10001'] },
    brands: [{ brand: 'mini', permissions: ['SALE_NEW'] }],
  };
  const bySupervisor = {
    ...{ actor: supervisor, dealers: ['10001'] },
    mayGiveRole: (role: string) => role !== 'ROLE_ADMIN' && role !== 'ROLE_SA3',
  };
  test('are all that the actor may grant', () => {
    const { grants, leftOut } = copyGrants(user(), bySupervisor, nothing);
    expect(grants).toMatchObject({ authorities: ['ROLE_SALE_MANAGER'], hstList: ['10001'], brand_mini: ['SALE_NEW'] });
    expect(leftOut).toEqual({ authorities: [], hstList: [], permissions: [] });
  });
  test('exclude, and name, those the actor may not grant', () => {
    const colleague = user({
      ...{ authorities: ['ROLE_SA3'], hstList: ['10001', '10002'] },
      brands: [{ brand: 'mini', permissions: ['SALE_NEW', 'SERVICE'] }, READ as never],
    });
    const { grants, leftOut } = copyGrants(colleague, bySupervisor, nothing);
    expect(grants).toMatchObject({ authorities: [], hstList: ['10001'], brand_mini: ['SALE_NEW'], brand_bmw: [] });
    expect(leftOut).toEqual({
      ...{ authorities: ['ROLE_SA3'], hstList: ['10002'] },
      permissions: [
        { brand: 'bmw', permission: 'READONLY' },
        { brand: 'mini', permission: 'SERVICE' },
      ],
    });
  });
  test('may include those the user already has, regardless of who granted them', () => {
    const had: Grants = { ...nothing, authorities: ['ROLE_SA3'], hstList: ['10002'], brand_bmw: ['READONLY'] };
    const colleague = user({ authorities: ['ROLE_SA3'], hstList: ['10002'], brands: [READ as never] });
    const { grants, leftOut } = copyGrants(colleague, bySupervisor, had);
    expect(grants).toMatchObject({ authorities: ['ROLE_SA3'], hstList: ['10002'], brand_bmw: ['READONLY'] });
    expect(leftOut.permissions).toEqual([]);
  });
  test('include neither dealers nor permissions if the colleague reaches everything', () => {
    const all = user({ authorities: ['ROLE_BMW_ITALIA'], hstList: [], brands: [{ ...READ, permissions: [...ALL] }] });
    const byAdmin = { ...bySupervisor, mayGiveRole: () => true };
    expect(copyGrants(all, byAdmin, nothing).grants).toEqual({ ...nothing, authorities: ['ROLE_BMW_ITALIA'] });
  });
  test('never include the vehicle exit request', () => {
    const admin: Actor = { id: 1, login: 'admin', authorities: ['ROLE_ADMIN'], hstList: [], brands: [] };
    const old = user({ brands: [{ brand: 'moto', permissions: ['VEHICLE_EXIT_REQUEST', 'SERVICE'] }] });
    const { grants, leftOut } = copyGrants(old, { ...bySupervisor, actor: admin }, nothing);
    expect(grants.brand_moto).toEqual(['SERVICE']);
    expect(leftOut.permissions).toEqual([{ brand: 'moto', permission: 'VEHICLE_EXIT_REQUEST' }]);
  });
});
