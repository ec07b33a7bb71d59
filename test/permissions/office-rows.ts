/**
 * Rows of the authorisation matrix on everything that belongs to no customer: lists, users, licences, services, videos,
 * figures, directories.
 */
import { type Caller, ENTITY_OF, hasDealer, hasEntity, isOffice, mayEver, type Right, rowsOf } from './callers.ts';
import { type Fixture, type IdsByName, TARGETS, targetLogin } from './matrix-fixture.ts';
import type { Request, Row } from './matrix-row.ts';

const ONE_PLACE = ['here'] as const;

/** A route without a specific record: only the role decides. */
const plainRow = (route: string, right: Right, request: Partial<Request> = {}, success = 200): Row => ({
  route,
  places: ONE_PLACE,
  request: () => ({ url: route.split(' ')[1] ?? '', ...request }),
  expected: (caller) => (mayEver(caller, right) ? success : 403),
  success: success === 201 ? 'change' : 'none',
});

const SEARCH = { body: {} };
let number = 0;
const next = (): number => ++number;

const PLAIN: readonly Row[] = [
  plainRow('GET /api/account', 'have a session'),
  plainRow('GET /api/events', 'have a session', { url: '/api/events?seconds=0' }),
  plainRow('GET /api/notifications', 'have a session'),
  plainRow('GET /api/notifications/unread', 'have a session'),
  { ...plainRow('POST /api/notifications/read', 'have a session', { body: {} }), success: 'change' },
  plainRow('GET /api/mail-setting', 'have a session'),
  { ...plainRow('PUT /api/mail-setting', 'have a session', { body: { mails: true } }), success: 'change' },
  plainRow('GET /api/users/authorities', 'have a session'),
  plainRow('GET /api/legal-entities', 'have a session'),
  plainRow('POST /tools/conc/list', 'have a session', SEARCH),
  plainRow('GET /api/v2/folder-types/ext', 'see folder types'),
  { ...plainRow('POST /api/dossiers/search', 'see customers', SEARCH), sight: 'customers' },
  { ...plainRow('POST /api/dossiers/similar', 'see customers', { body: { text: 'porva' } }), sight: 'customers' },
  plainRow('POST /api/folders-ext/search', 'see customers', SEARCH),
  plainRow('POST /api/documents-ext/search', 'see customers', SEARCH),
  plainRow('POST /api/documents-ext/views/count', 'see customers', SEARCH),
  plainRow('POST /api/documents-ext/download', 'see customers', SEARCH),
  plainRow('GET /api/documents/count', 'see customers'),
  plainRow('GET /api/coworkers', 'see customers'),
  plainRow('POST /api/documents-ext/waiting/search', 'start signing', SEARCH),
  plainRow('GET /api/documents-ext/waiting/count', 'start signing'),
  // Callers who may send a photo get the refusal of a file that is none.
  plainRow('POST /api/documents/photos', 'edit customers', { body: { fileName: 'a.jpg', content: '/9j/' } }, 422),
  { ...plainRow('POST /api/photo-codes', 'edit customers', { body: { most: 2 } }), success: 'change' },
  // An unknown code: callers who may have one get the answer that it does not exist.
  plainRow('GET /api/photo-codes/:id', 'edit customers', { url: '/api/photo-codes/999999' }, 404),
  plainRow('DELETE /api/photo-codes/:id', 'edit customers', { url: '/api/photo-codes/999999' }, 404),
  plainRow('GET /api/own-signatures', 'see customers'),
  plainRow('GET /api/places', 'see customers', { url: '/api/places?name.contains=bat&on=1975-04-10' }),
  plainRow('POST /api/places/fiscal-code', 'see customers', { body: { fiscalCode: 'FRNSST75D50A717N' } }),
  plainRow('GET /api/coworkers/names', 'see customers', { url: '/api/coworkers/names?login=dealer,admin' }),
  // No such head: callers who may request it get that answer.
  plainRow('GET /api/evidence/consistency', 'see customers', { url: '/api/evidence/consistency?first=999999' }, 404),
  plainRow('GET /api/users', 'see users'),
  plainRow('GET /api/users/download', 'export users'),
  plainRow('GET /api/administrator-proposals', 'make admins'),
  plainRow('GET /api/licenses', 'see licences'),
  plainRow('GET /api/activations', 'see licences'),
  plainRow('GET /api/intesys-services', 'see signatures'),
  plainRow('GET /api/recurring-numbers', 'see numbers'),
  plainRow('GET /api/installation/first-steps', 'see first steps'),
  plainRow('GET /api/folder-types', 'change types'),
  plainRow('POST /api/folder-types/preview', 'change types', { body: { text: '[]' } }),
  // Other types came into force since: an administrator gets a conflict.
  plainRow('PUT /api/folder-types', 'change types', { body: { text: '[]', digest: '0'.repeat(64) } }, 409),
  plainRow('GET /api/videos', 'see videos'),
  plainRow('POST /api/videos', 'edit videos', { body: { order: 9, title: 'Nuovo', externalId: 'v9' } }, 201),
  plainRow(
    'POST /api/intesys-services',
    'edit services',
    { body: { serviceType: 'OTP', legalEntity: 'LE003', totalOtp: 10 } },
    201,
  ),
];

interface NamedRowSpec {
  of(fixture: Fixture): IdsByName;
  body?(id: number, name: string): object;
  expected: Row['expected'];
  success: Row['success'];
  fresh?: Row['fresh'];
}

export const namedRow = (route: string, places: readonly string[], { of, body, ...spec }: NamedRowSpec): Row => ({
  route,
  places,
  request: (fixture, name) => {
    const id = of(fixture)[name] ?? 0;
    const url = (route.split(' ')[1] ?? '').replace(':id', String(id));
    return body === undefined ? { url } : { url, body: body(id, name) };
  },
  ...spec,
});

/** Records to be deleted, created for each call. */
const newRecord =
  (path: string, body: (fixture: Fixture, name: string) => object): Row['fresh'] =>
  async (fixture, name) => ({ url: `${path}/${await createRecord(fixture, path, body(fixture, name))}` });

const isGone = (name: string): boolean => name === 'deleted' || name === 'absent';

/** Users as supervisors see them: W edits, R only sees, - does not see. */
const USERS = rowsOf(`
user              supervisor  supervisor-two
here              W           W
there             W           -
elsewhere         -           W
hereAndElsewhere  R           W
inactive          W           W
office            -           -
supervisorHere    R           R
sa3Here           R           R
dmsHere           R           R
absent            -           -
`);
const letterOf = (grid: string[][], caller: Caller, name: string): string => {
  if (isOffice(caller)) return name === 'absent' ? '-' : 'W';
  const column = grid[0]?.indexOf(caller.login) ?? -1;
  return grid.find(([first]) => first === name)?.[column] ?? '-';
};
const USER_NAMES = USERS.slice(1).map(([name = '']) => name);

/** What each caller may create; callers not named here are refused by role. */
const NEW_USERS = rowsOf(`
new user         admin  supervisor  supervisor-two  roles              dealers
dealerHere       201    201         201             SALE_DEALER        10001
dealerElsewhere  201    400         201             SALE_DEALER        10003
dealerBoth       201    400         201             SALE_DEALER        10001,10003
dealerNowhere    400    400         400             SALE_DEALER        99999
userHere         201    201         201             USER               10001
severalHere      201    201         201             SALE_DEALER,USER   10001
supervisorHere   201    403         403             SUPERVISOR_DEALER  10001
sa3Here          201    403         403             SA3                10001
dmsHere          201    403         403             DMS_INCADEA        10001
admin            201    403         403             ADMIN              10001
`);
const newUser = (name: string): string[] => NEW_USERS.find(([first]) => first === name) ?? [];

const bodyOf = (id: number, name: string): object => {
  const { authorities, hstList, brands, activated } = TARGETS[name] ?? TARGETS.here ?? {};
  const login = targetLogin(name);
  return {
    id,
    firstName: 'Prova',
    lastName: login,
    email: `${login}@example.com`,
    authorities,
    hstList,
    brands,
    activated,
  };
};

export const seeStatus =
  (right: Right, sees: (caller: Caller, name: string) => boolean): Row['expected'] =>
  (caller, name) => {
    if (!mayEver(caller, right)) return 403;
    return sees(caller, name) ? 200 : 404;
  };

const users = ({ users }: Fixture): IdsByName => users;
/** A proposal by the only administrator here: another would have to confirm it, its author can withdraw it. */
async function createProposal(fixture: Fixture): Promise<number> {
  const body = { login: `capo${next()}`, firstName: 'Nuovo', lastName: 'Capo', authorities: ['ROLE_ADMIN'] };
  const id = await createRecord(fixture, '/api/users', { ...body, email: `${body.login}@example.com` });
  const answer = await fixture.stage.callAs('admin', 'GET', '/api/administrator-proposals');
  return answer.json<{ id: number; userId: number }[]>().find(({ userId }) => userId === id)?.id ?? 0;
}
const proposalRow = (act: 'confirm' | 'return', ofAuthor: number): Row => ({
  route: `POST /api/administrator-proposals/:id/${act}`,
  places: ['waiting', 'absent'],
  request: ({ proposals }, place) => ({ url: `/api/administrator-proposals/${proposals[place]}/${act}`, body: {} }),
  expected: (caller, place) => {
    if (!mayEver(caller, 'make admins')) return 403;
    return place === 'absent' ? 404 : ofAuthor;
  },
  success: 'change',
  ...(act === 'return'
    ? {
        fresh: async (fixture: Fixture) => ({
          ...{ url: `/api/administrator-proposals/${await createProposal(fixture)}/return`, body: {} },
        }),
      }
    : {}),
});

const USER_ROWS: readonly Row[] = [
  proposalRow('confirm', 409),
  proposalRow('return', 200),
  namedRow('GET /api/users/:id', USER_NAMES, {
    of: users,
    expected: seeStatus('see users', (caller, name) => letterOf(USERS, caller, name) !== '-'),
    success: 'none',
  }),
  namedRow('PUT /api/users', USER_NAMES, {
    of: users,
    body: bodyOf,
    expected: (caller, name) => {
      const letter = letterOf(USERS, caller, name);
      if (!mayEver(caller, 'edit users') || letter === 'R') return 403;
      return letter === 'W' ? 200 : 404;
    },
    success: 'change',
  }),
  {
    route: 'POST /api/users',
    places: NEW_USERS.slice(1).map(([name = '']) => name),
    request: (_fixture, name) => {
      const [roles = '', dealers = ''] = newUser(name).slice(-2);
      const { firstName, lastName } = { firstName: 'Nuovo', lastName: 'Utente' };
      const login = `new-user-${next()}`;
      const authorities = roles.split(',').map((role) => `ROLE_${role}`);
      const hstList = dealers.split(',');
      return {
        url: '/api/users',
        body: { login, firstName, lastName, email: `${login}@example.com`, authorities, hstList, brands: [] },
      };
    },
    expected: (caller, name) => {
      if (!mayEver(caller, 'edit users')) return 403;
      return Number(newUser(name)[NEW_USERS[0]?.indexOf(caller.login) ?? -1]);
    },
    // Each wrong field is named, so only answers about the same list of dealers can be compared.
    hides: (caller, name) => caller.login === 'supervisor' && ['dealerElsewhere', 'dealerNowhere'].includes(name),
    success: 'change',
  },
];

const license = ({ licenses }: Fixture): IdsByName => licenses;
const LICENSE_NAMES = ['here', 'there', 'elsewhere', 'deleted', 'absent'];
export const entityOf = (name: string): string => (name === 'elsewhere' ? 'LE002' : 'LE001');
export const dealerOf = (name: string): string => ({ there: '10002', elsewhere: '10003' })[name] ?? '10001';
const seesLicense = (caller: Caller, name: string): boolean => !isGone(name) && hasEntity(caller, entityOf(name));
const makeLicense = (name: string): object => ({
  licenseCode: `LIC-${name}-${next()}`,
  licenseAmount: 3,
  legalEntity: entityOf(name),
});

/** Callers who may edit every record: only the role decides. */
const editStatus =
  (right: Right, success: number): Row['expected'] =>
  (caller, name) => {
    if (!mayEver(caller, right)) return 403;
    return isGone(name) ? 404 : success;
  };

export async function createRecord(fixture: Fixture, path: string, body: object): Promise<number> {
  const answer = await fixture.stage.callAs('admin', 'POST', path, body);
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.body}`);
  return answer.json<{ id: number }>().id;
}

const LICENSE_ROWS: readonly Row[] = [
  ...['', '/afgclic'].map((rest) =>
    namedRow(`GET /api/licenses/:id${rest}`, LICENSE_NAMES, {
      ...{ of: license, expected: seeStatus('see licences', seesLicense), success: 'none' },
    }),
  ),
  {
    route: 'POST /api/licenses',
    places: ['here', 'elsewhere'],
    request: (_fixture, name) => ({ url: '/api/licenses', body: makeLicense(name) }),
    expected: editStatus('edit licences', 201),
    success: 'change',
  },
  namedRow('PUT /api/licenses', LICENSE_NAMES, {
    of: license,
    body: (id, name) => ({
      ...{ id, licenseCode: `LIC-${name}`, licenseAmount: 10_000 },
      hstList: name === 'elsewhere' ? [] : [dealerOf(name)],
    }),
    expected: editStatus('edit licences', 200),
    success: 'change',
  }),
  namedRow('DELETE /api/licenses/:id', LICENSE_NAMES, {
    of: license,
    // Each licence has an activation.
    expected: editStatus('edit licences', 409),
    success: 'change',
  }),
  {
    route: 'DELETE /api/licenses/:id',
    places: ['here'],
    request: ({ licenses }) => ({ url: `/api/licenses/${licenses.here}` }),
    expected: editStatus('edit licences', 204),
    fresh: newRecord('/api/licenses', (_fixture, name) => makeLicense(name)),
    success: 'change',
  },
];

export const activation = ({ activations }: Fixture): IdsByName => activations;
export const ACTIVATION_NAMES = ['here', 'there', 'elsewhere', 'deleted', 'absent'];
/** Activations of own legal entities are visible, those of own dealers are editable; a manually deleted one stays visible. */
export const actingOnActivation =
  (success: (name: string) => number): Row['expected'] =>
  (caller, name) => {
    if (!mayEver(caller, 'edit activations')) return 403;
    return name !== 'absent' && hasDealer(caller, dealerOf(name)) ? success(name) : 404;
  };
const makingActivation =
  (refused: readonly string[]): Row['expected'] =>
  (caller, name) => {
    if (!mayEver(caller, 'edit activations')) return 403;
    return !refused.includes(name) && hasDealer(caller, dealerOf(name)) ? 201 : 400;
  };

const ACTIVATION_ROWS: readonly Row[] = [
  namedRow('GET /api/activations/:id', ACTIVATION_NAMES, {
    of: activation,
    expected: seeStatus('see licences', (caller, name) => name !== 'absent' && hasEntity(caller, entityOf(name))),
    success: 'none',
  }),
  namedRow('PUT /api/activations', ACTIVATION_NAMES, {
    of: activation,
    body: (id) => ({ id, deviceLabel: 'Banco' }),
    expected: actingOnActivation((name) => (name === 'deleted' ? 409 : 200)),
    success: 'change',
  }),
  namedRow('DELETE /api/activations/:id', ACTIVATION_NAMES, {
    of: activation,
    expected: actingOnActivation(() => 204),
    fresh: async (ground, name) => {
      if (name === 'deleted') return { url: `/api/activations/${ground.activations.deleted}` };
      const licenseId = ground.licenses[name];
      return {
        url: `/api/activations/${await createRecord(ground, '/api/activations', { licenseId, hst: dealerOf(name) })}`,
      };
    },
    success: 'change',
  }),
  {
    route: 'POST /api/activations',
    places: ['here', 'foreignLicense', 'noLicense'],
    request: ({ licenses }, name) => {
      const licenseId = { foreignLicense: licenses.elsewhere, noLicense: licenses.absent }[name] ?? licenses.here;
      return { url: '/api/activations', body: { licenseId, hst: '10001' } };
    },
    expected: makingActivation(['foreignLicense', 'noLicense']),
    hides: (caller, name) => !isOffice(caller) && name !== 'here',
    success: 'change',
  },
  {
    route: 'POST /api/activations',
    places: ['there', 'elsewhere', 'noDealer'],
    request: ({ licenses }, name) => ({
      url: '/api/activations',
      body: { licenseId: licenses[name] ?? licenses.here, hst: name === 'noDealer' ? '99999' : dealerOf(name) },
    }),
    expected: makingActivation(['noDealer']),
    hides: (caller, name) => !isOffice(caller) && (name === 'noDealer' || !hasDealer(caller, dealerOf(name))),
    success: 'change',
  },
];

const service = ({ services }: Fixture): IdsByName => services;
/** Active signature types are visible for forms of the own legal entity; everything else is for administrators. */
const SIGNATURES: Readonly<Record<string, string>> = { signature: 'LE001', signatureThere: 'LE002' };
const SERVICE_NAMES = ['signature', 'signatureThere', 'expired', 'otp', 'otpThere', 'deleted', 'absent'];
const seesService = (caller: Caller, name: string): boolean => {
  if (isGone(name)) return false;
  return caller.column === 'admin' || (name in SIGNATURES && hasEntity(caller, SIGNATURES[name] ?? ''));
};
const OTP = { serviceType: 'OTP', legalEntity: 'LE003', totalOtp: 10 };

const SERVICE_ROWS: readonly Row[] = [
  namedRow('GET /api/intesys-services/:id', SERVICE_NAMES, {
    of: service,
    expected: seeStatus('see signatures', seesService),
    success: 'none',
  }),
  namedRow('PUT /api/intesys-services', ['otp', 'otpThere', 'absent'], {
    of: service,
    body: (id, name) => ({ id, serviceType: 'OTP', totalOtp: name === 'otp' ? 111 : 222 }),
    expected: editStatus('edit services', 200),
    success: 'change',
  }),
  namedRow('DELETE /api/intesys-services/:id', ['otp', 'signature', 'deleted', 'absent'], {
    of: service,
    expected: editStatus('edit services', 204),
    fresh: newRecord('/api/intesys-services', () => OTP),
    success: 'change',
  }),
];

const video = ({ videos }: Fixture): IdsByName => videos;
const VIDEO_NAMES = ['video', 'deleted', 'absent'];
const VIDEO_ROWS: readonly Row[] = [
  namedRow('GET /api/videos/:id', VIDEO_NAMES, {
    of: video,
    expected: seeStatus('see videos', (_who, name) => !isGone(name)),
    success: 'none',
  }),
  namedRow('PUT /api/videos', VIDEO_NAMES, {
    of: video,
    body: (id) => ({ id, order: 1, title: 'Filmato 1', externalId: 'v1' }),
    expected: editStatus('edit videos', 200),
    success: 'change',
  }),
  namedRow('DELETE /api/videos/:id', VIDEO_NAMES, {
    of: video,
    expected: editStatus('edit videos', 204),
    fresh: newRecord('/api/videos', () => ({ order: 9, title: 'Nuovo', externalId: 'v9' })),
    success: 'change',
  }),
];

/** The office chooses freely, a supervisor among their own legal entities, other callers get their first dealer's. */
function figuresStatus(caller: Caller, entity: string): number {
  if (!mayEver(caller, 'see figures')) return 403;
  if (entity === 'LE099') return 404;
  if (isOffice(caller)) return 200;
  const first = ENTITY_OF[caller.hstList[0] ?? ''];
  if (entity === 'unsaid') return first === undefined ? 404 : 200;
  return entity === first || (caller.column === 'supervisor' && hasEntity(caller, entity)) ? 200 : 404;
}

export const FIGURES = ['number-otp-used', 'documents-size', 'archived-documents-size'] as const;
export const figuresUrl = (what: string, entity: string): string =>
  `/api/statistics/${what}${entity === 'unsaid' ? '' : `?legalEntity=${entity}`}`;
const STATISTICS_ROWS: readonly Row[] = FIGURES.map((what) => ({
  route: `GET /api/statistics/${what}`,
  places: ['unsaid', 'LE001', 'LE002', 'LE099'],
  request: (_fixture, entity) => ({ url: figuresUrl(what, entity) }),
  expected: figuresStatus,
  success: 'none',
}));

export const SEARCHED_DEALERS = ['unsaid', '10001', '10002', '10003', '99999'] as const;
const FILTERS = 'email.contains=example.com&mobilePhone.contains=333';
export const searchUrl = (path: string, hst: string): string =>
  `${path}?${FILTERS}${hst === 'unsaid' ? '' : `&hst.equals=${hst}`}`;

function searchStatus(caller: Caller, hst: string): number {
  if (!mayEver(caller, 'find customers')) return 403;
  return hst === 'unsaid' || (hst !== '99999' && hasDealer(caller, hst)) ? 200 : 400;
}

const TABLET_ROWS: readonly Row[] = (
  [
    ['/api/tablets', 'start signing'],
    ['/api/tablet-queue', 'see customers'],
  ] as const
).map(
  ([path, right]): Row => ({
    route: `GET ${path}`,
    places: ['10001', '10002', '10003', '99999'],
    request: (_fixture, hst) => ({ url: `${path}?hst=${hst}` }),
    // A foreign dealer shows no tablets and no queue.
    expected: (caller) => (mayEver(caller, right) ? 200 : 403),
    success: 'none',
    sight: 'folders',
  }),
);

const DIRECTORY_ROWS: readonly Row[] = [
  ...['/api/rsp/customers', '/api/rsp/companies', '/api/dms/customers'].map(
    (path): Row => ({
      route: `GET ${path}`,
      places: SEARCHED_DEALERS,
      request: (_fixture, hst) => ({ url: searchUrl(path, hst) }),
      expected: searchStatus,
      hides: (caller, hst) => !isOffice(caller) && searchStatus(caller, hst) === 400,
      success: 'none',
    }),
  ),
  {
    route: 'GET /api/dms/customers/:id',
    places: ['10001', '10002', '10003', 'absent'],
    request: ({ dmsCustomers }, hst) => ({ url: `/api/dms/customers/${dmsCustomers[hst]}` }),
    expected: seeStatus('find customers', (caller, hst) => hst !== 'absent' && hasDealer(caller, hst)),
    success: 'none',
  },
  {
    route: 'GET /api/coworkers/authorities/:role',
    places: SEARCHED_DEALERS,
    request: (_fixture, hst) => ({
      url: `/api/coworkers/authorities/ROLE_SALE_DEALER${hst === 'unsaid' ? '' : `?hst=${hst}`}`,
    }),
    expected: (caller) => (mayEver(caller, 'see customers') ? 200 : 403),
    success: 'none',
  },
];

export const OFFICE_ROWS: readonly Row[] = [
  ...PLAIN,
  ...USER_ROWS,
  ...LICENSE_ROWS,
  ...ACTIVATION_ROWS,
  ...SERVICE_ROWS,
  ...VIDEO_ROWS,
  ...STATISTICS_ROWS,
  ...TABLET_ROWS,
  ...DIRECTORY_ROWS,
];
