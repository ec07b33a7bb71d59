/**
 * The list calls in the exact form in which the original browser application makes them (the specification's "Filter
 * mapping"): prefixes, arrays in four spellings, dates shifted by the client, entities sent back.
 */

export interface ListCall {
  /** What the screen shows with it. */
  readonly what: string;
  readonly as?: string;
  readonly method: 'GET' | 'POST';
  /** As in the address, encoded like browsers do. */
  readonly address: string;
  readonly body?: object;
  /** The member that identifies a row. */
  readonly by: string;
  readonly finds: readonly (string | number | object)[];
  /** If it differs from the number of rows found. */
  readonly total?: number;
}

const folders = (what: string, body: object, finds: readonly string[], more: Partial<ListCall> = {}): ListCall => ({
  what,
  method: 'POST',
  address: '/api/folders-ext/search?page=0&size=10&sort=id%2Cdesc',
  body: { status: { equals: 'OPEN' }, ...body },
  by: 'businessId',
  finds,
  ...more,
});

const documents = (what: string, body: object, finds: readonly string[], more: Partial<ListCall> = {}): ListCall => ({
  what,
  method: 'POST',
  address: '/api/documents-ext/search?page=0&size=10000&sort=fileName%2Casc',
  body,
  by: 'fileName',
  finds,
  ...more,
});

const dossiers = (what: string, body: object, finds: readonly string[], more: Partial<ListCall> = {}): ListCall => ({
  what,
  method: 'POST',
  address: '/api/dossiers/search?page=0&size=10&sort=id%2Cdesc',
  body: { status: { equals: 'OPEN' }, ...body },
  by: 'lastName',
  finds,
  ...more,
});

const users = (what: string, query: string, finds: readonly string[], more: Partial<ListCall> = {}): ListCall => ({
  what,
  as: 'admin',
  method: 'GET',
  address: `/api/users?page=0&size=50&sort=login%2Casc&${query}`,
  by: 'login',
  finds,
  ...more,
});

const DOCUMENT_ORDER = '/api/documents-ext/search?page=0&size=10000&sort=';
const FOLDER_ORDER = '/api/folders-ext/search?page=0&size=10&sort=';
const DOSSIER_ORDER = '/api/dossiers/search?page=0&size=10&sort=';
const USER_ORDER = '/api/users?page=0&size=50&sort=';

const short = (what: string, address: string, key: string, finds: ListCall['finds'], as = 'admin'): ListCall => ({
  what,
  as,
  method: 'GET',
  address,
  by: key,
  finds,
});

/** Numbers that exist only in the running world. */
export interface Known {
  readonly folder: number;
  readonly dossier: number;
  readonly license: number;
}

const DEALERS = ['dealer', 'milano', 'mixed', 'modena', 'readonly', 'roma', 'torino'];

export const listCalls = ({ folder, dossier, license }: Known): readonly ListCall[] => [
  // Documents
  documents('a folder’s documents: page 0, size 10000, sort fileName,asc', { folderId: { equals: folder } }, [
    'allegato.pdf',
    'bozza.pdf',
    'proposta.pdf',
  ]),
  documents(
    'the dashboard’s latest documents: sort id,desc, page 0, size 15, three statuses, a legal entity',
    { status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] }, legalEntity: { equals: 'LE001' } },
    ['usato.pdf', 'bozza.pdf', 'proposta.pdf'],
    { address: '/api/documents-ext/search?page=0&size=15&sort=id%2Cdesc' },
  ),
  documents('of a folder type', { folderType: { equals: 'SALE_USED' } }, ['usato.pdf']),
  documents('by the folder’s fields, prefixed', { 'folderDTO.plate': { contains: 'AA111' } }, [
    'allegato.pdf',
    'bozza.pdf',
    'proposta.pdf',
  ]),
  documents('by the customer’s fields, prefixed', { 'dossierDTO.lastName': { contains: 'second' } }, ['usato.pdf']),
  documents('by the customer’s fields, the prefix stripped', { lastName: { contains: 'second' } }, ['usato.pdf']),
  documents('except one type', { folderId: { equals: folder }, type: { notEquals: 'OTHER_IDENTITY' } }, [
    'bozza.pdf',
    'proposta.pdf',
  ]),
  documents('anywhere', { 'genericFilter.contains': 'propos' }, ['proposta.pdf']),
  documents('by part of a code', { type: { contains: 'used' } }, ['usato.pdf']),
  documents('by part of their status', { status: { contains: 'TO_SIGN' } }, ['proposta.pdf', 'usato.pdf']),
  documents('by the folder as in rows', { 'folder.type': { equals: 'SALE_USED' } }, ['usato.pdf']),
  documents('filters reset to empty strings', { plate: { contains: '' }, type: {}, 'folderDTO.vin.equals': '' }, [
    'allegato.pdf',
    'bozza.pdf',
    'proposta.pdf',
    'usato.pdf',
  ]),
  documents('sorted by the folder’s fields, prefixed', {}, ['usato.pdf', 'allegato.pdf', 'bozza.pdf', 'proposta.pdf'], {
    address: `${DOCUMENT_ORDER}folderDTO.businessId%2Cdesc&sort=fileName%2Casc`,
  }),
  documents(
    'sorted by the folder’s fields, the prefix stripped',
    {},
    ['proposta.pdf', 'bozza.pdf', 'allegato.pdf', 'usato.pdf'],
    { address: `${DOCUMENT_ORDER}plate%2Casc&sort=fileName%2Cdesc` },
  ),
  documents(
    'sorted by the customer’s fields, prefixed',
    {},
    ['usato.pdf', 'allegato.pdf', 'bozza.pdf', 'proposta.pdf'],
    { address: `${DOCUMENT_ORDER}dossierDTO.birthDate%2Cdesc&sort=fileName%2Casc` },
  ),
  documents(
    'sorted by the customer’s fields, the prefix stripped; the newest first among equals',
    { signable: { equals: true } },
    ['usato.pdf', 'bozza.pdf', 'proposta.pdf'],
    { address: `${DOCUMENT_ORDER}lastName%2Cdesc` },
  ),
  documents(
    'sorted by the folder’s number, prefixed',
    { type: { contains: 'sale' } },
    ['proposta.pdf', 'bozza.pdf', 'usato.pdf'],
    { address: `${DOCUMENT_ORDER}folderDTO.id%2Casc` },
  ),
  {
    what: 'counted: status.in, folderType.equals, legalEntity.equals',
    method: 'GET',
    address: '/api/documents/count?status.in=READY_TO_SIGN%2CDRAFT&folderType.equals=SALE_NEW&legalEntity.equals=LE001',
    by: '',
    finds: [2],
  },
  ...['status.in=DRAFT&status.in=READY_TO_SIGN', 'status.in%5B0%5D=DRAFT&status.in%5B1%5D=READY_TO_SIGN'].map(
    (status): ListCall => ({
      what: 'counted, the list in another notation',
      method: 'GET',
      address: `/api/documents/count?${status}&folderType.equals=SALE_NEW`,
      by: '',
      finds: [2],
    }),
  ),
  {
    what: 'counted, the list with dotted keys',
    method: 'GET',
    address: '/api/documents/count?status.in.0=DRAFT&status.in.1=READY_TO_SIGN&folderType.equals=SALE_NEW',
    by: '',
    finds: [2],
  },

  short(
    'counted by part of the status and of the folder type',
    '/api/documents/count?status.contains=TO_SIGN&folderType.contains=sale_&hst.equals=',
    '',
    [2],
    'dealer',
  ),

  // Statistics
  short('one-time passwords of a legal entity', '/api/statistics/number-otp-used?legalEntity=LE001', 'used', [0]),
  short(
    'archived space of a legal entity',
    '/api/statistics/archived-documents-size?legalEntity=LE001',
    'totalSizeUsed',
    [{ size: 0 }],
  ),
  short(
    'space of a legal entity without documents',
    '/api/statistics/documents-size?legalEntity=LE003',
    'totalSizeUsed',
    [{ size: 0 }],
  ),

  // Folders
  folders('open ones of the user’s brands', { brand: { in: ['bmw', 'bmwi', 'mini', 'moto'] } }, ['U-2', 'PV-1']),
  folders('of one customer', { dossierId: { equals: dossier } }, ['PV-1']),
  folders('of one brand', { brand: { equals: 'mini' } }, ['U-2']),
  folders('by the customer’s name: dossierDTO. stripped', { lastName: { contains: 'prim' } }, ['PV-1']),
  folders('by the customer’s name: dossierDTO. kept', { 'dossierDTO.lastName': { contains: 'prim' } }, ['PV-1']),
  folders('by own fields: folderDTO. kept', { 'folderDTO.businessId': { contains: 'PV-1' } }, ['PV-1']),
  folders('anywhere', { genericFilter: { contains: 'aa111' } }, ['PV-1']),
  folders('by creator', { createdBy: { equals: 'dealer' } }, ['U-2', 'PV-1']),
  folders('by creator, dotted', { 'createdBy.equals': 'nessuno' }, []),
  folders(
    'of a day: its bounds shifted by the client',
    {
      processDate: { greaterThan: '2026-11-18T23:00:00.000Z', lessThan: '2026-11-20T23:00:00.000Z' },
    },
    ['PV-1'],
  ),
  folders(
    'of a day: bare dates',
    {
      processDate: { greaterThanOrEqual: '2026-11-20', lessThan: '2026-11-21' },
    },
    ['PV-1'],
  ),
  folders(
    'of a day: two dotted keys',
    {
      'processDate.greaterThanOrEqual': '2026-11-20T00:00',
      'processDate.lessThanOrEqual': '2026-11-20T23:59',
    },
    ['PV-1'],
  ),
  folders('of a day: it equals a bare date', { processDate: { equals: '2026-11-20' } }, ['PV-1']),
  folders('of any day except one', { processDate: { notEquals: '2026-11-20' } }, ['U-2']),
  folders('of two days', { 'processDate.in': '2026-11-20,2026-12-01' }, ['U-2', 'PV-1']),
  folders('that equal an instant: exactly that instant', { processDate: { equals: '2026-11-20T08:00:00.000Z' } }, []),
  folders('of a brand, by part of its code', { brand: { contains: 'MIN' } }, ['U-2']),
  folders('of no brand: an empty list', { brand: { in: [] } }, []),
  folders('sorted by the customer’s fields: dossierDTO. stripped', {}, ['U-2', 'PV-1'], {
    address: `${FOLDER_ORDER}lastName%2Cdesc`,
  }),
  folders('sorted by the customer’s fields: dossierDTO. kept', {}, ['PV-1', 'U-2'], {
    address: `${FOLDER_ORDER}dossierDTO.lastName%2Casc`,
  }),
  folders('sorted by own fields: folderDTO. kept', {}, ['U-2', 'PV-1'], {
    address: `${FOLDER_ORDER}folderDTO.processDate%2Cdesc`,
  }),
  folders('sorted by own fields without an index, the second page', {}, ['PV-1'], {
    address: '/api/folders-ext/search?page=1&size=1&sort=businessId%2Cdesc',
    total: 2,
  }),
  folders('with more than one document', { numberOfDocuments: { greaterThan: 1 } }, ['PV-1']),
  folders('sorted by two fields', {}, ['U-2', 'PV-1'], {
    address: '/api/folders-ext/search?page=0&size=10&sort=brand%2Cdesc&sort=id%2Casc',
  }),
  folders('sorted by a list in brackets', {}, ['PV-1', 'U-2'], {
    address: '/api/folders-ext/search?page=0&size=10&sort%5B0%5D=brand%2Casc&sort%5B1%5D=id%2Cdesc',
  }),
  folders('sorted by a list with dotted keys', {}, ['PV-1', 'U-2'], {
    address: '/api/folders-ext/search?page=0&size=10&sort.0=brand%2Casc&sort.1=id%2Cdesc',
  }),
  folders('the second page: page counts from zero', {}, ['PV-1'], {
    address: '/api/folders-ext/search?page=1&size=1&sort=id%2Cdesc',
    total: 2,
  }),
  folders('filters reset to null', { vin: null, plate: { contains: null } }, ['U-2', 'PV-1']),
  folders(
    'filters reset to empty strings',
    { 'vin.contains': '', plate: { contains: '', equals: '' }, notes: {}, numberOfDocuments: { greaterThan: '' } },
    ['U-2', 'PV-1'],
  ),

  // Dossiers
  dossiers('open ones', {}, ['Seconda', 'Primiera']),
  dossiers('by name', { lastName: { contains: 'PRIM' } }, ['Primiera']),
  dossiers('by e-mail and phone', { email: { contains: '@example' }, mobilePhone: { contains: '3331234567' } }, [
    'Seconda',
    'Primiera',
  ]),
  dossiers('of two brands', { brand: { in: ['mini', 'moto'] } }, ['Seconda']),
  dossiers('of any brand except one', { brands: { notEquals: 'mini' } }, ['Primiera']),
  dossiers('by fields of another system', { dmsCity: { contains: 'bologna' } }, []),
  dossiers('filters reset to empty strings', { email: { contains: '' }, birthDate: { equals: '' } }, [
    'Seconda',
    'Primiera',
  ]),
  dossiers('sorted by birth', {}, ['Primiera', 'Seconda'], { address: `${DOSSIER_ORDER}birthDate%2Casc` }),
  dossiers('sorted by empty fields: the newest first', {}, ['Seconda', 'Primiera'], {
    address: `${DOSSIER_ORDER}rspLastName%2Cdesc`,
  }),
  dossiers('anywhere, created by the user', { genericFilter: { contains: 'secon' }, createdBy: { equals: 'dealer' } }, [
    'Seconda',
  ]),
  dossiers('born until a day', { birthDate: { lessThanOrEqual: '1980-01-01' } }, ['Primiera']),
  dossiers('born after a day', { birthDate: { greaterThan: '1980-01-01' } }, ['Seconda']),
  dossiers('created since yesterday', { createdDate: { greaterThanOrEqual: '2020-01-01T00:00:00.000Z' } }, [
    'Seconda',
    'Primiera',
  ]),

  // Users
  users('of a role: authorities is sent as authority', 'authority.equals=ROLE_SALE_DEALER', ['sales']),
  users('of roles, comma-joined', 'authority.in=ROLE_SALE_DEALER%2CROLE_SA3', ['sa3', 'sales']),
  users('of roles, repeated', 'authority.in=ROLE_SALE_DEALER&authority.in=ROLE_SA3', ['sa3', 'sales']),
  users('of roles, in brackets', 'authority.in%5B0%5D=ROLE_SALE_DEALER&authority.in%5B1%5D=ROLE_SA3', ['sa3', 'sales']),
  users('of roles, with dotted keys', 'authority.in.0=ROLE_SALE_DEALER&authority.in.1=ROLE_SA3', ['sa3', 'sales']),
  users('with a given role', 'authority.contains=ROLE_SALE_DEALER', ['sales']),
  users('by any text', 'genericFilter.contains=milan', ['milano']),
  users('active ones of a role', 'activated.equals=true&authority.equals=ROLE_DEALER', DEALERS),
  users('by login, in part', 'login.contains=readonl', ['readonly']),
  users('without a role', 'authority.notEquals=ROLE_DEALER&login.in=milano%2Csales%2Csa3', ['sa3', 'sales']),
  users('without a brand', 'brands.notEquals=moto&login.in=admin%2Csales', ['sales']),
  users('filters reset to empty strings', 'login.contains=&authority.in=ROLE_SA3&activated.equals=&email=', ['sa3']),
  users('sorted by role: authorities is sent as authority', '', ['sales', 'sa3', 'milano'], {
    address: `${USER_ORDER}authority%2Cdesc&login.in=milano%2Csales%2Csa3`,
  }),
  users('sorted by the whole name', '', ['sales', 'sa3', 'milano'], {
    address: `${USER_ORDER}fullname%2Cdesc&login.in=milano%2Csales%2Csa3`,
  }),

  // Configuration and the families without listed paths
  {
    what: 'the signature types',
    method: 'GET',
    address: '/api/intesys-services?serviceType.equals=SIGNATURE_TYPE',
    by: 'signatureType',
    finds: ['FES'],
  },
  {
    what: 'services about to expire',
    as: 'admin',
    method: 'GET',
    address: '/api/intesys-services?page=0&size=10&sort=expiresAt%2Casc&expiresAt.lessThanOrEqual=2999-01-01',
    by: 'legalEntity',
    finds: ['LE002'],
  },
  short(
    'services by part of their type, sorted by legal entity',
    '/api/intesys-services?serviceType.contains=SIGNATURE&sort=legalEntity%2Casc&legalEntity.in=LE001%2CLE002',
    'legalEntity',
    ['LE001', 'LE002'],
  ),
  short(
    'services that are not for a folder type, filters reset',
    '/api/intesys-services?folderTypeSet.notEquals=SERVICE&notes.contains=&totalOtp.greaterThan=',
    'legalEntity',
    ['LE003'],
  ),
  short('licences of other dealers', '/api/licenses?hstList.notEquals=10001&sort=id%2Cdesc', 'licenseCode', ['LIC-2']),
  short(
    'licences by part of the legal entity, sorted by presence of a file, then by code',
    '/api/licenses?legalEntity.contains=le0&notes.contains=&sort=hasAfgclic%2Casc&sort=licenseCode%2Cdesc',
    'licenseCode',
    ['LIC-2', 'LIC-1'],
  ),
  short(
    'activations by part of their status, sorted by label',
    '/api/activations?status.contains=DRA&deviceName.equals=&sort=deviceLabel%2Cdesc',
    'deviceLabel',
    ['Banco 2', 'Banco 1'],
    'supervisor',
  ),
  short('videos by title', '/api/videos?description.contains=&sort=title%2Casc', 'title', ['Firmare', 'Primo accesso']),
  short('videos except one', '/api/videos?title.notEquals=Firmare', 'title', ['Primo accesso'], 'dealer'),
  {
    what: 'licences of a legal entity',
    as: 'admin',
    method: 'GET',
    address: '/api/licenses?page=0&size=10&sort=licenseCode%2Casc&legalEntity.equals=LE001&hstList.in=10001',
    by: 'licenseCode',
    finds: ['LIC-1'],
  },
  {
    what: 'activations of a licence',
    as: 'supervisor',
    method: 'GET',
    address: `/api/activations?page=0&size=10&sort=id%2Cdesc&licenseId.equals=${license}&status.notEquals=DELETED`,
    by: 'deviceLabel',
    finds: ['Banco 1'],
  },
  {
    what: 'videos in order',
    method: 'GET',
    address: '/api/videos?page=0&size=10&sort=order%2Casc',
    by: 'title',
    finds: ['Primo accesso', 'Firmare'],
  },
];

/** Nothing is ignored: an unknown parameter is refused, with its name. */
export const REFUSED_CALLS: readonly (readonly [
  address: string,
  body: object | undefined,
  refused: readonly string[],
])[] = [
  ['/api/folders-ext/search', { colore: { equals: 'blu' } }, ['folder.colore unknown']],
  ['/api/folders-ext/search', { plate: { like: 'AA' } }, ['folder.plate.like unknown']],
  ['/api/folders-ext/search', { 'dossierDTO.nessuno': { equals: 1 } }, ['folder.dossierDTO.nessuno unknown']],
  ['/api/folders-ext/search', { plate: 'AA111AA' }, ['folder.plate type']],
  ['/api/folders-ext/search', { genericFilter: { contains: 'ab' } }, ['folder.genericFilter.contains min']],
  ['/api/folders-ext/search', { processDate: { lessThan: '20/11/2026' } }, ['folder.processDate.lessThan type']],
  ['/api/folders-ext/search?cacheBuster=1', {}, ['folder.cacheBuster unknown']],
  ['/api/folders-ext/search?page=-1', {}, ['folder.page numberMin']],
  ['/api/folders-ext/search?sort=colore,asc', {}, ['folder.sort oneOf']],
  ['/api/folders-ext/search?sort=id,up', {}, ['folder.sort type']],
  ['/api/documents-ext/search', { status: { in: 'DRAFT', contains: 'DR' } }, ['document.status.contains min']],
  ['/api/documents-ext/search', { status: { in: 'DRAFT', between: '' } }, ['document.status.between unknown']],
  ['/api/documents-ext/search?sort=folderDTO.numberOfDocuments,asc', {}, ['document.sort oneOf']],
  ['/api/folders-ext/search?sort=dossierDTO.numberOfFolders,asc', {}, ['folder.sort oneOf']],
  ['/api/folders-ext/search?sort=dossierDTO.brands,asc', {}, ['folder.sort oneOf']],
  ['/api/licenses?sort=hstList,asc', undefined, ['license.sort oneOf']],
  ...(
    [
      ['folders-ext', 'folder'],
      ['documents-ext', 'document'],
      ['dossiers', 'dossier'],
    ] as const
  ).map(
    ([path, name]) =>
      // No column holds an instant beyond the year 9999.
      [
        `/api/${path}/search`,
        { createdDate: { lessThan: '9999-12-31T23:59:59-12:00' } },
        [`${name}.createdDate.lessThan type`],
      ] as const,
  ),
  ['/api/dossiers/search', { numberOfFolders: { equals: 'uno' } }, ['dossier.numberOfFolders.equals type']],
  ['/api/documents/count?status.is=DRAFT', undefined, ['document.status.is unknown']],
  ['/api/documents/count?fileName.contains=abc', undefined, ['document.fileName.contains unknown']],
  ['/api/users?authorities.like=X', undefined, ['user.authorities.like unknown']],
  ['/api/videos?page=uno&titolo.contains=abc', undefined, ['video.page integer', 'video.titolo.contains unknown']],
];
