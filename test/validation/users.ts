/** The specification's "User": the browser's form with one field per brand, and the call that it makes. */
import { ROLES, SINGLE_SELECTION_ROLES } from '../../src/domain/identity/roles.ts';
import { brandsOfForm, userFormSchema } from '../../src/domain/identity/user.ts';
import { type Change, issuesOf, type ValidationRule, type ValidationTable } from './table.ts';
import { change, each, requiredLine } from './texts.ts';

type Form = Parameters<typeof brandsOfForm>[0];
let made = 0;

const COMBINING = ROLES.filter((role) => !SINGLE_SELECTION_ROLES.includes(role));

const READONLY: ValidationRule = {
  rule: 'if the READONLY permission is chosen, no other permission may be chosen',
  field: 'brands.0.permissions',
  accepted: change('brand_bmw', [['READONLY'], ['SALE_NEW'], ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE'], []]),
  refused: [
    [{ brand_bmw: ['READONLY', 'SALE_NEW'] }, 'readonlyAlone'],
    [{ brand_bmw: ['PRIVACY', 'SALE_NEW', 'SALE_USED', 'SERVICE', 'READONLY'] }, 'readonlyAlone'],
  ],
};

const EXIT: ValidationRule = {
  rule: 'VEHICLE_EXIT_REQUEST is never allowed to non-privileged users',
  field: 'brands.0.permissions',
  accepted: [{ brand_bmw: ['VEHICLE_EXIT_REQUEST'], authorities: ['ROLE_ADMIN'] }],
  refused: [[{ brand_bmw: ['SALE_NEW', 'VEHICLE_EXIT_REQUEST'] }, 'privilegedOnly']],
};

const SINGLE: ValidationRule = {
  rule: 'if a single-selection role is chosen, no other role may be chosen',
  field: 'authorities',
  accepted: [...ROLES.map((role) => ({ authorities: [role] })), { authorities: COMBINING }],
  refused: [
    ...SINGLE_SELECTION_ROLES.map((role): [Change, string] => [{ authorities: [role, 'ROLE_DEALER'] }, 'singleRole']),
    [{ authorities: [...COMBINING, 'ROLE_SA3'] }, 'singleRole'],
    [{ authorities: [] }, 'required'],
    [{ authorities: undefined }, 'required'],
    [{ authorities: 'ROLE_DEALER' }, 'type'],
  ],
};

const ROLE: ValidationRule = {
  rule: 'a role is one of the roles of the specification',
  field: 'authorities.0',
  accepted: [],
  refused: [[{ authorities: ['ROLE_NESSUNO'] }, 'oneOf']],
};

const DEALERS: ValidationRule = {
  rule: 'a dealer user has at least one dealer',
  field: 'hstList',
  accepted: [
    { hstList: ['10001', '10002'] },
    { hstList: [], authorities: ['ROLE_USER'] },
    { hstList: [], activated: false },
  ],
  refused: [[{ hstList: [] }, 'required']],
};

const LOGIN: ValidationRule = {
  rule: 'login has no spaces, accents or other special characters',
  field: 'login',
  accepted: [],
  refused: each('login', ['mario rossi', 'è.rossi', 'a/b', "d'amico"], 'login'),
};

const EMAIL: ValidationRule = {
  rule: 'email is a valid address',
  field: 'email',
  accepted: [{ email: 'nome.cognome@posta.example.com' }],
  refused: [
    ...each('email', ['nessuno', 'a@b', 'a b@example.com'], 'email'),
    ...each('email', [undefined, null, ''], 'required'),
  ],
};

/** The form's fields under the server's names. */
const asSent = (body: Record<string, unknown>): Record<string, unknown> => {
  const { brand_bmw, brand_bmwi, brand_mini, brand_moto, ...rest } = body;
  return { ...rest, brands: brandsOfForm({ brand_bmw, brand_bmwi, brand_mini, brand_moto } as Form) };
};

export const USERS: ValidationTable = {
  name: 'a user',
  objectName: 'user',
  body: () => {
    made += 1;
    return {
      login: `persona.${made}`,
      firstName: 'Nuova',
      lastName: 'Persona',
      email: `persona${made}@example.com`,
      authorities: ['ROLE_DEALER'],
      hstList: ['10001'],
      activated: true,
      brand_bmw: ['SALE_NEW'],
      brand_bmwi: [],
      brand_mini: [],
      brand_moto: [],
    };
  },
  browser: (body) =>
    issuesOf('user', userFormSchema, body).map((issue) => ({
      ...issue,
      field: issue.field === 'brand_bmw' ? 'brands.0.permissions' : issue.field,
    })),
  send: (portal, body) => portal.callAs('admin', 'POST', '/api/users', asSent(body)),
  rules: [READONLY, EXIT, SINGLE, ROLE, DEALERS, LOGIN, EMAIL, requiredLine('firstName'), requiredLine('lastName')],
};
