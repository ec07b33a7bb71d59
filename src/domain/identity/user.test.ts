/** Rules of a user: the browser's form and the server's body accept and refuse the same values. */
import { describe, expect, it } from 'vitest';
import { labels } from '../../web/portal/text/it/labels.ts';
import { FOLDER_TYPES } from '../folders/folder-types.ts';
import { fieldIssues } from '../validation.ts';
import { PERMISSION_NAMES, ROLE_NAMES } from './role-names.ts';
import { ROLES, SINGLE_SELECTION_ROLES } from './roles.ts';
import { brandsOfForm, formOfBrands, newUserSchema, userFormSchema, withoutUnusedGrants } from './user.ts';

const user = (change: Record<string, unknown> = {}) => ({
  login: 'd.provini',
  firstName: 'Dario',
  lastName: 'Provini',
  email: 'dario.provini@example.com',
  activated: true,
  authorities: ['ROLE_DEALER'],
  hstList: ['10001'],
  brands: [{ brand: 'bmw', permissions: ['PRIVACY', 'SALE_NEW'] }],
  ...change,
});

/** Field names of the body as used by the form: each brand has its own field. */
const FORM_FIELDS: Record<string, string> = {
  bmw: 'brand_bmw',
  bmwi: 'brand_bmwi',
  mini: 'brand_mini',
  moto: 'brand_moto',
};

type Brands = { brand: string; permissions: string[] }[];

function asForm({ brands, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const list = (brands ?? []) as Brands;
  const none = { brand_bmw: [], brand_bmwi: [], brand_mini: [], brand_moto: [] };
  return { ...rest, ...none, ...Object.fromEntries(list.map((one) => [FORM_FIELDS[one.brand], one.permissions])) };
}

/** `field code` of every refusal; an item of a list is reported as its list. */
const refusals = (schema: typeof newUserSchema | typeof userFormSchema, value: Record<string, unknown>): string[] => {
  const parsed = schema.safeParse(value, { reportInput: true });
  const issues = parsed.success ? [] : fieldIssues('user', parsed.error);
  const brands = (value.brands ?? []) as Brands;
  return issues
    .map(({ field, code }) => {
      const [name = '', index = ''] = field.split('.');
      return `${name === 'brands' ? FORM_FIELDS[brands[Number(index)]?.brand ?? ''] : name} ${code}`;
    })
    .sort();
};

describe('a user, on the server and in the form', () => {
  it.each([
    ['valid input', {}, []],
    ['several dealer roles', { authorities: ['ROLE_DEALER', 'ROLE_SALE_MANAGER', 'ROLE_USER'] }, []],
    ['only read-only', { brands: [{ brand: 'mini', permissions: ['READONLY'] }] }, []],
    ['no brand at all', { brands: [] }, []],
    ['a user without any role of a dealer', { authorities: ['ROLE_USER'], hstList: [] }, []],
    ['an administrator without dealers', { authorities: ['ROLE_ADMIN'], hstList: [], brands: [] }, []],
    ['an inactive user without dealers', { activated: false, hstList: [] }, []],
    ['a login from a directory', { login: 'RETE\\d.provini+1@example_x' }, []],
    ['no name', { firstName: '', lastName: '   ' }, ['firstName required', 'lastName required']],
    ['a name of 256 letters', { firstName: 'a'.repeat(256) }, ['firstName max']],
    ['a name over two lines', { lastName: 'Pro\nvini' }, ['lastName characters']],
    ['a zero byte', { firstName: 'a\u0000' }, ['firstName characters']],
    ['a login with a space', { login: 'dario provini' }, ['login login']],
    ['a login with an accent', { login: 'nicolò' }, ['login login']],
    ['a login that only looks like another', { login: 'аdmin' }, ['login login']],
    ['an invalid e-mail address', { email: 'dario@' }, ['email email']],
    ['no role', { authorities: [] }, ['authorities required']],
    ['an unknown role', { authorities: ['ROLE_ROOT'] }, ['authorities oneOf']],
    ['a dealer without dealers', { hstList: [] }, ['hstList required']],
    ['a DMS without dealers', { authorities: ['ROLE_DMS_GMT'], hstList: [] }, ['hstList required']],
    ['an unknown permission', { brands: [{ brand: 'bmw', permissions: ['SALES'] }] }, ['brand_bmw oneOf']],
    [
      'read-only with another permission',
      { brands: [{ brand: 'mini', permissions: ['READONLY', 'SERVICE'] }] },
      ['brand_mini readonlyAlone'],
    ],
    [
      'the vehicle exit request for a dealer',
      {
        brands: [
          { brand: 'bmw', permissions: ['SALE_NEW'] },
          { brand: 'moto', permissions: ['SALE_NEW', 'VEHICLE_EXIT_REQUEST'] },
        ],
      },
      ['brand_moto privilegedOnly'],
    ],
    [
      'the vehicle exit request for the national organisation',
      { authorities: ['ROLE_BMW_ITALIA'], brands: [{ brand: 'moto', permissions: [...FOLDER_TYPES] }] },
      [],
    ],
  ])('%s', (_name, change, expected) => {
    expect(refusals(newUserSchema, user(change))).toEqual(expected);
    expect(refusals(userFormSchema, asForm(user(change)))).toEqual(expected);
  });

  it.each(ROLES)('%s is exclusive exactly when it is a single-selection role', (role) => {
    const expected = SINGLE_SELECTION_ROLES.includes(role) ? ['authorities singleRole'] : [];
    for (const other of ['ROLE_ACCEPTANCE_DEALER', 'ROLE_USER'].filter((candidate) => candidate !== role)) {
      const withBoth = user({ authorities: [role, other] });
      expect(refusals(newUserSchema, withBoth)).toEqual(expected);
      expect(refusals(userFormSchema, asForm(withBoth))).toEqual(expected);
    }
  });

  it('has each role, dealer or permission once', () => {
    const withDuplicates = user({
      authorities: ['ROLE_DEALER', 'ROLE_DEALER'],
      hstList: ['10001', ' 10001 '],
      brands: [{ brand: 'bmw', permissions: ['READONLY', 'READONLY'] }],
    });
    expect(newUserSchema.parse(withDuplicates)).toMatchObject({
      authorities: ['ROLE_DEALER'],
      hstList: ['10001'],
      brands: [{ brand: 'bmw', permissions: ['READONLY'] }],
    });
  });

  it('has each brand once, since permissions would be ambiguous', () => {
    const brand = { brand: 'bmw', permissions: ['SALE_NEW'] };
    const parsed = newUserSchema.safeParse(user({ brands: [brand, { ...brand, permissions: ['READONLY'] }] }));
    expect(parsed.success ? [] : fieldIssues('user', parsed.error)).toMatchObject([
      { field: 'brands', code: 'duplicate' },
    ]);
  });

  it('has no stored dealers and permissions when the role reaches everything', () => {
    const admin = newUserSchema.parse(user({ authorities: ['ROLE_ADMIN'] }));
    expect(withoutUnusedGrants(admin)).toMatchObject({ hstList: [], brands: [] });
    expect(withoutUnusedGrants(newUserSchema.parse(user()))).toMatchObject({ hstList: ['10001'] });
  });
});

describe('the form', () => {
  it('has an empty list for each brand without permissions, and round-trips', () => {
    const brands = [{ brand: 'mini' as const, permissions: ['SALE_NEW', 'SERVICE'] }];
    const form = formOfBrands(brands);
    expect(form).toEqual({ brand_bmw: [], brand_bmwi: [], brand_mini: ['SALE_NEW', 'SERVICE'], brand_moto: [] });
    expect(brandsOfForm(form)).toEqual(brands);
  });
});

describe('names of roles and permissions', () => {
  it('are the ones on screen', () => {
    expect(ROLE_NAMES).toEqual(labels.role);
    expect(PERMISSION_NAMES).toMatchObject(labels.folderType);
  });
});
