/** Rows of the authorisation matrix on customers, folders and documents, at every place. */
import { customerAt, folderAt, PLACES, paperAt } from '../attacks/files/places.ts';
import {
  ANYWHERE,
  type Anywhere,
  type Caller,
  customerLetter,
  folderLetter,
  hasDealer,
  isDms,
  isOffice,
  mayAtAll,
  type Right,
  writesLike,
} from './callers.ts';
import { type Case, whereOf } from './cases.ts';
import { type Fixture, tabletOf } from './ground.ts';
import type { Request, Row } from './row.ts';

type Letter = (who: Caller, place: Anywhere) => string;
type Expected = (who: Caller, place: Anywhere) => number;

/** Reading: 403 for a role that never sees any, 404 for one that is absent or not the caller's. */
const reading =
  (letter: Letter): Expected =>
  (who, place) => {
    if (!mayAtAll(who, 'see customers')) return 403;
    return letter(who, place) === '-' ? 404 : 200;
  };

/** Acting: an invisible record is absent before anything else is checked; a read-only one is refused. */
const acting =
  (right: Right, letter: Letter, outcome: number | ((who: Caller) => number)): Expected =>
  (who, place) => {
    if (!mayAtAll(who, right)) return 403;
    const seen = letter(who, place);
    if (seen !== 'W') return seen === 'R' ? 403 : 404;
    return typeof outcome === 'number' ? outcome : outcome(who);
  };

/** Creating inside a customer: the caller names brand and folder type, but not the customer behind an id. */
const creatingFolder: Expected = (who, place) => {
  if (!mayAtAll(who, 'edit customers') || !writesLike(who, place)) return 403;
  return customerLetter(who, place) === '-' ? 404 : 201;
};

/** A foreign dealer and a nonexistent one are the same error. */
const creatingCustomer = (who: Caller, place: Anywhere): number => {
  if (!mayAtAll(who, 'edit customers')) return 403;
  return place !== 'absent' && hasDealer(who, whereOf(place).hst) ? 201 : 400;
};

interface Spec {
  /** The id in the path, if not the one implied by the start of the path. */
  at?: keyof Case;
  /** Appended to the path. */
  query?: string;
  body?: object | ((at: Case, place: Anywhere) => object);
  expected: Expected;
  success: Row['success'];
  sight?: Row['sight'];
  places?: readonly Anywhere[];
  hides?: (who: Caller, place: Anywhere) => boolean;
  fresh?(ground: Fixture, place: Anywhere): Promise<Request>;
}

/** The id implied by the start of a path; a document if none matches. */
const ABOUT: readonly (readonly [beginning: string, id: keyof Case])[] = [
  ['/api/dossiers/', 'dossierId'],
  ['/api/folders', 'folderId'],
  ['/api/signed-documents/', 'signedDocumentId'],
  ['/api/audit-documents/', 'signedDocumentId'],
  ['/api/partly-signed-documents/', 'partlySignedId'],
];

function onCase(route: string, spec: Spec): Row {
  const path = route.split(' ')[1] ?? '';
  const { at = ABOUT.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'documentId' } = spec;
  const { query = '', body, expected, hides, fresh } = spec;
  return {
    route,
    places: spec.places ?? ANYWHERE,
    sight: spec.sight ?? 'folders',
    success: spec.success,
    request: ({ cases }, name) => {
      const place = name as Anywhere;
      const url = `${path.replace(':id', String(cases[place][at])).replace(':adherenceId', '1')}${query}`;
      if (body === undefined) return { url };
      return { url, body: typeof body === 'function' ? body(cases[place], place) : body };
    },
    expected: (who, place) => expected(who, place as Anywhere),
    ...(hides === undefined ? {} : { hides: (who, place) => hides(who, place as Anywhere) }),
    ...(fresh === undefined ? {} : { fresh: (ground, place) => fresh(ground, place as Anywhere) }),
  };
}

const CUSTOMERS = 'customers';
const READ_CUSTOMER = { expected: reading(customerLetter), success: 'none', sight: CUSTOMERS } as const;
const READ = { expected: reading(folderLetter), success: 'none' } as const;
const DOWNLOAD = { expected: reading(folderLetter), success: 'trail' } as const;

/** A new document that is ready to sign. */
const placesOfReady = async ({ maker, cases }: Fixture, place: Anywhere): Promise<string> =>
  `/api/documents/${await maker.ready(place, cases[place].folderId)}/signature-places`;

const READS: readonly Row[] = [
  ...['', '/consents/current', '/fea/current'].map((rest) => onCase(`GET /api/dossiers/:id${rest}`, READ_CUSTOMER)),
  onCase('GET /api/dossiers/rsp-synchronization/:id/status', READ_CUSTOMER),
  ...['/api/folders/:id', '/api/folders-ext/:id/fea'].map((path) => onCase(`GET ${path}`, READ)),
  ...['', '/signing', '/events', '/validation'].map((rest) => onCase(`GET /api/documents/:id${rest}`, READ)),
  onCase('GET /api/documents/:id', { at: 'draftId', ...READ }),
  onCase('GET /api/documents/:id/signature-places', {
    // It is signed: callers who may see it get the answer that it is too late.
    expected: (who, place) => {
      const status = READ.expected(who, place);
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
  ].map((path) => onCase(`GET ${path}`, DOWNLOAD)),
  onCase('GET /api/documents/:id/audit/download', { at: 'draftId', ...DOWNLOAD }),
  // A copy of an identity document: only for callers who may identify.
  onCase('GET /api/documents/:id/download', {
    ...{ at: 'draftId', query: '?preview=true', ...DOWNLOAD },
    expected: (who, place) => {
      const status = DOWNLOAD.expected(who, place);
      return status === 200 ? acting('start signing', folderLetter, 200)(who, place) : status;
    },
  }),
];

/** On a signed document: permitted callers get the answer that it is too late. */
const tooLate = (right: Right) => ({ expected: acting(right, folderLetter, 409), success: 'change' }) as const;

/** On a document, without effect. */
const signing = (outcome: number) =>
  ({ expected: acting('start signing', folderLetter, outcome), success: 'none' }) as const;

/** On a customer, for callers who have the right and see the customer. */
const onCustomer = (right: Right, outcome: number, body?: object): Spec => ({
  ...{ expected: acting(right, customerLetter, outcome), success: 'change', sight: CUSTOMERS },
  ...(body === undefined ? {} : { body }),
});

const SIGNING: readonly Row[] = [
  ...['/sign', '/cancel-sign', '/resend-link', '/renew'].map((rest) =>
    onCase(`POST /api/documents/:id${rest}`, tooLate('start signing')),
  ),
  // A signing session that already waits is returned, without effect.
  onCase('POST /api/documents/:id/sign', { at: 'waitingId', ...signing(200) }),
  onCase('GET /mobile/fdd/qrcode/generate/:id', tooLate('start signing')),
  onCase('GET /mobile/fdd/qrcode/generate/:id', { at: 'waitingId', ...signing(200) }),
  onCase('POST /api/documents/:id/tablet-queue', { body: { tabletId: 1 }, ...tooLate('start signing') }),
  // A document already in the queue is returned, without effect.
  onCase('POST /api/documents/:id/tablet-queue', {
    ...{ at: 'waitingId', body: { tabletId: 1 }, ...signing(200) },
    fresh: async (ground, place) => ({
      url: `/api/documents/${ground.cases[place].waitingId}/tablet-queue`,
      body: { tabletId: tabletOf(ground, whereOf(place).hst) },
    }),
  }),
  onCase('DELETE /api/documents/:id/tablet-queue', { at: 'waitingId', ...signing(204), success: 'change' }),
  onCase('GET /api/documents/:id/qr-request', signing(200)),
  // No phone waits: callers who may confirm get that answer.
  onCase('POST /api/documents/:id/qr-request/confirm', {
    ...{ at: 'waitingId', body: { requestId: 987_654_321, number: '47' }, ...tooLate('start signing') },
  }),
  onCase('POST /api/documents/:id/qr-request/refuse', {
    ...{ at: 'waitingId', body: { requestId: 987_654_321 }, ...tooLate('start signing') },
  }),
  onCase('GET /api/documents/:id/contact-check', signing(200)),
  onCase('POST /api/documents/:id/confirm-contact', {
    body: { kind: 'phone', signer: 'Ginevra Provetti', contact: '+39 3339876543' },
    ...tooLate('start signing'),
  }),
  onCase('PUT /api/documents/:id/signer-contact', {
    body: { signerId: 1, mobilePhone: '+39 3339876543', email: 'altra@example.com' },
    ...tooLate('start signing'),
  }),
  onCase('PUT /api/documents/:id/staff-signer', { body: { signerId: 1, userId: 1 }, ...tooLate('start signing') }),
  // The signer is a customer, who cannot be replaced.
  onCase('PUT /api/documents/:id/staff-signer', {
    ...{ at: 'waitingId', body: { signerId: 1, userId: 1 }, ...signing(400) },
  }),
  // Documents that the caller does not have to sign, for every caller: the same answer as for an absent document.
  ...(['documentId', 'waitingId'] as const).flatMap((at) => {
    const nobodys = { at, ...signing(404) } as const;
    const path = '/api/documents/:id/own-signature';
    return [
      onCase(`GET ${path}`, nobodys),
      onCase(`GET ${path}/document`, nobodys),
      onCase(`POST ${path}/identity`, { body: { password: 'demo' }, ...nobodys }),
      onCase(`POST ${path}/identity`, {
        body: (place: Case) => ({ password: 'demo', alsoFor: [place.documentId, place.waitingId] }),
        ...nobodys,
      }),
      onCase(`POST ${path}`, { body: { points: [], shown: [] }, ...nobodys }),
      onCase(`POST ${path}/decline`, { body: { reason: 'Non è per me' }, ...nobodys }),
    ];
  }),
  // A document whose link has just been sent.
  onCase('POST /api/documents/:id/resend-link', { at: 'waitingId', ...signing(429) }),
  onCase('POST /api/documents/:id/take-back', tooLate('edit customers')),
  onCase('POST /api/documents/fea', { body: (at: Case) => ({ id: at.documentId }), ...tooLate('edit customers') }),
  // Here nothing has failed, no customer is linked to RSP, none has made an FEA adherence or revoked anything.
  onCase('POST /api/dossiers/:id/consents/push', onCustomer('edit customers', 409)),
  onCase('POST /api/dossiers/rsp-synchronization/:id', onCustomer('edit customers', 409)),
  onCase('GET /api/dossiers/:id/fea/copy', onCustomer('start signing', 409)),
  onCase('GET /api/dossiers/:id/fea/:adherenceId/request', onCustomer('start signing', 409)),
  onCase('POST /api/dossiers/:id/fea/revoke', onCustomer('start signing', 409, { date: '2026-01-02', via: 'PHONE' })),
  // An unknown controller: refused only after the customer was found visible.
  onCase(
    'POST /api/dossiers/:id/consents/withdraw',
    onCustomer('edit customers', 400, { controller: 'LE999', purpose: 'MARKETING', channels: ['EMAIL'], via: 'PHONE' }),
  ),
];

const hstOf = (place: Anywhere): string => (place === 'absent' ? '99999' : whereOf(place).hst);
const newCustomer = (_at: Case, place: Anywhere): object => customerAt(hstOf(place), 'Nuovo', 500);
const hidesDealers = (who: Caller, place: Anywhere): boolean => !isOffice(who) && creatingCustomer(who, place) === 400;

const CREATING: readonly Row[] = [
  onCase('POST /api/dossiers', {
    body: newCustomer,
    places: [...PLACES, 'absent'],
    expected: creatingCustomer,
    hides: hidesDealers,
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('POST /api/folders', {
    body: (at, place) => ({ dossierId: at.dossierId, ...folderAt(whereOf(place)) }),
    expected: creatingFolder,
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('POST /api/documents', {
    body: (at) => ({ folderId: at.folderId, ...paperAt() }),
    expected: acting('edit customers', folderLetter, 201),
    success: 'change',
  }),
  // Callers who may create get the answer that the file of this type is uploaded.
  onCase('POST /api/documents/preview', {
    body: (at) => ({ folderId: at.folderId, type: 'OTHER_IDENTITY' }),
    expected: acting('edit customers', folderLetter, 409),
    success: 'none',
  }),
  onCase('POST /api/documents/preview', {
    body: (at, place) => ({ dossierId: at.dossierId, folder: folderAt(whereOf(place)), type: 'OTHER_IDENTITY' }),
    expected: (who, place) => (creatingFolder(who, place) === 201 ? 409 : creatingFolder(who, place)),
    success: 'none',
    sight: CUSTOMERS,
  }),
  onCase('POST /api/documents/preview-places', {
    body: (_at, place) => {
      const { hst, brand, type: folderType, documentType: type } = whereOf(place);
      return { hst, brand, folderType, type, content: '' };
    },
    expected: (who, place) => {
      if (!mayAtAll(who, 'edit customers') || !writesLike(who, place)) return 403;
      return hasDealer(who, whereOf(place).hst) ? 200 : 404;
    },
    // Each view is counted.
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('POST /api/documents/wizard', {
    body: (at, place) => ({ dossierId: at.dossierId, folder: folderAt(whereOf(place)), document: paperAt() }),
    expected: creatingFolder,
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('POST /api/documents/wizard', {
    body: (at, place) => ({
      dossier: newCustomer(at, place),
      folder: folderAt(whereOf(place)),
      document: paperAt(),
    }),
    places: [...PLACES, 'absent'],
    expected: (who, place) => (writesLike(who, place) ? creatingCustomer(who, place) : 403),
    hides: (who, place) => writesLike(who, place) && hidesDealers(who, place),
    success: 'change',
    sight: CUSTOMERS,
  }),
];

const EDITING: readonly Row[] = [
  onCase('PUT /api/dossiers', {
    body: (at, place) => ({ id: at.dossierId, ...customerAt(whereOf(place).hst, at.marker, 600) }),
    expected: acting('edit customers', customerLetter, 200),
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('PUT /api/folders', {
    body: (at, place) => ({ id: at.folderId, ...folderAt(whereOf(place)) }),
    expected: acting('edit customers', folderLetter, 200),
    success: 'change',
  }),
  onCase('PUT /api/documents', {
    body: (at) => ({ id: at.paperId, archivable: false, signable: false, variableFields: {} }),
    expected: acting('edit customers', folderLetter, 200),
    success: 'change',
  }),
  onCase('PUT /api/documents', {
    body: (at) => ({ id: at.documentId, signable: false }),
    ...tooLate('edit customers'),
  }),
];

const PLACES_BODY = { places: [{ point: 1, page: 1, box: [100, 100, 290, 160] }] };

const PLACING: readonly Row[] = [
  onCase('PUT /api/documents/:id/signature-places', { body: PLACES_BODY, ...tooLate('edit customers') }),
  onCase('PUT /api/documents/:id/signature-places', {
    body: PLACES_BODY,
    expected: acting('edit customers', folderLetter, 200),
    fresh: async (ground, place) => ({ url: await placesOfReady(ground, place), body: PLACES_BODY }),
    success: 'change',
  }),
  onCase('DELETE /api/documents/:id/signature-places', tooLate('edit customers')),
  onCase('DELETE /api/documents/:id/signature-places', {
    expected: acting('edit customers', folderLetter, 204),
    fresh: async (ground, place) => {
      const url = await placesOfReady(ground, place);
      const placed = await ground.stage.as('admin', 'PUT', url, PLACES_BODY);
      if (placed.statusCode !== 200) throw new Error(placed.body);
      return { url };
    },
    success: 'change',
  }),
];

const deleting = async (path: string, id: Promise<number>): Promise<Request> => ({ url: `${path}/${await id}` });

const DELETING: readonly Row[] = [
  onCase('DELETE /api/dossiers/:id', {
    at: 'emptyDossierId',
    expected: acting('delete folders', customerLetter, 204),
    fresh: ({ maker }, place) => deleting('/api/dossiers', maker.dossier(place)),
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('DELETE /api/dossiers/:id', {
    at: 'dossierId',
    // Only administrators delete a customer together with its folders.
    expected: acting('delete folders', customerLetter, ({ column }) => (column === 'admin' ? 204 : 409)),
    fresh: async ({ maker }, place) => {
      const id = await maker.dossier(place);
      await maker.folder(place, id);
      return { url: `/api/dossiers/${id}` };
    },
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('DELETE /api/folders/:id', {
    at: 'emptyFolderId',
    expected: acting('delete folders', folderLetter, 204),
    fresh: ({ maker, cases }, place) => deleting('/api/folders', maker.folder(place, cases[place].dossierId)),
    success: 'change',
  }),
  onCase('DELETE /api/folders/:id', {
    at: 'folderId',
    expected: acting('delete folders', folderLetter, 409),
    success: 'change',
  }),
  onCase('DELETE /api/folders/:id', {
    at: 'jobFolderId',
    expected: acting('delete folders', folderLetter, ({ column }) => (column === 'dealer' ? 409 : 204)),
    fresh: ({ maker, cases }, place) =>
      deleting('/api/folders', maker.folder(place, cases[place].dossierId, { jobId: 'J-2' })),
    success: 'change',
  }),
  onCase('DELETE /api/documents/:id', tooLate('delete documents')),
  onCase('DELETE /api/documents/:id', {
    at: 'paperId',
    // A technical account deletes only its own drafts.
    expected: acting('delete documents', folderLetter, (who) => (isDms(who) ? 409 : 204)),
    fresh: ({ maker, cases }, place) => deleting('/api/documents', maker.paper(place, cases[place].folderId)),
    success: 'change',
  }),
  onCase('DELETE /api/documents/:id', {
    at: 'draftId',
    expected: acting('delete documents', folderLetter, 204),
    fresh: ({ maker, cases }, place) =>
      deleting('/api/documents', maker.paper(place, cases[place].folderId, { draft: true })),
    success: 'change',
  }),
];

export const CASE_ROWS: readonly Row[] = [...READS, ...SIGNING, ...CREATING, ...EDITING, ...PLACING, ...DELETING];
