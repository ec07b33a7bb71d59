/** The published examples verbatim, and a comparison of an answer with one: exactly the same names. */
import { expect } from 'vitest';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

type Json = unknown;
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: Json): string => {
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return typeof value;
  return INSTANT.test(value) ? 'instant' : DATE.test(value) ? 'date' : 'text';
};

/** Differences between an answer and an example; a value that is null in either matches anything. */
function differences(answer: Json, example: Json, path: string): string[] {
  if (answer === null || example === null) return [];
  if (kindOf(answer) !== kindOf(example)) return [`${path} is ${kindOf(answer)}, not ${kindOf(example)}`];
  if (Array.isArray(answer) && Array.isArray(example)) {
    const [first] = example;
    return first === undefined ? [] : answer.flatMap((item, index) => differences(item, first, `${path}[${index}]`));
  }
  if (!isObject(answer) || !isObject(example)) return [];
  const [given, exampleNames] = [Object.keys(answer), Object.keys(example)];
  return [
    ...exampleNames.filter((name) => !given.includes(name)).map((name) => `${path}.${name} is missing`),
    ...given.filter((name) => !exampleNames.includes(name)).map((name) => `${path}.${name} is not in the example`),
    ...exampleNames
      .filter((name) => given.includes(name))
      .flatMap((name) => differences(answer[name], example[name], `${path}.${name}`)),
  ];
}

export const expectShape = (answer: Json, example: Json): void => expect(differences(answer, example, '')).toEqual([]);

const audit = {
  createdBy: 'dealer',
  createdDate: '2026-11-20T08:12:00.000Z',
  lastModifiedBy: 'dealer',
  lastModifiedDate: '2026-11-20T08:12:00.000Z',
};

export const ERROR = {
  status: 400,
  title: 'Errore di validazione dei dati.',
  detail: 'Controlla i campi indicati.',
  code: 'dossier.invalid',
  correlationId: 'k3f9…',
  fieldErrors: [{ objectName: 'dossier', field: 'email', code: 'email', message: 'Indirizzo e-mail non valido' }],
};

export const ACCOUNT = {
  id: 7,
  login: 'dealer',
  firstName: 'Dario',
  lastName: 'Provini',
  fullname: 'Dario Provini',
  email: 'dario.provini@example.com',
  activated: true,
  authorities: ['ROLE_DEALER'],
  hstList: ['10001'],
  brands: [{ brand: 'bmw', permissions: ['PRIVACY', 'SALE_NEW'] }],
};
export const USER = { ...ACCOUNT, ...audit };

export const DEALERS = {
  concs: [{ hst2011: '10001', name: 'Autoesempio Bologna', legal_entity: 'LE001', tipo_auto: 'C', tipo_moto: '-' }],
};
export const LEGAL_ENTITIES = [{ legalEntity: 'LE001', name: 'Autoesempio S.p.A.', hstList: ['10001'] }];

const field = { name: 'PROCESS_DATE', type: 'date', required: 'true', default: null };
export const FOLDER_TYPES = [
  {
    slug: 'SALE_NEW',
    displayOrder: 20,
    visibleInWizard: true,
    fields: [field],
    documentTypes: [
      {
        slug: 'SALE_NEW_PROPOSAL',
        displayOrder: 20,
        visibleInWizard: true,
        legalEntities: [],
        signers: ['customer', 'salesManager'],
        fields: [field],
      },
    ],
  },
];

const elsewhere = (system: 'dms' | 'rsp') =>
  Object.fromEntries(
    ['FirstName', 'LastName', 'CompanyName', 'Phone', 'Address', 'City', 'PostalCode'].map((name) => [
      `${system}${name}`,
      'Ginevra',
    ]),
  );

export const DOSSIER_ROW = {
  id: 902,
  businessId: null,
  hst: '10001',
  legalEntity: 'LE001',
  brands: ['bmw'],
  originalAccountSource: 'RSP',
  status: 'OPEN',
  searchType: 'RSP',
  rspSearchType: 'INDIVIDUAL',
  dossierType: 'new',
  firstName: 'Ginevra',
  lastName: 'Provetti',
  organizationId: null,
  organizationName: null,
  representativeFiscalCode: null,
  mobilePhone: '+39 3331234567',
  email: 'ginevra@example.com',
  birthDate: '1980-01-01',
  birthPlace: 'Roma',
  fiscalCode: 'RSSMRA80A01H501U',
  street: 'Via di Prova 1',
  address: null,
  city: 'Bologna',
  postalCode: '40121',
  numberOfFolders: 1,
  activationsCount: 0,
  syncStatus: 'SYNCED',
  lastSync: null,
  ...elsewhere('dms'),
  ...elsewhere('rsp'),
  ...audit,
};
const warnings = [{ field: 'fiscalCode', code: 'fiscalCode.mismatch', message: '…' }];
export const DOSSIER = { ...DOSSIER_ROW, warnings };

const dossierDTO = {
  id: 902,
  hst: '10001',
  legalEntity: 'LE001',
  firstName: 'Ginevra',
  lastName: 'Provetti',
  organizationName: null,
};
const folder = {
  id: 3120,
  dossierId: 902,
  businessId: 'PV-1',
  processDate: '2026-11-19T23:00:00.000Z',
  accountSource: 'RSP',
  brand: 'bmw',
  type: 'SALE_NEW',
  plate: null,
  vin: null,
  jobId: null,
  notes: null,
  status: 'OPEN',
  numberOfDocuments: 1,
  ...audit,
};
export const FOLDER = { ...folder, warnings };
export const FOLDER_ROW = { ...folder, dossierDTO };

export const DOCUMENT = {
  id: 48190,
  folderId: 3120,
  folder: { id: 3120, type: 'SALE_NEW' },
  type: 'SALE_NEW_RFO',
  fileName: 'preventivo.pdf',
  fileSize: 183204,
  mimeType: 'application/pdf',
  sigType: 'OTP',
  archivable: true,
  signable: true,
  status: 'START_SIGN',
  statusReason: { code: 'signing.declined', text: '…' },
  signUrl: 'http://127.0.0.1:8080/sign/8Jx…',
  signedDocumentId: null,
  feaModuleId: null,
  feaBlocked: false,
  startSignDate: '2026-11-20T08:12:00.000Z',
  // Not in the examples: the signers still awaited (record 0084).
  awaits: [{ role: 'customer', name: 'Ginevra', progress: 'SENT', since: '2026-11-20T08:12:00.000Z', openedAt: null }],
  variableFields: {},
  metadata: {
    dealer: { signUrl: null, seller: null },
    operatorDealer: { signUrl: null, label: null },
    salesManager: { signUrl: null, label: null },
  },
  ...audit,
};
export const DOCUMENT_ROW = {
  ...DOCUMENT,
  folderDTO: {
    id: 3120,
    businessId: 'PV-1',
    type: 'SALE_NEW',
    brand: 'bmw',
    plate: null,
    vin: null,
    status: 'OPEN',
    dossierId: 902,
  },
  dossierDTO,
};

export const SYNCHRONIZATION = { syncStatus: 'SYNCED', lastSync: '2026-11-20T08:00:00.000Z' };
export const OTP_USED = { used: 412, total: 1000 };
export const SIZES = { totalSizeUsed: { size: 734003200 }, totalSizeAvailable: { size: 1048576000 } };

export const DIRECTORY_CUSTOMER = {
  searchType: 'RSP',
  rspSearchType: 'INDIVIDUAL',
  originalAccountSource: 'RSP',
  businessId: 'R-000123',
  firstName: 'Mario',
  lastName: 'Rossetti',
  organizationId: null,
  organizationName: null,
  fiscalCode: '…',
  birthDate: '1971-03-02',
  birthPlace: 'Parma',
  mobilePhone: '+39 3330000001',
  email: 'm@example.com',
  street: '…',
  city: 'Parma',
  postalCode: '43121',
};

export const LICENSE = {
  id: 4,
  licenseCode: 'LIC-0004',
  licenseAmount: 10,
  activationsCount: 3,
  legalEntity: 'LE001',
  hstList: ['10001'],
  hasAfgclic: true,
  afgclicName: 'a.afgclic',
  notes: null,
  expiresAt: '2027-11-20',
  ...audit,
};
export const ACTIVATION = {
  id: 11,
  licenseId: 4,
  activationCode: 'ACT-…',
  hst: '10001',
  notes: null,
  expiresAt: '2027-11-20',
  licenseCodeNamirial: null,
  deviceLabel: 'Banco 1',
  deviceName: null,
  status: 'DRAFT',
  ...audit,
};
export const SERVICE = {
  id: 21,
  serviceType: 'SIGNATURE_TYPE',
  legalEntity: 'LE001',
  expiresAt: '2027-11-20',
  totalSpace: null,
  totalOtp: null,
  signatureType: 'FES',
  folderTypeSet: ['SALE_NEW', 'SERVICE'],
  notes: null,
  usedSpace: null,
  usedOtp: null,
  ...audit,
};
export const VIDEO = {
  id: 2,
  order: 1,
  title: 'Primo accesso',
  externalId: 'abc123',
  description: '…',
  duration: 185,
  ...audit,
};

export const SIGNER = {
  state: 'OPEN',
  dealer: { name: 'Autoesempio Bologna', initials: 'AB' },
  brand: 'bmw',
  signer: { role: 'customer', maskedPhone: '*** *** 567' },
  expiresAt: '2026-11-23T08:12:00.000Z',
  fingerprint: 'KQ7M-XT',
  documents: [{ id: 48190, label: 'Preventivo', sha256: '9f2c…', pages: 4, size: 183204 }],
  points: [
    {
      id: 'p1',
      documentId: 48190,
      kind: 'signature',
      label: 'Firma del preventivo',
      page: 4,
      optional: false,
      signed: false,
    },
  ],
};
export const CODE_SENT = {
  maskedPhone: '*** *** 567',
  expiresAt: '2026-11-20T08:12:00.000Z',
  resendAfter: '2026-11-20T08:12:00.000Z',
};
export const OUTBOX = [
  { id: 9, channel: 'SMS', to: '+393331234567', text: '…', createdAt: '2026-11-20T08:13:00.000Z' },
];
