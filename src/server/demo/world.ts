/** The demo world, made through the product's own commands at the first start (P-2). */
import type { Actor } from '#domain/access.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { romeDay } from '#domain/rome-time.ts';
import { renderSamplePaper } from '#pdf/sample-paper.ts';
import type { Tx } from '#ports/database/database.ts';
import { insertDirectory } from '../dealers/index.ts';
import { type DocumentMaterial, insertPrepared, prepareDocument } from '../documents/index.ts';
import { createDossier } from '../dossiers/index.ts';
import { bookMessage, insertServices } from '../entitlements/index.ts';
import { createFolder } from '../folders/index.ts';
import { staffActor } from '../http/caller.ts';
import { findUser } from '../identity/index.ts';
import { createVideo } from '../videos/index.ts';
import type { World } from '../world.ts';
import { CASES, type Case, type CaseDocument } from './cases.ts';
import { DEALERS, LEGAL_ENTITIES, signatureServices } from './dealers.ts';
import { fileNameOf, type PaperFacts, paperOf } from './papers.ts';
import { CUSTOMERS, type CustomerName } from './people.ts';
import { createPersonas } from './personas.ts';
import { EARLIER_MESSAGES, quotaServices } from './services.ts';
import { VIDEOS } from './videos.ts';

/** A document that the demo wants further along than ready: signing takes it from there. */
export interface ToSign {
  documentId: number;
  until: 'START_SIGN' | 'SIGNED';
}

const DAY = 86_400_000;

interface PreparedDocument {
  wanted: CaseDocument;
  material: DocumentMaterial;
}
interface PreparedCase {
  wanted: Case;
  documents: PreparedDocument[];
}

async function isSeeded(world: World): Promise<boolean> {
  const row = await world.database.read.selectFrom('installation').select('mode').executeTakeFirst();
  return row !== undefined;
}

function factsOf(wanted: Case, document: CaseDocument, at: Date): PaperFacts {
  const customer = CUSTOMERS[wanted.customer];
  const dealer = DEALERS.find((one) => one.hst === customer.hst);
  if (dealer === undefined) throw new Error(`No demo dealer ${customer.hst}`);
  const { brand, businessId, plate, vin } = wanted;
  return { type: document.type, dealer, customer, brand, businessId, plate, vin, at };
}

async function prepare(world: World, wanted: Case, now: Date): Promise<PreparedCase> {
  const documents = await Promise.all(
    wanted.documents.map(async (document) => {
      const facts = factsOf(wanted, document, new Date(now.getTime() - document.daysAgo * DAY));
      const material = await prepareDocument(world, {
        folderType: wanted.type,
        values: {
          type: document.type,
          content: await renderSamplePaper(paperOf(facts)),
          fileName: fileNameOf(facts),
          mimeType: 'application/pdf',
          fileSize: null,
          sigType: document.signable ? 'OTP' : null,
          signable: document.signable,
          archivable: document.signable,
          variableFields: {},
          draft: document.draft ?? false,
        },
      });
      return { wanted: document, material };
    }),
  );
  return { wanted, documents };
}

async function actorOf(tx: Tx, login: string): Promise<Actor> {
  const user = await findUser(tx, { login });
  if (user === undefined) throw new Error(`The demo has no persona ${login}`);
  return user;
}

async function fill(tx: Tx, cases: readonly PreparedCase[], now: Date): Promise<ToSign[]> {
  const dossiers = new Map<CustomerName, number>();
  const toSign: ToSign[] = [];
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
    const within = await createFolder(tx, { actor, customer: { dossierId }, folder: folderOf(wanted, at), at });
    for (const { wanted: document, material } of documents) {
      const made = new Date(now.getTime() - document.daysAgo * DAY);
      const row = await insertPrepared(tx, { actor, caller: staffActor(actor), within, material, at: made });
      if (document.until !== undefined) toSign.push({ documentId: row.id, until: document.until });
    }
  }
  return toSign;
}

function folderOf(wanted: Case, at: Date): Parameters<typeof createFolder>[1]['folder'] {
  const { brand, type, businessId, plate, vin }: { brand: Brand; type: FolderType } & Case = wanted;
  return {
    brand,
    type,
    businessId,
    plate,
    vin,
    processDate: businessId === null ? null : romeDay(at),
    accountSource: 'RSP',
    jobId: null,
    notes: wanted.notes ?? null,
  };
}

/**
 * Fills an empty demo installation; does nothing when it was filled before. Files are stored first, then everything is
 * written in one transaction, so that a start that is interrupted begins again from nothing.
 * @returns what signing may take further, empty when nothing was made.
 */
export async function seedDemoWorld(world: World): Promise<ToSign[]> {
  if (world.settings.mode !== 'demo' || (await isSeeded(world))) return [];
  const now = world.clock.now();
  await createPersonas(world);
  // Oldest first: ids grow with time, as lists expect.
  const cases = await Promise.all(CASES.map((wanted) => prepare(world, wanted, now)));
  return world.database.transaction(async (tx) => {
    await tx.insertInto('installation').values({ mode: 'demo', created_date: now }).execute();
    await insertDirectory(tx, LEGAL_ENTITIES, DEALERS);
    await insertServices(tx, [...signatureServices(now), ...quotaServices(now)]);
    for (const message of EARLIER_MESSAGES) await bookMessage(tx, message, now);
    const admin = await actorOf(tx, 'admin');
    for (const input of VIDEOS) await createVideo(tx, { actor: admin, input, at: now });
    return fill(tx, cases, now);
  });
}
