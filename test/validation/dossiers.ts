/** The specification's "Dossier", with its limits and shapes. */
import { dossierSchema } from '../../src/domain/dossiers/dossier.ts';
import { issuesOf, type ValidationRule, type ValidationTable } from './table.ts';
import { change, each, optionalLine, requiredLine, TOO_LONG, unknown } from './texts.ts';

const required = (field: string) => requiredLine(field, ['x'.repeat(255), '  Prova  ']);

const maybeOneOf = (field: string, values: readonly string[]): ValidationRule => ({
  rule: `${field} is one of ${values.join(', ')}, or absent`,
  field,
  accepted: change(field, [undefined, null, ...values]),
  refused: each(field, ['altro', 7], 'oneOf'),
});

const NAMES: ValidationRule = {
  rule: 'names in any script are accepted',
  field: 'firstName',
  accepted: change('firstName', [
    'Nicolò',
    'D’Amico',
    "De' Liguoro",
    'Anne-Marie',
    'Γιώργος',
    'Владимир',
    'محمد',
    'می‌خواهم',
    'שָׂרָה',
    '王小明',
    'გიორგი',
    'Ng',
    'O',
  ]),
  refused: [],
};

const EMAIL: ValidationRule = {
  rule: 'email is a valid address',
  field: 'email',
  accepted: change('email', [
    'a@example.com',
    'nome.cognome+prova@posta.example.com',
    "d'amico@example.com",
    'a.b.c@example.com',
    'a-b_c@ex-ample.co.it',
    '\u200ba@example.com\u00a0',
    `${'x'.repeat(64)}@example.com`,
  ]),
  refused: [
    ...each(
      'email',
      [
        'non-un-indirizzo',
        'a@b',
        '@example.com',
        'a@',
        'a b@example.com',
        'a@example..com',
        'a@-example.com',
        'à@example.com',
        'a..b@example.com',
        '.a@example.com',
        'a.@example.com',
        'a@.example.com',
        'a@example.com.',
        'a@b@example.com',
        'a b@example.com',
        'a,b@example.com',
        'a@exa_mple.com',
        `${'x'.repeat(65)}@example.com`,
      ],
      'email',
    ),
    ...each('email', [undefined, null, '', ' '], 'required'),
    [{ email: `${'x'.repeat(250)}@example.com` }, 'max'],
  ],
};

const MOBILE_PHONE: ValidationRule = {
  rule: 'mobilePhone is a plus sign, 2 digits, an optional space, then 9 or 10 digits',
  field: 'mobilePhone',
  accepted: change('mobilePhone', [
    '+39 3331234567',
    '+393331234567',
    '+39 333123456',
    '+49 1701234567',
    '+39\u00a03331234567',
    '+39\u202f3331234567',
    '\u200b+39 3331234567\u00a0',
  ]),
  refused: [
    ...each(
      'mobilePhone',
      [
        '3331234567',
        '0039 3331234567',
        '+39 33312345',
        '+39 33312345678',
        '+39  333123456',
        '+39-3331234567',
        '+3 3331234567',
        '+39 333 1234567',
        '+39 ٣٣٣١٢٣٤٥٦٧',
      ],
      'mobilePhone',
    ),
    ...each('mobilePhone', [undefined, null, ''], 'required'),
  ],
};

const wrongCodes = [
  'PRVGVR80A41H501',
  'PRVGVR80A41H501DX',
  'PRVGVR80A41H50',
  '1234567890',
  'PRVGVR80G41H501D',
  'PRV GVR80A41H50',
  '1RVGVR80A41H501D',
  'ABC',
];
const fiscalCode = (refusedWhenMissing: boolean): ValidationRule => ({
  rule: 'fiscalCode matches the Italian 16-character pattern or 11 digits; its check character never refuses',
  field: 'fiscalCode',
  accepted: [
    ...change('fiscalCode', [
      'PRVGVR80A41H501D',
      'prvgvr80a41h501d',
      'PRV GVR 80A41 H501D',
      'PRV\u00a0GVR\u00a080A41\u00a0H501D',
      'PRVGVR80A41H501\u200bD',
      '123 456 789 03',
      'IT 12345678903',
      'PRVGVR80A41H501A',
      'RSSMRA85T10A56NH',
      '12345678903',
      '12345678901',
    ]),
    ...(refusedWhenMissing ? [] : change('fiscalCode', [undefined, null, ''])),
  ],
  refused: [
    ...each('fiscalCode', wrongCodes, 'fiscalCode'),
    [{ fiscalCode: TOO_LONG }, 'max'],
    [{ fiscalCode: 'PRVGVR80A41H\t501' }, 'characters'],
    ...(refusedWhenMissing ? each('fiscalCode', [undefined, null, ''], 'required') : []),
  ],
});

const birthDate = (refusedWhenMissing: boolean): ValidationRule => ({
  rule: 'birthDate is a date, sent ISO',
  field: 'birthDate',
  accepted: [{ birthDate: '1980-02-29' }, ...(refusedWhenMissing ? [] : change('birthDate', [undefined, null, '']))],
  refused: [
    ...each(
      'birthDate',
      ['01/01/1980', '1980-02-30', '1981-02-29', '1980-1-1', '1980-01-01T00:00:00Z', 'ieri'],
      'date',
    ),
    ...each('birthDate', ['0001-01-01', '1799-12-31'], 'dateMin'),
    [{ birthDate: 19800101 }, 'type'],
    ...(refusedWhenMissing ? each('birthDate', [undefined, null], 'required') : []),
  ],
});

const EVERYWHERE: readonly ValidationRule[] = [
  requiredLine('hst', []),
  ...['firstName', 'lastName', 'city', 'postalCode', 'street'].map(required),
  ...['businessId', 'organizationId', 'organizationName', 'originalAccountSource', 'address'].map(optionalLine),
  NAMES,
  EMAIL,
  MOBILE_PHONE,
  maybeOneOf('brand', ['bmw', 'bmwi', 'mini', 'moto']),
  maybeOneOf('searchType', ['RSP', 'DMS']),
  maybeOneOf('rspSearchType', ['ORGANIZATION', 'INDIVIDUAL']),
  maybeOneOf('dossierType', ['existing', 'new']),
  ...unknown('numberOfFolders'),
];

const send: ValidationTable['send'] = (portal, body) => portal.callAs('admin', 'POST', '/api/dossiers', body);

/** LE002 has no signature service: birth and fiscal data are required. */
export const DOSSIERS: ValidationTable = {
  name: 'a customer of a legal entity without FES',
  objectName: 'dossier',
  body: (portal) => portal.dossier({ hst: '10003' }),
  browser: (body) => issuesOf('dossier', dossierSchema({ fes: false }), withoutNulls(body)),
  send,
  rules: [...EVERYWHERE, fiscalCode(true), birthDate(true), required('birthPlace')],
};

/** LE001 signs as FES in every folder type: the three fields may be null. */
export const DOSSIERS_UNDER_FES: ValidationTable = {
  name: 'a customer of a legal entity with FES',
  objectName: 'dossier',
  body: (portal) => portal.dossier(),
  browser: (body) => issuesOf('dossier', dossierSchema({ fes: true }), body),
  send,
  rules: [fiscalCode(false), birthDate(false), optionalLine('birthPlace')],
};

/** null counts as absent; the form omits empty values. */
function withoutNulls(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
