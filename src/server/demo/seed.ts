/** Creates the demo world through the product's own commands at the first start. */
import type { Actor } from '#domain/access.ts';
import type { SignatureType } from '#domain/documents/document-states.ts';
import type { DossierValues } from '#domain/dossiers/dossier.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Tx } from '#ports/database/database.ts';
import { installedMode, markInstallation } from '../database/installation.ts';
import { insertDirectory, listDealers } from '../dealers/index.ts';
import { type DocumentMaterial, insertPrepared, prepareDocument } from '../documents/index.ts';
import { createDossier } from '../dossiers/index.ts';
import { bookUse, insertLicenseStock, insertServices } from '../entitlements/index.ts';
import { createFolder, currentConfiguration } from '../folders/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { findUser } from '../identity/index.ts';
import { createVideo } from '../videos/index.ts';
import type { World } from '../world.ts';
import { CUSTOMERS, type CustomerName } from './customers.ts';
import { DEALERS, LEGAL_ENTITIES, signatureServices } from './dealers.ts';
import { CASES, type Case, type CaseDocument } from './document-history.ts';
import { filledPaper } from './filled-papers.ts';
import { demoLicenses } from './licenses.ts';
import { type NetworkCustomer, networkCustomers } from './network-customers.ts';
import { fileNameOf, type PaperFacts, paperOf } from './papers.ts';
import { createPersonas } from './personas.ts';
import { EARLIER_USE, otherServices, quotaServices } from './services.ts';
import { VIDEOS } from './videos.ts';

/** A document that the demo needs further along than ready; the signing module continues from there. */
export interface DemoSignature {
  documentId: number;
  /** Creation time. */
  at: Date;
  until: CaseDocument['until'] | null;
  /** Status of the FEA module that the document waits for. */
  module: CaseDocument['module'] | null;
  /** Signed on the tablet instead of with a code. */
  byHand: boolean;
}

const DAY = 86_400_000;

/** When the demo's dealers received their tablets: before the first paper signed on one. */
export const licensedSince = (now: Date): Date => new Date(now.getTime() - 40 * DAY);

interface PreparedDocument {
  wanted: CaseDocument;
  material: DocumentMaterial;
}
interface PreparedCase {
  wanted: Case;
  documents: PreparedDocument[];
}

interface PreparedCustomer {
  wanted: NetworkCustomer;
  document: PreparedDocument | null;
}

const isSeeded = async (world: World): Promise<boolean> => (await installedMode(world.database.read)) !== null;

type Vehicle = Pick<Case, 'brand' | 'type' | 'businessId' | 'plate' | 'vin'>;

function factsOf(customer: DossierValues, vehicle: Vehicle, document: CaseDocument, at: Date): PaperFacts {
  const dealer = DEALERS.find((candidate) => candidate.hst === customer.hst);
  if (dealer === undefined) throw new Error(`No demo dealer ${customer.hst}`);
  const { brand, businessId, plate, vin } = vehicle;
  return { type: document.type, dealer, customer, brand, businessId, plate, vin, at };
}

function sigTypeOf({ signable, byHand }: CaseDocument): SignatureType | null {
  if (!signable) return null;
  return byHand ? 'GRAPHOMETRIC' : 'OTP';
}

async function prepareOne(
  world: World,
  customer: DossierValues,
  vehicle: Vehicle,
  document: CaseDocument,
  now: Date,
): Promise<PreparedDocument> {
  const at = new Date(now.getTime() - document.daysAgo * DAY);
  const facts = factsOf(customer, vehicle, document, at);
  const configuration = await currentConfiguration(world.database.read);
  const paperOptions = { folderType: vehicle.type, type: document.type, day: romeDay(at), brand: vehicle.brand };
  const filled = document.signable ? filledPaper(configuration, paperOptions) : null;
  const file = async () => ({
    content: await world.pdf.sample(paperOf(facts)),
    fileName: fileNameOf(facts),
    mimeType: 'application/pdf',
    fileSize: null,
    variableFields: {},
  });
  const { brand, businessId, plate, vin } = vehicle;
  const material = await prepareDocument(world, {
    folderType: vehicle.type,
    owner: 'demo',
    uploadedBy: null,
    loadCase: async () => ({
      customer: { ...customer, rspSearchType: customer.rspSearchType ?? null },
      folder: { businessId, plate, vin, jobId: null },
      trailScope: null,
      hst: customer.hst,
      brand,
    }),
    language: 'it',
    at,
    values: {
      type: document.type,
      ...(filled === null ? await file() : { variableFields: filled }),
      sigType: sigTypeOf(document),
      signable: document.signable,
      archivable: document.signable,
      draft: document.draft ?? false,
    },
  });
  return { wanted: document, material };
}

async function prepare(world: World, demoCase: Case, now: Date): Promise<PreparedCase> {
  const customer = CUSTOMERS[demoCase.customer];
  const documents = await Promise.all(
    demoCase.documents.map((document) => prepareOne(world, customer, demoCase, document, now)),
  );
  return { wanted: demoCase, documents };
}

async function prepareNetwork(world: World, now: Date): Promise<PreparedCustomer[]> {
  const customers = await networkCustomers(world);
  return Promise.all(
    customers.map(async (wanted) => ({
      wanted,
      document: wanted.folder && (await prepareOne(world, wanted.values, wanted.folder, wanted.folder.document, now)),
    })),
  );
}

async function actorOf(tx: Tx, login: string): Promise<Actor> {
  const user = await findUser(tx, { login });
  if (user === undefined) throw new Error(`The demo has no persona ${login}`);
  return user;
}

async function insertCases(tx: Tx, cases: readonly PreparedCase[], now: Date): Promise<DemoSignature[]> {
  const dossiers = new Map<CustomerName, number>();
  const toSign: DemoSignature[] = [];
  for (const { wanted, documents } of cases) {
    const actor = await actorOf(tx, wanted.by);
    const at = new Date(now.getTime() - Math.max(...documents.map((document) => document.wanted.daysAgo)) * DAY);
    let dossierId = dossiers.get(wanted.customer);
    if (dossierId === undefined) {
      const dossier = await createDossier(tx, {
        actor,
        input: CUSTOMERS[wanted.customer],
        folderType: wanted.type,
        at,
      });
      dossierId = dossier.id;
      dossiers.set(wanted.customer, dossierId);
    }
    const context = await createFolder(tx, { actor, customer: { dossierId }, folder: folderOf(wanted, at), at });
    for (const { wanted: document, material } of documents) {
      const made = new Date(now.getTime() - document.daysAgo * DAY);
      const row = await insertPrepared(tx, { actor, caller: staffActor(actor), within: context, material, at: made });
      const { until = null, module = null, byHand = false } = document;
      if (until !== null || module !== null) toSign.push({ documentId: row.id, at: made, until, module, byHand });
    }
  }
  return toSign;
}

async function insertNetwork(tx: Tx, customers: readonly PreparedCustomer[], now: Date): Promise<void> {
  const actor = await actorOf(tx, 'admin');
  for (const { wanted, document } of customers) {
    const at = new Date(now.getTime() - wanted.daysAgo * DAY);
    const input = { actor, input: wanted.values, at };
    const dossier = await createDossier(tx, wanted.folder ? { ...input, folderType: wanted.folder.type } : input);
    if (wanted.folder === null || document === null) continue;
    const folder = folderOf(wanted.folder, at);
    const context = await createFolder(tx, { actor, customer: { dossierId: dossier.id }, folder, at });
    await insertPrepared(tx, { actor, caller: staffActor(actor), within: context, material: document.material, at });
  }
}

function folderOf(vehicle: Vehicle & { notes?: string }, at: Date): Parameters<typeof createFolder>[1]['folder'] {
  const { brand, type, businessId, plate, vin } = vehicle;
  return {
    brand,
    type,
    businessId,
    plate,
    vin,
    processDate: businessId === null ? null : romeDay(at),
    accountSource: 'RSP',
    jobId: null,
    notes: vehicle.notes ?? null,
  };
}

/** Created before the papers, whose header prints the dealer; after an interrupted start, the next start finds it. */
async function createDirectory(world: World): Promise<void> {
  await world.database.transaction(async (tx) => {
    if ((await listDealers(tx, null)).length === 0) await insertDirectory(tx, LEGAL_ENTITIES, DEALERS);
  });
}

/**
 * Fills an empty demo installation; does nothing when it was filled before. Files are stored first, then everything is
 * written in one transaction, so that an interrupted start begins again from nothing.
 * @returns the documents to sign; empty when nothing was created.
 */
export async function seedDemoWorld(world: World): Promise<DemoSignature[]> {
  if (world.settings.mode !== 'demo' || (await isSeeded(world))) return [];
  const now = world.clock.now();
  await createPersonas(world);
  await createDirectory(world);
  // Oldest first: lists expect ids to grow with time.
  const network = await prepareNetwork(world, now);
  const cases = await Promise.all(CASES.map((demoCase) => prepare(world, demoCase, now)));
  return world.database.transaction(async (tx) => {
    await markInstallation(tx, { mode: 'demo', secrets: world.secrets, at: now });
    await insertServices(tx, [...signatureServices(now), ...quotaServices(now), ...otherServices(now)]);
    for (const use of EARLIER_USE) await bookUse(tx, use, now);
    const admin = await actorOf(tx, 'admin');
    await insertLicenseStock(tx, admin, demoLicenses(now), licensedSince(now));
    for (const input of VIDEOS) await createVideo(tx, { actor: admin, input, at: now });
    await insertNetwork(tx, network, now);
    return insertCases(tx, cases, now);
  });
}
