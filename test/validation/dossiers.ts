/** Specification §5 "Dossier", with the limits of §9 and the shapes of P-20. */
import { dossierSchema } from '../../src/domain/dossiers/dossier.ts';
import { type Change, issuesOf, type ValidationRule, type ValidationTable } from './table.ts';

const LONGEST = 'x'.repeat(255);
const TOO_LONG = 'x'.repeat(256);

/** Every one-line text refuses these in the same way. */
const UNSEEN = [
  'Pro\tva',
  'Pro\nva',
  'Pro\r\nva',
  'Pro\u0000va',
  'Pro\u0085va',
  'Pro\u2028va',
  '\u202eavorP',
  'Pro\u2066va',
  'Pro\ud800va',
];

const required = (field: string): ValidationRule => ({
  rule: `${field} is required, at most 255 characters`,
  field,
  accepted: [{ [field]: LONGEST }, { [field]: '  Prova  ' }],
  refused: [
    ...[undefined, null, '', '   ', '\u200b'].map((value): [Change, string] => [{ [field]: value }, 'required']),
    ...[42, true, {}, ['Prova']].map((value): [Change, string] => [{ [field]: value }, 'type']),
    [{ [field]: TOO_LONG }, 'max'],
    ...UNSEEN.map((value): [Change, string] => [{ [field]: value }, 'characters']),
  ],
});

const optional = (field: string): ValidationRule => ({
  rule: `${field} may be left out, at most 255 characters`,
  field,
  accepted: [...[undefined, null, '', LONGEST].map((value) => ({ [field]: value }))],
  refused: [
    [{ [field]: TOO_LONG }, 'max'],
    [{ [field]: 42 }, 'type'],
    ...UNSEEN.map((value): [Change, string] => [{ [field]: value }, 'characters']),
  ],
});

const oneOf = (field: string, values: readonly string[]): ValidationRule => ({
  rule: `${field} is one of ${values.join(', ')}, or absent`,
  field,
  accepted: [undefined, null, ...values].map((value) => ({ [field]: value })),
  refused: [
    [{ [field]: 'altro' }, 'oneOf'],
    [{ [field]: 7 }, 'oneOf'],
  ],
});

const HST: ValidationRule = {
  rule: 'hst is required',
  field: 'hst',
  accepted: [],
  refused: [
    ...[undefined, null, '', ' '].map((value): [Change, string] => [{ hst: value }, 'required']),
    [{ hst: 10001 }, 'type'],
    [{ hst: TOO_LONG }, 'max'],
    [{ hst: '10\t001' }, 'characters'],
  ],
};

const NAMES: ValidationRule = {
  rule: 'names of people from everywhere are names',
  field: 'firstName',
  accepted: [
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
    'สมชาย',
    'Ng',
    'O',
  ].map((firstName) => ({ firstName })),
  refused: [],
};

const EMAIL: ValidationRule = {
  rule: 'email is a valid address',
  field: 'email',
  accepted: ['a@example.com', 'nome.cognome+prova@posta.example.com', "d'amico@example.com"].map((email) => ({
    email,
  })),
  refused: [
    ...[
      'non-un-indirizzo',
      'a@b',
      '@example.com',
      'a@',
      'a b@example.com',
      'a@example..com',
      'a@-example.com',
      'à@example.com',
    ].map((email): [Change, string] => [{ email }, 'email']),
    ...[undefined, null, '', ' '].map((email): [Change, string] => [{ email }, 'required']),
    [{ email: `${'x'.repeat(250)}@example.com` }, 'max'],
  ],
};

const MOBILE_PHONE: ValidationRule = {
  rule: 'mobilePhone is a plus sign, 2 digits, an optional space, then 9 or 10 digits',
  field: 'mobilePhone',
  accepted: ['+39 3331234567', '+393331234567', '+39 333123456', '+49 1701234567'].map((mobilePhone) => ({
    mobilePhone,
  })),
  refused: [
    ...[
      '3331234567',
      '0039 3331234567',
      '+39 33312345',
      '+39 33312345678',
      '+39  333123456',
      '+39-3331234567',
      '+3 3331234567',
      '+39 333 1234567',
      '+39 ٣٣٣١٢٣٤٥٦٧',
    ].map((mobilePhone): [Change, string] => [{ mobilePhone }, 'mobilePhone']),
    ...[undefined, null, ''].map((mobilePhone): [Change, string] => [{ mobilePhone }, 'required']),
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
  rule: 'fiscalCode matches the Italian 16-character pattern or 11 digits; its check character never refuses (P-15)',
  field: 'fiscalCode',
  accepted: [
    ...[
      'PRVGVR80A41H501D',
      'prvgvr80a41h501d',
      'PRVGVR80A41H501A',
      'RSSMRA85T10A56NH',
      '12345678903',
      '12345678901',
    ].map((code) => ({ fiscalCode: code })),
    ...(refusedWhenMissing ? [] : [undefined, null, ''].map((code) => ({ fiscalCode: code }))),
  ],
  refused: [
    ...wrongCodes.map((code): [Change, string] => [{ fiscalCode: code }, 'fiscalCode']),
    [{ fiscalCode: TOO_LONG }, 'max'],
    [{ fiscalCode: 'PRVGVR80A41H\t501' }, 'characters'],
    ...(refusedWhenMissing
      ? [undefined, null, ''].map((code): [Change, string] => [{ fiscalCode: code }, 'required'])
      : []),
  ],
});

const birthDate = (refusedWhenMissing: boolean): ValidationRule => ({
  rule: 'birthDate is a date, sent ISO',
  field: 'birthDate',
  accepted: [
    { birthDate: '1980-02-29' },
    ...(refusedWhenMissing ? [] : [undefined, null, ''].map((date) => ({ birthDate: date }))),
  ],
  refused: [
    ...['01/01/1980', '1980-02-30', '1981-02-29', '0001-01-01', '1980-1-1', '1980-01-01T00:00:00Z', 'ieri'].map(
      (date): [Change, string] => [{ birthDate: date }, 'date'],
    ),
    [{ birthDate: 19800101 }, 'type'],
    ...(refusedWhenMissing ? [undefined, null].map((date): [Change, string] => [{ birthDate: date }, 'required']) : []),
  ],
});

const UNKNOWN: ValidationRule = {
  rule: 'fields that are read-only or unknown are refused on create (P-15)',
  field: 'numberOfFolders',
  accepted: [],
  refused: [[{ numberOfFolders: 1 }, 'unknown']],
};

const EVERYWHERE: readonly ValidationRule[] = [
  HST,
  ...['firstName', 'lastName', 'city', 'postalCode', 'street'].map(required),
  ...['businessId', 'organizationId', 'organizationName', 'originalAccountSource', 'address'].map(optional),
  NAMES,
  EMAIL,
  MOBILE_PHONE,
  oneOf('brand', ['bmw', 'bmwi', 'mini', 'moto']),
  oneOf('searchType', ['RSP', 'DMS']),
  oneOf('rspSearchType', ['ORGANIZATION', 'INDIVIDUAL']),
  oneOf('dossierType', ['existing', 'new']),
  UNKNOWN,
];

const send: ValidationTable['send'] = (portal, body) => portal.as('admin', 'POST', '/api/dossiers', body);

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
  name: 'a customer of a legal entity that signs as FES',
  objectName: 'dossier',
  body: (portal) => portal.dossier(),
  browser: (body) => issuesOf('dossier', dossierSchema({ fes: true }), body),
  send,
  rules: [fiscalCode(false), birthDate(false), optional('birthPlace')],
};

/** null counts as absent (P-15); the form leaves empty values out. */
function withoutNulls(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
