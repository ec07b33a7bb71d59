/** Users and coworkers. */
import { z } from 'zod';
import { brandSchema } from '#domain/dealers/brand-schema.ts';
import { folderTypeSchema } from '#domain/folders/folder-type-schemas.ts';
import { ROLES } from '#domain/identity/roles.ts';
import { newUserSchema, USER_FIELDS, userRules } from '#domain/identity/user.ts';
import { optionalText, requiredText } from '#domain/text-schemas.ts';
import * as calls from '../calls/users.ts';
import { AUTHORED_CRITERIA, type CriteriaFields, listQuery, sortsOf } from '../definition/criteria.ts';
import { authorExample, authorFields, editSchema } from '../definition/edit.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { ACCOUNT_EXAMPLE, accountSchema } from '../identity.ts';

const userEndpoint = staffEndpointsOf('user');

export const userAnswer = accountSchema.extend({
  /** Only if stored: the specification's User has no such field. */
  mobilePhone: z.string().optional(),
  ...authorFields,
});

/** The browser sends the authorities field as `authority`. */
export const USER_CRITERIA = {
  id: 'number',
  login: 'text',
  firstName: 'text',
  lastName: 'text',
  fullname: 'text',
  email: 'text',
  mobilePhone: 'text',
  activated: 'boolean',
  authority: 'set',
  authorities: 'set',
  hst: 'set',
  hstList: 'set',
  brand: 'set',
  brands: 'set',
  permissions: 'set',
  ...AUTHORED_CRITERIA,
} as const satisfies CriteriaFields;

/** Roles and dealers are sorted by their first value, then by the next. */
export const USER_SORTS = sortsOf(USER_CRITERIA, 'authority', 'authorities', 'hst', 'hstList');

const userExample = {
  ...ACCOUNT_EXAMPLE,
  ...authorExample('admin', '2026-11-20T08:12:00.000Z'),
};
const { id: _id, fullname: _fullname, ...requestExample } = ACCOUNT_EXAMPLE;

export const listUsers = userEndpoint(calls.listUsers, 'user.read', {
  summary: 'Users, one page; a supervisor sees those of their own dealers',
  query: listQuery(USER_CRITERIA),
  output: z.array(userAnswer),
  example: {
    query: { page: 0, size: 20, sort: 'lastName,asc', 'authority.in': 'ROLE_DEALER', 'genericFilter.contains': 'prov' },
    answer: [userExample],
  },
  errors: ['user.invalid'],
});

export const getUser = userEndpoint(calls.getUser, 'user.read', {
  summary: 'One user',
  params: idParams,
  output: userAnswer,
  example: { params: { id: 7 }, answer: userExample },
  errors: ['user.notFound'],
});

export const createUser = userEndpoint(calls.createUser, 'user.create', {
  summary:
    'Create a user; credentials are kept by the identity provider. An administrator stays inactive until a second administrator confirms',
  body: newUserSchema,
  output: userAnswer,
  status: 201,
  example: { body: requestExample, answer: userExample },
  errors: ['user.invalid', 'access.forbidden'],
});

export const updateUser = userEndpoint(calls.updateUser, 'user.edit', {
  summary:
    'Change a user; the login cannot change, and deactivation ends all sessions immediately. A change that makes an administrator, or changes an administrator’s e-mail address, becomes a proposal: the response is the unchanged user until a second administrator confirms',
  body: editSchema(USER_FIELDS, { fixed: ['login'], derived: ['fullname'] }).superRefine(userRules),
  output: userAnswer,
  example: { body: userExample, answer: userExample },
  errors: ['user.invalid', 'user.notFound', 'access.forbidden', 'conflict.stale', 'user.lastAdmin', 'user.ownAccess'],
});

export const downloadUsers = userEndpoint(calls.downloadUsers, 'user.export', {
  summary: 'All users that match the criteria, as Export_Utenti.xlsx; `page` and `size` are ignored',
  query: listQuery(USER_CRITERIA),
  binary: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  example: { query: { 'activated.equals': 'true', sort: 'lastName,asc' } },
  errors: ['user.invalid'],
});

/** Maximum number of users offered in a selection. */
export const MAX_COLLEAGUES = 1000;

export const listColleagues = userEndpoint(calls.listColleagues, 'document.read', {
  summary: `Users who work at the caller’s dealers, or at the given ones, by name: at most ${MAX_COLLEAGUES}`,
  query: z.strictObject({
    /** Comma-separated. */
    hst: optionalText(4000),
  }),
  output: z.array(z.object({ login: z.string(), fullname: z.string() })).max(MAX_COLLEAGUES),
  example: { query: { hst: '10001' }, answer: [{ login: 'dealer', fullname: 'Anna Conti' }] },
});

/** Maximum number of names on one page. */
const MAX_NAMES = 50;

/** Pages show the names of creators and editors; the rows store logins. */
export const nameCoworkers = userEndpoint(calls.nameCoworkers, 'document.read', {
  summary:
    'Full names for logins, for users at the caller’s dealers and in the national organisation; other logins are left out',
  query: z.strictObject({
    /** Comma-separated. */
    login: requiredText(4000)
      .transform((text) => [...new Set(text.split(',').flatMap((part) => part.trim() || []))])
      .pipe(z.array(z.string()).min(1).max(MAX_NAMES)),
  }),
  output: z.array(z.object({ login: z.string(), fullname: z.string() })),
  example: { query: { login: 'dealer,admin' }, answer: [{ login: 'dealer', fullname: 'Ginevra Provetti' }] },
  errors: ['user.invalid'],
});

export const listCoworkers = userEndpoint(calls.listCoworkers, 'document.read', {
  summary: 'Active users at the caller’s dealers who have a role and may work on a brand and folder type',
  params: z.strictObject({ role: z.enum(ROLES) }),
  query: z.strictObject({
    brand: brandSchema.optional(),
    folderType: folderTypeSchema.optional(),
    hst: requiredText().optional(),
  }),
  output: z.array(accountSchema),
  example: {
    params: { role: 'ROLE_DEALER' },
    query: { brand: 'bmw', folderType: 'SALE_NEW', hst: '10001' },
    answer: [ACCOUNT_EXAMPLE],
  },
  errors: ['user.invalid'],
});
