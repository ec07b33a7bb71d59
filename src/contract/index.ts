/** Every endpoint of the product by subject: printed in the documentation and compared with the router by tests. */
import { z } from 'zod';
import type { Language } from '#domain/errors.ts';
import * as administrators from './accounts/administrators.ts';
import * as notifications from './accounts/notifications.ts';
import * as technical from './accounts/technical.ts';
import * as users from './accounts/users.ts';
import * as adherences from './adherences.ts';
import * as places from './comuni.ts';
import * as consents from './consents.ts';
import * as customerSearch from './customer-search.ts';
import * as dealers from './dealers.ts';
import type { Endpoint } from './definition/endpoint.ts';
import * as devices from './devices.ts';
import * as documents from './documents.ts';
import * as dossiers from './dossiers.ts';
import * as feaPage from './fea-page.ts';
import * as folders from './folders.ts';
import * as identity from './identity.ts';
import * as installation from './installation/first-steps.ts';
import * as folderTypes from './installation/folder-types.ts';
import * as webhooks from './integrations/webhooks.ts';
import * as licenses from './licenses.ts';
import * as allDocuments from './lists/all-documents.ts';
import * as live from './live-stream.ts';
import * as paperVersions from './paper-versions.ts';
import * as papers from './papers.ts';
import * as photoLinks from './photos/photo-links.ts';
import * as services from './services.ts';
import * as contactWords from './signing/contact-checks.ts';
import * as evidence from './signing/evidence.ts';
import * as handwriting from './signing/handwriting.ts';
import * as issued from './signing/issued-files.ts';
import * as ownSignature from './signing/own-signature.ts';
import * as qr from './signing/qr.ts';
import * as recurringNumbers from './signing/recurring-numbers.ts';
import * as signaturePlaces from './signing/signature-places.ts';
import * as signedFiles from './signing/signed-files.ts';
import * as signing from './signing/signing.ts';
import * as signingState from './signing/signing-state.ts';
import * as tablets from './signing/tablets.ts';
import * as waiting from './signing/waiting.ts';
import * as statistics from './statistics.ts';
import * as videos from './videos.ts';

export interface Operation {
  /** The endpoint's name in the contract: unique, and the `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly endpoint: Endpoint;
}

export interface Subject {
  readonly slug: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly operations: readonly Operation[];
  /** Named responses: the exported schemas whose names end with Answer. */
  readonly answers: Readonly<Record<string, z.ZodType>>;
}

const METHODS: readonly Endpoint['method'][] = ['GET', 'POST', 'PUT', 'DELETE'];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Sorted by path, with reads before writes. */
function operationsOf(module: object): Operation[] {
  const all = Object.entries(module).flatMap(([id, value]) => (isEndpoint(value) ? [{ id, endpoint: value }] : []));
  const rank = ({ endpoint }: Operation): string => `${endpoint.path} ${METHODS.indexOf(endpoint.method)}`;
  return all.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function subject(slug: string, title: Subject['title'], module: object): Subject {
  const answers = Object.entries(module).filter(([name, value]) => /Answer$/.test(name) && value instanceof z.ZodType);
  return { slug, title, operations: operationsOf(module), answers: Object.fromEntries(answers) };
}

export const SUBJECTS: readonly Subject[] = [
  subject('identity', { it: 'Accesso e account', en: 'Sign-in and account' }, { ...identity, ...notifications }),
  subject('users', { it: 'Utenti', en: 'Users' }, { ...users, ...administrators }),
  subject('dealers', { it: 'Concessionarie ed entità legali', en: 'Dealers and legal entities' }, dealers),
  subject('customer-search', { it: 'Ricerca clienti e RSP', en: 'Customer search and RSP' }, customerSearch),
  subject('dossiers', { it: 'Clienti', en: 'Customers' }, dossiers),
  subject('consents', { it: 'Consensi', en: 'Consents' }, consents),
  subject('adherences', { it: 'Adesioni FEA', en: 'FEA adherences' }, adherences),
  subject('places', { it: 'Comuni e stati', en: 'Municipalities and countries' }, places),
  subject('folders', { it: 'Cartelle', en: 'Folders' }, folders),
  subject(
    'documents',
    { it: 'Documenti', en: 'Documents' },
    { ...documents, ...allDocuments, ...papers, ...photoLinks },
  ),
  subject('papers', { it: 'Modelli', en: 'Templates' }, { ...paperVersions, ...feaPage }),
  subject(
    'signing',
    { it: 'Firma', en: 'Signing' },
    {
      ...signing,
      ...signedFiles,
      ...signingState,
      ...handwriting,
      ...ownSignature,
      ...qr,
      ...signaturePlaces,
      ...contactWords,
      ...recurringNumbers,
      ...waiting,
    },
  ),
  subject('evidence', { it: 'Prove', en: 'Evidence' }, { ...evidence, ...issued }),
  subject('tablets', { it: 'Tablet', en: 'Tablets' }, tablets),
  subject('services', { it: 'Servizi', en: 'Services' }, services),
  subject('licenses', { it: 'Licenze e attivazioni', en: 'Licences and activations' }, licenses),
  subject('devices', { it: 'Dispositivi', en: 'Devices' }, devices),
  subject('statistics', { it: 'Statistiche', en: 'Statistics' }, statistics),
  subject('videos', { it: 'Video', en: 'Videos' }, videos),
  subject('integrations', { it: 'Sistemi collegati', en: 'Connected systems' }, { ...webhooks, ...technical }),
  subject('installation', { it: 'Installazione', en: 'Installation' }, { ...installation, ...folderTypes }),
  subject('live', { it: 'Aggiornamenti in diretta', en: 'Live updates' }, live),
];

export const OPERATIONS: readonly Operation[] = SUBJECTS.flatMap(({ operations }) => operations);
