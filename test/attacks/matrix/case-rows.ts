/** Rows of the authorisation matrix on customers, folders and documents, at every place. */
import { customerAt, folderAt, PLACES, paperAt } from '../places.ts';
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
import { type Ground, tabletOf } from './ground.ts';
import type { Request, Row } from './row.ts';

type Letter = (who: Caller, place: Anywhere) => string;
type Expected = (who: Caller, place: Anywhere) => number;

/** Reading: 403 for a role that never sees any, 404 for what is absent or not the caller's. */
const reading =
  (letter: Letter): Expected =>
  (who, place) => {
    if (!mayAtAll(who, 'see customers')) return 403;
    return letter(who, place) === '-' ? 404 : 200;
  };

/** Doing something: what is not seen is absent before anything is told of it; what is read-only is refused. */
const acting =
  (right: Right, letter: Letter, outcome: number | ((who: Caller) => number)): Expected =>
  (who, place) => {
    if (!mayAtAll(who, right)) return 403;
    const seen = letter(who, place);
    if (seen !== 'W') return seen === 'R' ? 403 : 404;
    return typeof outcome === 'number' ? outcome : outcome(who);
  };

/** Creating inside a customer: brand and folder type are named by the caller, the customer behind an id is not. */
const creatingFolder: Expected = (who, place) => {
  if (!mayAtAll(who, 'edit customers') || !writesLike(who, place)) return 403;
  return customerLetter(who, place) === '-' ? 404 : 201;
};

/** Another's dealer and one that does not exist are the same mistake. */
const creatingCustomer = (who: Caller, place: Anywhere): number => {
  if (!mayAtAll(who, 'edit customers')) return 403;
  return place !== 'absent' && hasDealer(who, whereOf(place).hst) ? 201 : 400;
};

interface Spec {
  url?(at: Case): string;
  body?(at: Case, place: Anywhere): object;
  expected: Expected;
  success: Row['success'];
  sight?: Row['sight'];
  places?: readonly Anywhere[];
  hides?: (who: Caller, place: Anywhere) => boolean;
  fresh?(ground: Ground, place: Anywhere): Promise<Request>;
}

function onCase(route: string, spec: Spec): Row {
  const path = route.split(' ')[1] ?? '';
  const { url = () => path, body, expected, hides, fresh } = spec;
  return {
    route,
    places: spec.places ?? ANYWHERE,
    sight: spec.sight ?? 'folders',
    success: spec.success,
    request: ({ cases }, place) => {
      const at = cases[place as Anywhere];
      return { url: url(at), ...(body === undefined ? {} : { body: body(at, place as Anywhere) }) };
    },
    expected: (who, place) => expected(who, place as Anywhere),
    ...(hides === undefined ? {} : { hides: (who, place) => hides(who, place as Anywhere) }),
    ...(fresh === undefined ? {} : { fresh: (ground, place) => fresh(ground, place as Anywhere) }),
  };
}

const byId =
  (path: string, id: keyof Case, rest = '') =>
  (at: Case): string =>
    `${path}/${at[id]}${rest}`;
const document = (rest: string, id: keyof Case = 'documentId') => byId('/api/documents', id, rest);

const CUSTOMERS = 'customers';
const READ_CUSTOMER = { expected: reading(customerLetter), success: 'none', sight: CUSTOMERS } as const;
const READ = { expected: reading(folderLetter), success: 'none' } as const;
const DOWNLOAD = { expected: reading(folderLetter), success: 'trail' } as const;

/** Of a document that is ready to sign, made anew. */
const placesOfReady = async ({ maker, cases }: Ground, place: Anywhere): Promise<string> =>
  `/api/documents/${await maker.ready(place, cases[place].folderId)}/signature-places`;

const READS: readonly Row[] = [
  onCase('GET /api/dossiers/:id', { url: byId('/api/dossiers', 'dossierId'), ...READ_CUSTOMER }),
  onCase('GET /api/dossiers/rsp-synchronization/:id/status', {
    url: byId('/api/dossiers/rsp-synchronization', 'dossierId', '/status'),
    ...READ_CUSTOMER,
  }),
  onCase('GET /api/dossiers/:id/consents', {
    url: byId('/api/dossiers', 'dossierId', '/consents'),
    ...READ_CUSTOMER,
  }),
  onCase('GET /api/dossiers/:id/fea', { url: byId('/api/dossiers', 'dossierId', '/fea'), ...READ_CUSTOMER }),
  onCase('GET /api/folders/:id', { url: byId('/api/folders', 'folderId'), ...READ }),
  onCase('GET /api/folders/:id/download', { url: byId('/api/folders', 'folderId', '/download'), ...DOWNLOAD }),
  onCase('GET /api/folders-ext/:id/fea', { url: byId('/api/folders-ext', 'folderId', '/fea'), ...READ }),
  onCase('GET /api/documents/:id', { url: document(''), ...READ }),
  onCase('GET /api/documents/:id', { url: document('', 'draftId'), ...READ }),
  onCase('GET /api/documents/:id/signing', { url: document('/signing'), ...READ }),
  onCase('GET /api/documents/:id/events', { url: document('/events'), ...READ }),
  // It may take a head, which stands in the tables of the trail alone.
  onCase('GET /api/documents/:id/events/proof', { url: document('/events/proof'), ...DOWNLOAD }),
  onCase('GET /api/documents/:id/signature-places', {
    url: document('/signature-places'),
    // It is signed: whoever may see it is told that it is too late.
    expected: (who, place) => {
      const status = READ.expected(who, place);
      return status === 200 ? 409 : status;
    },
    success: 'none',
  }),
  onCase('GET /api/documents/:id/validation', { url: document('/validation'), ...READ }),
  onCase('GET /api/documents/:id/download', { url: document('/download'), ...DOWNLOAD }),
  // A copy of an identity document: for those who identify alone (D-4).
  onCase('GET /api/documents/:id/download', {
    url: document('/download?preview=true', 'draftId'),
    ...DOWNLOAD,
    expected: (who, place) => {
      const status = DOWNLOAD.expected(who, place);
      return status === 200 ? acting('start signing', folderLetter, 200)(who, place) : status;
    },
  }),
  onCase('GET /api/signed-documents/:id/download', {
    url: byId('/api/signed-documents', 'signedDocumentId', '/download'),
    ...DOWNLOAD,
  }),
  onCase('GET /api/partly-signed-documents/:id/download', {
    url: byId('/api/partly-signed-documents', 'partlySignedId', '/download'),
    ...DOWNLOAD,
  }),
  onCase('GET /api/audit-documents/signed/:id/download', {
    url: byId('/api/audit-documents/signed', 'signedDocumentId', '/download'),
    ...DOWNLOAD,
  }),
  onCase('GET /api/audit-documents/signed/:id/bundle', {
    url: byId('/api/audit-documents/signed', 'signedDocumentId', '/bundle'),
    ...DOWNLOAD,
  }),
  onCase('GET /api/documents/:id/audit/download', { url: document('/audit/download'), ...DOWNLOAD }),
  onCase('GET /api/documents/:id/audit/download', { url: document('/audit/download', 'draftId'), ...DOWNLOAD }),
];

/** On a document that is signed: whoever may is told that it is too late. */
const tooLate = (right: Right) => ({ expected: acting(right, folderLetter, 409), success: 'change' }) as const;

/** A signature of staff that is not asked of the caller: as absent as the document itself would be. */
const nobodys = { expected: acting('start signing', folderLetter, 404), success: 'none' } as const;

const SIGNING: readonly Row[] = [
  onCase('POST /api/documents/:id/sign', { url: document('/sign'), ...tooLate('start signing') }),
  // One that waits already is answered, and nothing happens.
  onCase('POST /api/documents/:id/sign', {
    url: document('/sign', 'waitingId'),
    expected: acting('start signing', folderLetter, 200),
    success: 'none',
  }),
  onCase('GET /mobile/fdd/qrcode/generate/:id', {
    url: byId('/mobile/fdd/qrcode/generate', 'documentId'),
    ...tooLate('start signing'),
  }),
  onCase('GET /mobile/fdd/qrcode/generate/:id', {
    url: byId('/mobile/fdd/qrcode/generate', 'waitingId'),
    expected: acting('start signing', folderLetter, 200),
    success: 'none',
  }),
  onCase('POST /api/documents/:id/tablet-queue', {
    url: document('/tablet-queue'),
    body: () => ({ tabletId: 1 }),
    ...tooLate('start signing'),
  }),
  // One that is in the queue already is answered, and nothing happens.
  onCase('POST /api/documents/:id/tablet-queue', {
    url: document('/tablet-queue', 'waitingId'),
    body: () => ({ tabletId: 1 }),
    expected: acting('start signing', folderLetter, 200),
    fresh: async (ground, place) => ({
      url: document('/tablet-queue', 'waitingId')(ground.cases[place]),
      body: { tabletId: tabletOf(ground, whereOf(place).hst) },
    }),
    success: 'none',
  }),
  onCase('DELETE /api/documents/:id/tablet-queue', {
    url: document('/tablet-queue', 'waitingId'),
    expected: acting('start signing', folderLetter, 204),
    success: 'change',
  }),
  onCase('GET /api/documents/:id/qr-request', {
    url: document('/qr-request'),
    expected: acting('start signing', folderLetter, 200),
    success: 'none',
  }),
  // No phone waits: whoever may say yes is told so.
  onCase('POST /api/documents/:id/qr-request/confirm', {
    url: document('/qr-request/confirm', 'waitingId'),
    body: () => ({ requestId: 987_654_321, number: '47' }),
    ...tooLate('start signing'),
  }),
  onCase('POST /api/documents/:id/qr-request/refuse', {
    url: document('/qr-request/refuse', 'waitingId'),
    body: () => ({ requestId: 987_654_321 }),
    ...tooLate('start signing'),
  }),
  onCase('POST /api/documents/:id/cancel-sign', { url: document('/cancel-sign'), ...tooLate('start signing') }),
  onCase('POST /api/documents/:id/resend-link', { url: document('/resend-link'), ...tooLate('start signing') }),
  onCase('PUT /api/documents/:id/signer-contact', {
    url: document('/signer-contact'),
    body: () => ({ signerId: 1, mobilePhone: '+39 3339876543', email: 'altra@example.com' }),
    ...tooLate('start signing'),
  }),
  onCase('PUT /api/documents/:id/staff-signer', {
    url: document('/staff-signer'),
    body: () => ({ signerId: 1, userId: 1 }),
    ...tooLate('start signing'),
  }),
  // A customer's: nobody else takes their place.
  onCase('PUT /api/documents/:id/staff-signer', {
    url: document('/staff-signer', 'waitingId'),
    body: () => ({ signerId: 1, userId: 1 }),
    expected: acting('start signing', folderLetter, 400),
    success: 'none',
  }),
  // Of documents that the caller is not asked to sign, whoever it is.
  ...(['documentId', 'waitingId'] as const).flatMap((id) => [
    onCase('GET /api/documents/:id/own-signature', { url: document('/own-signature', id), ...nobodys }),
    onCase('GET /api/documents/:id/own-signature/document', {
      url: document('/own-signature/document', id),
      ...nobodys,
    }),
    onCase('POST /api/documents/:id/own-signature/identity', {
      url: document('/own-signature/identity', id),
      body: () => ({ password: 'demo' }),
      ...nobodys,
    }),
    onCase('POST /api/documents/:id/own-signature', {
      url: document('/own-signature', id),
      body: () => ({ points: [] }),
      ...nobodys,
    }),
    onCase('POST /api/documents/:id/own-signature/decline', {
      url: document('/own-signature/decline', id),
      body: () => ({ reason: 'Non è per me' }),
      ...nobodys,
    }),
  ]),
  // One whose link has just been sent.
  onCase('POST /api/documents/:id/resend-link', {
    url: document('/resend-link', 'waitingId'),
    expected: acting('start signing', folderLetter, 429),
    success: 'none',
  }),
  onCase('POST /api/documents/:id/renew', { url: document('/renew'), ...tooLate('start signing') }),
  onCase('POST /api/documents/:id/take-back', { url: document('/take-back'), ...tooLate('edit customers') }),
  onCase('POST /api/documents/fea', { body: (at) => ({ id: at.documentId }), ...tooLate('edit customers') }),
  onCase('POST /api/dossiers/:id/consents/push', {
    url: byId('/api/dossiers', 'dossierId', '/consents/push'),
    // Nothing has failed here.
    expected: acting('edit customers', customerLetter, 409),
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('POST /api/dossiers/:id/consents/withdraw', {
    url: byId('/api/dossiers', 'dossierId', '/consents/withdraw'),
    // Nobody's controller: refused only once the customer was seen.
    body: () => ({ controller: 'LE999', purpose: 'MARKETING', channels: ['EMAIL'], via: 'PHONE' }),
    expected: acting('edit customers', customerLetter, 400),
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('GET /api/dossiers/:id/fea/copy', {
    url: byId('/api/dossiers', 'dossierId', '/fea/copy'),
    // Nobody here has adhered.
    expected: acting('start signing', customerLetter, 409),
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('GET /api/dossiers/:id/fea/:adherenceId/request', {
    url: byId('/api/dossiers', 'dossierId', '/fea/1/request'),
    // Nobody here has revoked anything.
    expected: acting('start signing', customerLetter, 409),
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('POST /api/dossiers/:id/fea/revoke', {
    url: byId('/api/dossiers', 'dossierId', '/fea/revoke'),
    body: () => ({ date: '2026-01-02', via: 'PHONE' }),
    // Nobody here has adhered.
    expected: acting('start signing', customerLetter, 409),
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('POST /api/dossiers/rsp-synchronization/:id', {
    url: byId('/api/dossiers/rsp-synchronization', 'dossierId'),
    // Nobody here is linked to RSP.
    expected: acting('edit customers', customerLetter, 409),
    success: 'change',
    sight: CUSTOMERS,
  }),
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
  // Whoever may create is told that the file of this type is uploaded.
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
  onCase('PUT /api/documents/:id/signature-places', {
    url: document('/signature-places'),
    body: () => PLACES_BODY,
    ...tooLate('edit customers'),
  }),
  onCase('PUT /api/documents/:id/signature-places', {
    url: document('/signature-places'),
    body: () => PLACES_BODY,
    expected: acting('edit customers', folderLetter, 200),
    fresh: async (ground, place) => ({ url: await placesOfReady(ground, place), body: PLACES_BODY }),
    success: 'change',
  }),
  onCase('DELETE /api/documents/:id/signature-places', {
    url: document('/signature-places'),
    ...tooLate('edit customers'),
  }),
  onCase('DELETE /api/documents/:id/signature-places', {
    url: document('/signature-places'),
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
    url: byId('/api/dossiers', 'emptyDossierId'),
    expected: acting('delete folders', customerLetter, 204),
    fresh: ({ maker }, place) => deleting('/api/dossiers', maker.dossier(place)),
    success: 'change',
    sight: CUSTOMERS,
  }),
  onCase('DELETE /api/dossiers/:id', {
    url: byId('/api/dossiers', 'dossierId'),
    // Only administrators delete a customer with its folders.
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
    url: byId('/api/folders', 'emptyFolderId'),
    expected: acting('delete folders', folderLetter, 204),
    fresh: ({ maker, cases }, place) => deleting('/api/folders', maker.folder(place, cases[place].dossierId)),
    success: 'change',
  }),
  onCase('DELETE /api/folders/:id', {
    url: byId('/api/folders', 'folderId'),
    expected: acting('delete folders', folderLetter, 409),
    success: 'change',
  }),
  onCase('DELETE /api/folders/:id', {
    url: byId('/api/folders', 'jobFolderId'),
    expected: acting('delete folders', folderLetter, ({ column }) => (column === 'dealer' ? 409 : 204)),
    fresh: ({ maker, cases }, place) =>
      deleting('/api/folders', maker.folder(place, cases[place].dossierId, { jobId: 'J-2' })),
    success: 'change',
  }),
  onCase('DELETE /api/documents/:id', { url: document(''), ...tooLate('delete documents') }),
  onCase('DELETE /api/documents/:id', {
    url: document('', 'paperId'),
    // A technical account deletes its own drafts, and nothing else.
    expected: acting('delete documents', folderLetter, (who) => (isDms(who) ? 409 : 204)),
    fresh: ({ maker, cases }, place) => deleting('/api/documents', maker.paper(place, cases[place].folderId)),
    success: 'change',
  }),
  onCase('DELETE /api/documents/:id', {
    url: document('', 'draftId'),
    expected: acting('delete documents', folderLetter, 204),
    fresh: ({ maker, cases }, place) =>
      deleting('/api/documents', maker.paper(place, cases[place].folderId, { draft: true })),
    success: 'change',
  }),
];

export const CASE_ROWS: readonly Row[] = [...READS, ...SIGNING, ...CREATING, ...EDITING, ...PLACING, ...DELETING];
