/** Every route of the router × every caller × every place: who gets what, and that 'absent' and 'not yours' are one answer (R-13, P-4, D-130). */
import { createHmac } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERSONAS } from '#server/demo/personas.ts';
import { endSessionsOf, findUser } from '#server/identity/index.ts';
import { makeToken } from '#server/identity/session-token.ts';
import { prepareSession } from '#server/identity/sessions.ts';
import { openStage, type Stage } from '../signing-stage.ts';
import { answerProblem, type RouteFound, routesOf } from './http-ground.ts';
import {
  addPeople,
  type Case,
  type Cases,
  customerAt,
  FURTHER_PEOPLE,
  folderAt,
  makeCases,
  PLACES,
  type Place,
  paperAt,
  WHERE,
} from './places.ts';

/** Table P-4 written down once more, by hand: which places each persona reads. */
const EVERYWHERE = [...PLACES];
const AT_BOLOGNA: Place[] = ['own', 'ownOfDms', 'otherBrand', 'otherType'];
const SEES: Record<string, Place[]> = {
  admin: EVERYWHERE,
  nsc: EVERYWHERE,
  supervisor: [...AT_BOLOGNA, 'otherDealer'],
  dealer: AT_BOLOGNA,
  backoffice: AT_BOLOGNA,
  sa3: AT_BOLOGNA,
  sales: ['own', 'ownOfDms'],
  manager: ['own', 'ownOfDms', 'otherBrand', 'otherDealer'],
  service: ['otherType'],
  acceptance: ['otherType'],
  operator: ['otherType'],
  readonly: ['own', 'ownOfDms', 'otherType'],
  mixed: ['own', 'ownOfDms', 'otherType', 'otherBrand'],
  'dms-incadea': ['ownOfDms'],
  'dms-autoline': [],
  'dms-sipadx': [],
  'dms-gmt': [],
  'dms-infinity': [],
  nobody: [],
  jobless: [],
};
/** Dossiers are scoped by dealer alone. */
const AT_10001: Place[] = ['own', 'ownOfDms', 'otherBrand', 'otherType', 'vehicleExit'];
const SEES_DOSSIERS: Record<string, Place[]> = {
  ...SEES,
  supervisor: [...AT_10001, 'otherDealer'],
  manager: [...AT_10001, 'otherDealer'],
  operator: [...AT_10001, 'otherDealer'],
  ...Object.fromEntries(
    ['dealer', 'backoffice', 'sa3', 'sales', 'service', 'acceptance', 'readonly', 'mixed'].map((l) => [l, AT_10001]),
  ),
};
const isDms = (login: string): boolean => login.startsWith('dms-');
const NOBODY = ['nobody'];
const NEVER_WRITES = ['nobody', 'sa3', 'readonly'];
/** Roles that never start, cancel or renew a signature. */
const NEVER_SIGNS = [...NEVER_WRITES, ...PERSONAS.map(({ login }) => login).filter(isDms)];
const READS_ONLY_BMW = ['mixed'];

type Expected = 200 | 201 | 400 | 403 | 404 | 409;

interface Row {
  body?: (at: Case, place: Place | 'absent') => object;
  path: (at: Case) => string;
  expected: (login: string, place: Place | 'absent') => Expected;
}

const sees = (login: string, place: Place | 'absent', table = SEES): boolean =>
  place !== 'absent' && table[login]?.includes(place) === true;
const reading =
  (table = SEES): Row['expected'] =>
  (login, place) =>
    NOBODY.includes(login) ? 403 : sees(login, place, table) ? 200 : 404;
/** On a document that is signed: whoever may is told that it is too late. */
const acting =
  (never: string[]): Row['expected'] =>
  (login, place) => {
    if (never.includes(login)) return 403;
    if (!sees(login, place)) return 404;
    return READS_ONLY_BMW.includes(login) && WHERE[place as Place].brand === 'bmw' ? 403 : 409;
  };
/** What a caller names itself (brand, folder type) may be refused openly; the customer behind an id may not. */
const mayWriteThere = (login: string, place: Place): boolean => {
  const { brand, type } = WHERE[place];
  if (['admin', 'nsc'].includes(login)) return true;
  if (type === 'VEHICLE_EXIT_REQUEST' || login === 'jobless') return false;
  if (login === 'mixed') return brand === 'moto';
  if (login === 'sales') return brand === 'bmw' && type !== 'SERVICE';
  if (login === 'manager') return type !== 'SERVICE';
  return ['service', 'acceptance', 'operator'].includes(login) ? type === 'SERVICE' : true;
};
const creatingIn =
  (outcome: (login: string, place: Place | 'absent') => Expected): Row['expected'] =>
  (login, place) => {
    if (NEVER_WRITES.includes(login)) return 403;
    return mayWriteThere(login, place === 'absent' ? 'own' : place) ? outcome(login, place) : 403;
  };
const OWN_DEALERS: Record<string, string[]> = Object.fromEntries(
  [...PERSONAS, ...FURTHER_PEOPLE].map(({ login, hstList }) => [login, [...hstList]]),
);
const ownsDealer = (login: string, place: Place | 'absent'): boolean =>
  place !== 'absent' && (['admin', 'nsc'].includes(login) || OWN_DEALERS[login]?.includes(WHERE[place].hst) === true);

const hstOf = (place: Place | 'absent'): string => (place === 'absent' ? '99999' : WHERE[place].hst);
const whereOf = (place: Place | 'absent') => WHERE[place === 'absent' ? 'own' : place];
const onDocument = (what: string, expected: Row['expected']): Row => ({
  path: ({ documentId }) => `/api/documents/${documentId}${what}`,
  expected,
});

/** One row a staff route; a route of the router without one fails. */
const STAFF: Record<string, Row> = {
  'GET /api/account': { path: () => '/api/account', expected: () => 200 },
  'GET /api/users/authorities': { path: () => '/api/users/authorities', expected: () => 200 },
  'GET /api/legal-entities': { path: () => '/api/legal-entities', expected: () => 200 },
  'POST /tools/conc/list': { path: () => '/tools/conc/list', body: () => ({}), expected: () => 200 },
  'GET /api/v2/folder-types/ext': {
    path: () => '/api/v2/folder-types/ext',
    expected: (login) => (NOBODY.includes(login) ? 403 : 200),
  },
  'GET /api/dossiers/:id': { path: (at) => `/api/dossiers/${at.dossierId}`, expected: reading(SEES_DOSSIERS) },
  'GET /api/folders/:id': { path: (at) => `/api/folders/${at.folderId}`, expected: reading() },
  'GET /api/documents/:id': onDocument('', reading()),
  'GET /api/documents/:id/download': onDocument('/download', reading()),
  'GET /api/documents/:id/signing': onDocument('/signing', reading()),
  'GET /api/documents/:id/events': onDocument('/events', reading()),
  'GET /api/documents/:id/validation': onDocument('/validation', reading()),
  'GET /api/signed-documents/:id/download': {
    path: (at) => `/api/signed-documents/${at.signedDocumentId}/download`,
    expected: reading(),
  },
  'GET /api/audit-documents/signed/:id/download': {
    path: (at) => `/api/audit-documents/signed/${at.signedDocumentId}/download`,
    expected: reading(),
  },
  'POST /api/documents/:id/sign': onDocument('/sign', acting(NEVER_SIGNS)),
  'POST /api/documents/:id/cancel-sign': onDocument('/cancel-sign', acting(NEVER_SIGNS)),
  'POST /api/documents/:id/renew': onDocument('/renew', acting(NEVER_SIGNS)),
  'POST /api/documents/:id/take-back': onDocument('/take-back', acting(NEVER_WRITES)),
  'POST /api/dossiers/search': {
    path: () => '/api/dossiers/search?size=10000',
    body: () => ({}),
    expected: (login) => (NOBODY.includes(login) ? 403 : 200),
  },
  'POST /api/folders-ext/search': {
    path: () => '/api/folders-ext/search?size=10000',
    body: () => ({}),
    expected: (login) => (NOBODY.includes(login) ? 403 : 200),
  },
  'POST /api/documents-ext/search': {
    path: () => '/api/documents-ext/search?size=10000',
    body: () => ({}),
    expected: (login) => (NOBODY.includes(login) ? 403 : 200),
  },
  'POST /api/dossiers': {
    path: () => '/api/dossiers',
    body: (_at, place) => customerAt(hstOf(place), 'Nuovo', 500),
    expected: (login, place) => (NEVER_WRITES.includes(login) ? 403 : ownsDealer(login, place) ? 201 : 400),
  },
  'POST /api/folders': {
    path: () => '/api/folders',
    body: (at, place) => ({ dossierId: at.dossierId, ...folderAt(whereOf(place)) }),
    expected: creatingIn((login, place) => (sees(login, place, SEES_DOSSIERS) ? 201 : 404)),
  },
  'POST /api/documents': {
    path: () => '/api/documents',
    body: (at, place) => ({ folderId: at.folderId, ...paperAt('OTHER_IDENTITY'), draft: undefined, place }),
    expected: (login, place) => {
      if (NEVER_WRITES.includes(login)) return 403;
      // The folder is seen before it is asked whether its brand can be written.
      if (!sees(login, place)) return 404;
      return READS_ONLY_BMW.includes(login) && WHERE[place as Place].brand === 'bmw' ? 403 : 201;
    },
  },
  'POST /api/documents/wizard': {
    path: () => '/api/documents/wizard',
    body: (at, place) => ({
      dossierId: at.dossierId,
      folder: folderAt(whereOf(place)),
      document: paperAt('OTHER_IDENTITY'),
    }),
    expected: creatingIn((login, place) => (sees(login, place, SEES_DOSSIERS) ? 201 : 404)),
  },
};

/** Routes for everybody, or guarded by a link: signed-in staff get nothing more there. */
const OPEN = new Set([
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/forgot-password',
  'GET /api/sign/:token',
  'GET /api/sign/:token/document',
  'GET /api/sign/:token/signed',
  'POST /api/sign/:token/otp',
  'POST /api/sign/:token/sign',
  'POST /api/sign/:token/decline',
  'GET /sso/auth/',
  'GET /sso/auth',
  'GET /sso/callback',
  'GET /sso/logout',
  ...['GET', 'HEAD'].flatMap((method) =>
    [
      '/health',
      '/sign/:token',
      '/assets/*',
      '/demo/demo.css',
      '/demo/mark.svg',
      '/demo/inter-regular.ttf',
      '/demo/inter-semibold.ttf',
      '/demo/outbox',
      '/demo/outbox.json',
    ].map((path) => `${method} ${path}`),
  ),
]);
