/** Rows of the authorisation matrix on customers, folders and documents, at every place. */
import { customerBody, draftBody, folderBody, PLACES } from '../attacks/files/places.ts';
import {
  ALL_PLACES,
  type AnyPlace,
  type Caller,
  customerLetter,
  folderLetter,
  hasDealer,
  isDms,
  isOffice,
  mayEver,
  type Right,
  writesLike,
} from './callers.ts';
import { type Case, scopeOf } from './cases.ts';
import { type Fixture, tabletOf } from './matrix-fixture.ts';
import type { Request, Row } from './matrix-row.ts';

type Letter = (caller: Caller, place: AnyPlace) => string;
type Expected = (caller: Caller, place: AnyPlace) => number;

/** Reading: 403 for a role that never sees any, 404 for one that is absent or not the caller's. */
const readStatus =
  (letter: Letter): Expected =>
  (caller, place) => {
    if (!mayEver(caller, 'see customers')) return 403;
    return letter(caller, place) === '-' ? 404 : 200;
  };

/** Acting: an invisible record is absent before anything else is checked; a read-only one is refused. */
const actStatus =
  (right: Right, letter: Letter, outcome: number | ((caller: Caller) => number)): Expected =>
  (caller, place) => {
    if (!mayEver(caller, right)) return 403;
    const seen = letter(caller, place);
    if (seen !== 'W') return seen === 'R' ? 403 : 404;
    return typeof outcome === 'number' ? outcome : outcome(caller);
  };

/** Creating inside a customer: the caller names brand and folder type, but not the customer behind an id. */
const createFolderStatus: Expected = (caller, place) => {
  if (!mayEver(caller, 'edit customers') || !writesLike(caller, place)) return 403;
  return customerLetter(caller, place) === '-' ? 404 : 201;
};

/** A foreign dealer and a nonexistent one are the same error. */
const creatingCustomer = (caller: Caller, place: AnyPlace): number => {
  if (!mayEver(caller, 'edit customers')) return 403;
  return place !== 'absent' && hasDealer(caller, scopeOf(place).hst) ? 201 : 400;
};

interface CaseRowSpec {
  /** The id in the path, if not the one implied by the start of the path. */
  at?: keyof Case;
  /** Appended to the path. */
  query?: string;
  body?: object | ((at: Case, place: AnyPlace) => object);
  expected: Expected;
  success: Row['success'];
  sight?: Row['sight'];
  places?: readonly AnyPlace[];
  hides?: (caller: Caller, place: AnyPlace) => boolean;
  fresh?(fixture: Fixture, place: AnyPlace): Promise<Request>;
}

/** The id implied by the start of a path; a document if none matches. */
const SUBJECTS: readonly (readonly [beginning: string, id: keyof Case])[] = [
  ['/api/dossiers/', 'dossierId'],
  ['/api/folders', 'folderId'],
  ['/api/signed-documents/', 'signedDocumentId'],
  ['/api/audit-documents/', 'signedDocumentId'],
  ['/api/partly-signed-documents/', 'partlySignedId'],
];

function caseRow(route: string, spec: CaseRowSpec): Row {
  const path = route.split(' ')[1] ?? '';
  const { at = SUBJECTS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'documentId' } = spec;
  const { query = '', body, expected, hides, fresh } = spec;
  return {
    route,
    places: spec.places ?? ALL_PLACES,
    sight: spec.sight ?? 'folders',
    success: spec.success,
    request: ({ cases }, name) => {
      const place = name as AnyPlace;
      const url = `${path.replace(':id', String(cases[place][at])).replace(':adherenceId', '1')}${query}`;
      if (body === undefined) return { url };
      return { url, body: typeof body === 'function' ? body(cases[place], place) : body };
    },
    expected: (caller, place) => expected(caller, place as AnyPlace),
    ...(hides === undefined ? {} : { hides: (caller, place) => hides(caller, place as AnyPlace) }),
    ...(fresh === undefined ? {} : { fresh: (fixture, place) => fresh(fixture, place as AnyPlace) }),
  };
}

const CUSTOMERS = 'customers';
const READ_CUSTOMER = { expected: readStatus(customerLetter), success: 'none', sight: CUSTOMERS } as const;
const READ = { expected: readStatus(folderLetter), success: 'none' } as const;
const DOWNLOAD = { expected: readStatus(folderLetter), success: 'trail' } as const;

/** A new document that is ready to sign. */
const placesOfReady = async ({ maker, cases }: Fixture, place: AnyPlace): Promise<string> =>
  `/api/documents/${await maker.ready(place, cases[place].folderId)}/signature-places`;

const READS: readonly Row[] = [
  ...['', '/consents/current', '/fea/current'].map((rest) => caseRow(`GET /api/dossiers/:id${rest}`, READ_CUSTOMER)),
  caseRow('GET /api/dossiers/rsp-synchronization/:id/status', READ_CUSTOMER),
  ...['/api/folders/:id', '/api/folders-ext/:id/fea'].map((path) => caseRow(`GET ${path}`, READ)),
  ...['', '/signing', '/events', '/validation'].map((rest) => caseRow(`GET /api/documents/:id${rest}`, READ)),
  caseRow('GET /api/documents/:id', { at: 'draftId', ...READ }),
  caseRow('GET /api/documents/:id/signature-places', {
    // It is signed: callers who may see it get the answer that it is too late.
    expected: (caller, place) => {
      const status = READ.expected(caller, place);
      return status === 200 ? 409 : status;
    },
    success: 'none',
  }),
  ...[
    '/api/folders/:id/download',
    // It may take a head, which is stored only in the tables of the trail.
    '/api/documents/:id/events/proof',
    '/api/documents/:id/download',
    '/api/documents/:id/audit/download',
    '/api/signed-documents/:id/download',
    '/api/partly-signed-documents/:id/download',
    '/api/audit-documents/signed/:id/download',
    '/api/audit-documents/signed/:id/bundle',
  ].map((path) => caseRow(`GET ${path}`, DOWNLOAD)),
  caseRow('GET /api/documents/:id/audit/download', { at: 'draftId', ...DOWNLOAD }),
  // A copy of an identity document: only for callers who may identify.
  caseRow('GET /api/documents/:id/download', {
    ...{ at: 'draftId', query: '?preview=true', ...DOWNLOAD },
    expected: (caller, place) => {
      const status = DOWNLOAD.expected(caller, place);
      return status === 200 ? actStatus('start signing', folderLetter, 200)(caller, place) : status;
    },
  }),
];

/** On a signed document: permitted callers get the answer that it is too late. */
const tooLate = (right: Right) => ({ expected: actStatus(right, folderLetter, 409), success: 'change' }) as const;

/** On a document, without effect. */
const signing = (outcome: number) =>
  ({ expected: actStatus('start signing', folderLetter, outcome), success: 'none' }) as const;

/** On a customer, for callers who have the right and see the customer. */
const onCustomer = (right: Right, outcome: number, body?: object): CaseRowSpec => ({
  ...{ expected: actStatus(right, customerLetter, outcome), success: 'change', sight: CUSTOMERS },
  ...(body === undefined ? {} : { body }),
});

const SIGNING: readonly Row[] = [
  ...['/sign', '/cancel-sign', '/resend-link', '/renew'].map((rest) =>
    caseRow(`POST /api/documents/:id${rest}`, tooLate('start signing')),
  ),
  // A signing session that already waits is returned, without effect.
  caseRow('POST /api/documents/:id/sign', { at: 'waitingId', ...signing(200) }),
  caseRow('GET /mobile/fdd/qrcode/generate/:id', tooLate('start signing')),
  caseRow('GET /mobile/fdd/qrcode/generate/:id', { at: 'waitingId', ...signing(200) }),
  caseRow('POST /api/documents/:id/tablet-queue', { body: { tabletId: 1 }, ...tooLate('start signing') }),
  // A document already in the queue is returned, without effect.
  caseRow('POST /api/documents/:id/tablet-queue', {
    ...{ at: 'waitingId', body: { tabletId: 1 }, ...signing(200) },
    fresh: async (fixture, place) => ({
      url: `/api/documents/${fixture.cases[place].waitingId}/tablet-queue`,
      body: { tabletId: tabletOf(fixture, scopeOf(place).hst) },
    }),
  }),
  caseRow('DELETE /api/documents/:id/tablet-queue', { at: 'waitingId', ...signing(204), success: 'change' }),
  caseRow('GET /api/documents/:id/qr-request', signing(200)),
  // No phone waits: callers who may confirm get that answer.
  caseRow('POST /api/documents/:id/qr-request/confirm', {
    ...{ at: 'waitingId', body: { requestId: 987_654_321, number: '47' }, ...tooLate('start signing') },
  }),
  caseRow('POST /api/documents/:id/qr-request/refuse', {
    ...{ at: 'waitingId', body: { requestId: 987_654_321 }, ...tooLate('start signing') },
  }),
  caseRow('GET /api/documents/:id/contact-check', signing(200)),
  caseRow('POST /api/documents/:id/confirm-contact', {
    body: { kind: 'phone', signer: 'Ginevra Provetti', contact: '+39 3339876543' },
    ...tooLate('start signing'),
  }),
  caseRow('PUT /api/documents/:id/signer-contact', {
    body: { signerId: 1, mobilePhone: '+39 3339876543', email: 'altra@example.com' },
    ...tooLate('start signing'),
  }),
  caseRow('PUT /api/documents/:id/staff-signer', { body: { signerId: 1, userId: 1 }, ...tooLate('start signing') }),
  // The signer is a customer, who cannot be replaced.
  caseRow('PUT /api/documents/:id/staff-signer', {
    ...{ at: 'waitingId', body: { signerId: 1, userId: 1 }, ...signing(400) },
  }),
  // Documents that the caller does not have to sign, for every caller: the same answer as for an absent document.
  ...(['documentId', 'waitingId'] as const).flatMap((at) => {
    const nobodys = { at, ...signing(404) } as const;
    const path = '/api/documents/:id/own-signature';
    return [
      caseRow(`GET ${path}`, nobodys),
      caseRow(`GET ${path}/document`, nobodys),
      caseRow(`POST ${path}/identity`, { body: { password: 'demo' }, ...nobodys }),
      caseRow(`POST ${path}/identity`, {
        body: (place: Case) => ({ password: 'demo', alsoFor: [place.documentId, place.waitingId] }),
        ...nobodys,
      }),
      caseRow(`POST ${path}`, { body: { points: [], shown: [] }, ...nobodys }),
      caseRow(`POST ${path}/decline`, { body: { reason: 'Non è per me' }, ...nobodys }),
    ];
  }),
  // A document whose link has just been sent.
  caseRow('POST /api/documents/:id/resend-link', { at: 'waitingId', ...signing(429) }),
  caseRow('POST /api/documents/:id/take-back', tooLate('edit customers')),
  caseRow('POST /api/documents/fea', { body: (at: Case) => ({ id: at.documentId }), ...tooLate('edit customers') }),
  // Here nothing has failed, no customer is linked to RSP, none has made an FEA adherence or revoked anything.
  caseRow('POST /api/dossiers/:id/consents/push', onCustomer('edit customers', 409)),
  caseRow('POST /api/dossiers/rsp-synchronization/:id', onCustomer('edit customers', 409)),
  caseRow('GET /api/dossiers/:id/fea/copy', onCustomer('start signing', 409)),
  caseRow('GET /api/dossiers/:id/fea/:adherenceId/request', onCustomer('start signing', 409)),
  caseRow('POST /api/dossiers/:id/fea/revoke', onCustomer('start signing', 409, { date: '2026-01-02', via: 'PHONE' })),
  // An unknown controller: refused only after the customer was found visible.
  caseRow(
    'POST /api/dossiers/:id/consents/withdraw',
    onCustomer('edit customers', 400, { controller: 'LE999', purpose: 'MARKETING', channels: ['EMAIL'], via: 'PHONE' }),
  ),
];

const hstOf = (place: AnyPlace): string => (place === 'absent' ? '99999' : scopeOf(place).hst);
const newCustomer = (_at: Case, place: AnyPlace): object => customerBody(hstOf(place), 'Nuovo', 500);
const hidesDealers = (who: Caller, place: AnyPlace): boolean => !isOffice(who) && creatingCustomer(who, place) === 400;

const CREATING: readonly Row[] = [
  caseRow('POST /api/dossiers', {
    body: newCustomer,
    places: [...PLACES, 'absent'],
    expected: creatingCustomer,
    hides: hidesDealers,
    success: 'change',
    sight: CUSTOMERS,
  }),
  caseRow('POST /api/folders', {
    body: (at, place) => ({ dossierId: at.dossierId, ...folderBody(scopeOf(place)) }),
    expected: createFolderStatus,
    success: 'change',
    sight: CUSTOMERS,
  }),
  caseRow('POST /api/documents', {
    body: (at) => ({ folderId: at.folderId, ...draftBody() }),
    expected: actStatus('edit customers', folderLetter, 201),
    success: 'change',
  }),
  // Callers who may create get the answer that the file of this type is uploaded.
  caseRow('POST /api/documents/preview', {
    body: (at) => ({ folderId: at.folderId, type: 'OTHER_IDENTITY' }),
    expected: actStatus('edit customers', folderLetter, 409),
    success: 'none',
  }),
  caseRow('POST /api/documents/preview', {
    body: (at, place) => ({ dossierId: at.dossierId, folder: folderBody(scopeOf(place)), type: 'OTHER_IDENTITY' }),
    expected: (caller, place) => (createFolderStatus(caller, place) === 201 ? 409 : createFolderStatus(caller, place)),
    success: 'none',
    sight: CUSTOMERS,
  }),
  caseRow('POST /api/documents/preview-places', {
    body: (_at, place) => {
      const { hst, brand, type: folderType, documentType: type } = scopeOf(place);
      return { hst, brand, folderType, type, content: '' };
    },
    expected: (caller, place) => {
      if (!mayEver(caller, 'edit customers') || !writesLike(caller, place)) return 403;
      return hasDealer(caller, scopeOf(place).hst) ? 200 : 404;
    },
    // Each view is counted.
    success: 'change',
    sight: CUSTOMERS,
  }),
  caseRow('POST /api/documents/wizard', {
    body: (at, place) => ({ dossierId: at.dossierId, folder: folderBody(scopeOf(place)), document: draftBody() }),
    expected: createFolderStatus,
    success: 'change',
    sight: CUSTOMERS,
  }),
  caseRow('POST /api/documents/wizard', {
    body: (at, place) => ({
      dossier: newCustomer(at, place),
      folder: folderBody(scopeOf(place)),
      document: draftBody(),
    }),
    places: [...PLACES, 'absent'],
    expected: (caller, place) => (writesLike(caller, place) ? creatingCustomer(caller, place) : 403),
    hides: (caller, place) => writesLike(caller, place) && hidesDealers(caller, place),
    success: 'change',
    sight: CUSTOMERS,
  }),
];

const EDITING: readonly Row[] = [
  caseRow('PUT /api/dossiers', {
    body: (at, place) => ({ id: at.dossierId, ...customerBody(scopeOf(place).hst, at.marker, 600) }),
    expected: actStatus('edit customers', customerLetter, 200),
    success: 'change',
    sight: CUSTOMERS,
  }),
  caseRow('PUT /api/folders', {
    body: (at, place) => ({ id: at.folderId, ...folderBody(scopeOf(place)) }),
    expected: actStatus('edit customers', folderLetter, 200),
    success: 'change',
  }),
  caseRow('PUT /api/documents', {
    body: (at) => ({ id: at.paperId, archivable: false, signable: false, variableFields: {} }),
    expected: actStatus('edit customers', folderLetter, 200),
    success: 'change',
  }),
  caseRow('PUT /api/documents', {
    body: (at) => ({ id: at.documentId, signable: false }),
    ...tooLate('edit customers'),
  }),
];

const PLACES_BODY = { places: [{ point: 1, page: 1, box: [100, 100, 290, 160] }] };

const PLACING: readonly Row[] = [
  caseRow('PUT /api/documents/:id/signature-places', { body: PLACES_BODY, ...tooLate('edit customers') }),
  caseRow('PUT /api/documents/:id/signature-places', {
    body: PLACES_BODY,
    expected: actStatus('edit customers', folderLetter, 200),
    fresh: async (fixture, place) => ({ url: await placesOfReady(fixture, place), body: PLACES_BODY }),
    success: 'change',
  }),
  caseRow('DELETE /api/documents/:id/signature-places', tooLate('edit customers')),
  caseRow('DELETE /api/documents/:id/signature-places', {
    expected: actStatus('edit customers', folderLetter, 204),
    fresh: async (fixture, place) => {
      const url = await placesOfReady(fixture, place);
      const placed = await fixture.stage.callAs('admin', 'PUT', url, PLACES_BODY);
      if (placed.statusCode !== 200) throw new Error(placed.body);
      return { url };
    },
    success: 'change',
  }),
];

const deleting = async (path: string, id: Promise<number>): Promise<Request> => ({ url: `${path}/${await id}` });

const DELETING: readonly Row[] = [
  caseRow('DELETE /api/dossiers/:id', {
    at: 'emptyDossierId',
    expected: actStatus('delete folders', customerLetter, 204),
    fresh: ({ maker }, place) => deleting('/api/dossiers', maker.dossier(place)),
    success: 'change',
    sight: CUSTOMERS,
  }),
  caseRow('DELETE /api/dossiers/:id', {
    at: 'dossierId',
    // Only administrators delete a customer together with its folders.
    expected: actStatus('delete folders', customerLetter, ({ column }) => (column === 'admin' ? 204 : 409)),
    fresh: async ({ maker }, place) => {
      const id = await maker.dossier(place);
      await maker.folder(place, id);
      return { url: `/api/dossiers/${id}` };
    },
    success: 'change',
    sight: CUSTOMERS,
  }),
  caseRow('DELETE /api/folders/:id', {
    at: 'emptyFolderId',
    expected: actStatus('delete folders', folderLetter, 204),
    fresh: ({ maker, cases }, place) => deleting('/api/folders', maker.folder(place, cases[place].dossierId)),
    success: 'change',
  }),
  caseRow('DELETE /api/folders/:id', {
    at: 'folderId',
    expected: actStatus('delete folders', folderLetter, 409),
    success: 'change',
  }),
  caseRow('DELETE /api/folders/:id', {
    at: 'jobFolderId',
    expected: actStatus('delete folders', folderLetter, ({ column }) => (column === 'dealer' ? 409 : 204)),
    fresh: ({ maker, cases }, place) =>
      deleting('/api/folders', maker.folder(place, cases[place].dossierId, { jobId: 'J-2' })),
    success: 'change',
  }),
  caseRow('DELETE /api/documents/:id', tooLate('delete documents')),
  caseRow('DELETE /api/documents/:id', {
    at: 'paperId',
    // A technical account deletes only its own drafts.
    expected: actStatus('delete documents', folderLetter, (caller) => (isDms(caller) ? 409 : 204)),
    fresh: ({ maker, cases }, place) => deleting('/api/documents', maker.draft(place, cases[place].folderId)),
    success: 'change',
  }),
  caseRow('DELETE /api/documents/:id', {
    at: 'draftId',
    expected: actStatus('delete documents', folderLetter, 204),
    fresh: ({ maker, cases }, place) =>
      deleting('/api/documents', maker.draft(place, cases[place].folderId, { draft: true })),
    success: 'change',
  }),
];

export const CASE_ROWS: readonly Row[] = [...READS, ...SIGNING, ...CREATING, ...EDITING, ...PLACING, ...DELETING];
